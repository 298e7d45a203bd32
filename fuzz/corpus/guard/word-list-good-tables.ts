src/tables.ts
const endings = [".ts", ".tsx"];
export const sides = ["left", "right"];
export const tokens = (query: string, known: Set<string>) =>
  query.split(/\W+/).length > 0 && known.has(query);
