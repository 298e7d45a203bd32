#!/usr/bin/env node
// Runs the program with the same arguments, streams and exit code. It learns which script is its name on PATH.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { programPath } from "../program.js";

let program;
try {
  const env = { ...process.env, FIRSTHAND_LAUNCHER: fileURLToPath(import.meta.url) };
  program = spawn(programPath(), process.argv.slice(2), { stdio: "inherit", env });
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exit(1);
}
program.on("error", (error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
// A client that ends this process means the program. A terminal sends its interrupt to both.
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"];
const passOn = (signal) => {
  if (signal !== "SIGINT" || !process.stdin.isTTY) program.kill(signal);
};
for (const signal of SIGNALS) process.on(signal, passOn);
program.on("exit", (code, signal) => {
  for (const handled of SIGNALS) process.removeListener(handled, passOn);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code);
});
