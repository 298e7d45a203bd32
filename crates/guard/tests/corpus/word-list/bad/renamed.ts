const common = new Set(["get", "set", "make"]);
export const weigh = (subject: string) =>
  subject.split(/\W+/).filter((piece) => !common.has(piece)); //~ word-list
const parts = (place: string) => place.toLowerCase().split(" ");
export function penalty(place: string): number {
  for (const part of parts(place)) {
    if (["checkout", "tutorial"].includes(part)) return 0.5; //~ word-list
  }
  return 1;
}
