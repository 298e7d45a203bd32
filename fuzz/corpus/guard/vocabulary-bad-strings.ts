src/strings.ts
export const HINT = `try ${name} in gizmotron`; //~ vocabulary
export class Gizmotron {} //~ vocabulary
