src/inline.ts
const PATH = /\w+\/\w+/;
export function read(query: string) {
  if (PATH.test(query)) return 1; //~ query-regex
  const hit = query.match(/#\d+/); //~ query-regex
  return new RegExp("why").test(query.toLowerCase()); //~ query-regex
}
