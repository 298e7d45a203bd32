src/free.ts
export type Link = { role: string; line: number };
export const relations = ["callers", "callees"];
export const show = (link: Link): string => `(${link.role})`;
