export const ending = (path: string) => ["ts", "tsx"].includes(path.split(".").pop() ?? "");
export const known = (text: string, names: Set<string>) => text.split(/\W+/).filter((word) => names.has(word));
