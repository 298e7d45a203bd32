src/report.ts
export const foot = (n: number) => `${n} places.\nNever read other files`; //~ imperative-text
