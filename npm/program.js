// Finds the program: it is in the package of this machine's platform, which npm chooses among the optional dependencies.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** How the names of the packages end whose program runs here; the best is first. */
function platforms() {
  const machine = `${process.platform}-${process.arch}`;
  if (process.platform !== "linux") return [machine];
  // Without it the report would ask the network for the names of all addresses.
  process.report.excludeNetwork = true;
  const hasGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  // The program for musl needs no library at all.
  return hasGlibc ? [`${machine}-gnu`, `${machine}-musl`] : [`${machine}-musl`];
}

/**
 * The path of the program.
 * @returns {string}
 */
export function programPath() {
  const packages = Object.keys(require("./package.json").optionalDependencies ?? {});
  const extension = process.platform === "win32" ? ".exe" : "";
  const fitting = platforms().flatMap((end) => packages.filter((name) => name.endsWith(`/${end}`)));
  for (const name of fitting) {
    try {
      return require.resolve(`${name}/bin/firsthand${extension}`);
    } catch {
      // Not installed.
    }
  }
  const hint = fitting.length
    ? `the package ${fitting[0]} is missing: install firsthand without --omit=optional`
    : "no program is built for this platform: `cargo install firsthand-cli` builds one";
  throw new Error(`firsthand does not run on ${process.platform}-${process.arch}; ${hint}`);
}
