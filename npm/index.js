// Questions about a repository, for programs: one process of `firsthand mcp` answers all of them.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { programPath } from "./program.js";
import { CLOSED, Server, started } from "./server.js";
import { FirsthandError } from "./error.js";

export { FirsthandError, programPath };

/** The options of the server that a command has, too. */
const SHARED = {
  search: ["--root", "--with-deps", "--include", "--exclude", "--no-cache", "--cache"],
  impact: ["--root", "--with-deps", "--exclude", "--no-cache", "--cache"],
  verify: ["--root", "--with-deps"],
};
const WITH_VALUE = ["--root", "--include", "--exclude", "--cache"];

export class Firsthand {
  #program;
  #root;
  #options;
  #server;
  #isClosed = false;

  constructor(root = ".", { options = [], program = programPath() } = {}) {
    this.#program = program;
    this.#root = absolute(root);
    this.#options = options;
    this.#server = this.#start();
  }

  #start() {
    return new Server(this.#program, ["mcp", "--root", this.#root, ...this.#options]);
  }

  /** The process, started again if it has ended. */
  #living() {
    this.#checkOpen();
    if (this.#server.hasEnded) this.#server = this.#start();
    return this.#server;
  }

  #checkOpen() {
    if (this.#isClosed) throw new FirsthandError(CLOSED);
  }

  async explore(query, { intent, words, onProgress, signal } = {}) {
    const question = { query, intent, words: words && [words].flat() };
    const server = this.#living();
    const result = await called(server, "explore_code", question, { onProgress, signal });
    // The resource is complete: the text and the files' hashes are in it.
    const uri = `${result._meta["firsthand/report"]}/json`;
    const read = await server.request("resources/read", { uri }, { signal });
    return JSON.parse(read.contents[0].text);
  }

  async search(query, { symbol, relation, path, words, limit, include, noTests, signal } = {}) {
    if (query === undefined && symbol === undefined && path === undefined) {
      throw new FirsthandError("a search takes a query, a symbol or a path");
    }
    const listed = (texts) => (texts?.length ? [texts].flat().join(",") : undefined);
    const flags = { symbol, relation, path, limit, words: listed(words), include: listed(include) };
    const given = Object.entries(flags).filter(([, value]) => value !== undefined);
    const args = given.map(([flag, value]) => `--${flag}=${value}`);
    // A long text is too long for an argument.
    args.push(...(noTests ? ["--no-tests"] : []), ...(query === undefined ? [] : ["--", "-"]));
    return this.#run("search", args, query ?? "", signal);
  }

  async verify(report, { signal } = {}) {
    const isNull = (value) => value === null || value === undefined;
    const text = typeof report === "string" ? report : JSON.stringify(report, (_, value) => (isNull(value) ? undefined : value));
    return this.#run("verify", ["-"], text, signal);
  }

  async impact(change = "HEAD", { diff, signal } = {}) {
    return this.#run("impact", ["--", diff === undefined ? change : "-"], diff ?? "", signal);
  }

  async tools() {
    const { tools } = await this.#living().request("tools/list", {});
    return tools;
  }

  async call(name, args = {}, options = {}) {
    return (await called(this.#living(), name, args, options)).content[0].text;
  }

  close() {
    this.#isClosed = true;
    return this.#server.close();
  }

  /** Runs a command that prints a result; it has one even where its exit code says that nothing was found. */
  async #run(command, words, input, signal) {
    this.#checkOpen();
    signal?.throwIfAborted();
    const shared = sharedOptions(this.#options, SHARED[command]);
    const args = [command, "--root", this.#root, "--format", "json", ...shared, ...words];
    const program = started(this.#program, args, { signal });
    return new Promise((settle, fail) => {
      const printed = { stdout: "", stderr: "" };
      for (const stream of ["stdout", "stderr"]) {
        program[stream].setEncoding("utf8").on("data", (text) => (printed[stream] += text));
      }
      program.on("error", (error) => fail(signal?.aborted ? signal.reason : FirsthandError.notRun(this.#program, error)));
      program.on("close", (_, endedBy) => {
        if (printed.stdout.startsWith("{")) settle(JSON.parse(printed.stdout));
        else fail(FirsthandError.printed(printed.stderr, endedBy));
      });
      // A program that ends early does not read it all.
      program.stdin.on("error", () => {});
      program.stdin.end(input);
    });
  }
}

/** The root with the whole path of its folder, which may have a name before it. */
function absolute(root) {
  const sign = root.indexOf("=");
  if (sign < 0 || existsSync(root)) return resolve(root);
  return `${root.slice(0, sign)}=${resolve(root.slice(sign + 1))}`;
}

/** Those of the options that have one of the names, with their values. */
function sharedOptions(options, names) {
  const shared = [];
  for (let at = 0; at < options.length; at++) {
    const [name, value] = options[at].split("=", 2);
    const length = WITH_VALUE.includes(name) && value === undefined ? 2 : 1;
    if (names.includes(name)) shared.push(...options.slice(at, at + length));
    at += length - 1;
  }
  return shared;
}

/** The result of a tool. */
async function called(server, name, args, options) {
  const result = await server.request("tools/call", { name, arguments: args }, options);
  if (result.isError) throw FirsthandError.printed(result.content[0].text);
  return result;
}
