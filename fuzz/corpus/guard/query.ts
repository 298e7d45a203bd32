src/query.ts
const ROLES = { entry: "controller", sink: "store" } as const;
export function pick(query: string) {
  return /how|where/.test(query) ? ROLES.entry : `${ROLES.sink}`;
}
