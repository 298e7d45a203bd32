export const wanted = (q: string): boolean => q.includes("login"); //~ word-list
