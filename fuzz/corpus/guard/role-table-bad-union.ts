src/union.ts
export type Role = "entry" | "state"; //~ role-table
const roleWeights = { entry: 2, state: 1 }; //~ role-table
export function weight(role: string): number {
  switch (role) { //~ role-table
    case "entry":
      return 2;
    default:
      return 1;
  }
}
