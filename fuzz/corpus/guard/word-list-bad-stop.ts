src/stop.ts
const STOP = new Set(["the", "of", "and"]); //~ word-list
const small = new Set(["where", "how", "why"]);
export const keep = (query: string) =>
  query.split(" ").filter((word) => !small.has(word)); //~ word-list
export const synonyms = { auth: ["login"], slow: ["perf"] }; //~ word-list
export function kind(question: string): number {
  switch (question.split(" ")[0]) { //~ word-list
    case "why":
      return 1;
    default:
      return question.includes("where") ? 2 : 0; //~ word-list
  }
}
