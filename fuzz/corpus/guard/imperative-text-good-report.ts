src/report.ts
export const foot = (n: number) => `${n} places, none of them stale`;
