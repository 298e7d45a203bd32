src/others.ts
const BREAK = /\r?\n/;
export const lines = (source: string, query: string) =>
  source.split(BREAK).filter((line) => line.includes(query));
export const given = (query: string) => new RegExp(query);
