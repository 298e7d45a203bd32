src/reasons.ts
// guard: allow(vocabulary) reason="x" //~ bad-exception
export const gizmotron = 1; //~ vocabulary
