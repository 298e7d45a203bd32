// Questions about a repository, for programs: one process of `firsthand mcp` answers all of them.

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { programPath } from "./program.js";
import { Server } from "./server.js";
import { FirsthandError } from "./error.js";

export { FirsthandError, programPath };

export class Firsthand {
  #program;
  #root;
  #packages;
  #server;

  constructor(root = ".", { options = [], program = programPath() } = {}) {
    this.#program = program;
    this.#root = resolve(root);
    this.#packages = options.filter((option) => option.startsWith("--with-deps="));
    this.#server = new Server(program, ["mcp", "--root", this.#root, ...options]);
  }

  async explore(query, { intent, words, onProgress, signal } = {}) {
    const question = { query, intent, words: words && [words].flat() };
    const result = await this.#call("explore_code", question, { onProgress, signal });
    // The resource is complete: the text and the files' hashes are in it.
    const uri = `${result._meta["firsthand/report"]}/json`;
    const read = await this.#server.request("resources/read", { uri }, { signal });
    return JSON.parse(read.contents[0].text);
  }

  async search(query, { symbol, relation, path, words, limit, signal } = {}) {
    const flags = { symbol, relation, path, limit, words: words?.length ? [words].flat().join(",") : undefined };
    const given = Object.entries(flags).filter(([, value]) => value !== undefined);
    const question = query === undefined ? [] : ["--", query];
    return this.#run(["search", ...given.map(([flag, value]) => `--${flag}=${value}`)], question, "", signal);
  }

  async verify(report, { signal } = {}) {
    return this.#run(["verify", "-"], [], JSON.stringify(report), signal);
  }

  async impact(change = "HEAD", { diff, signal } = {}) {
    return this.#run(["impact"], ["--", diff === undefined ? change : "-"], diff ?? "", signal);
  }

  async tools() {
    const { tools } = await this.#server.request("tools/list", {});
    return tools;
  }

  async call(name, args = {}, options = {}) {
    return (await this.#call(name, args, options)).content[0].text;
  }

  close() {
    return this.#server.close();
  }

  async #call(name, args, options) {
    const result = await this.#server.request("tools/call", { name, arguments: args }, options);
    if (result.isError) throw FirsthandError.printed(result.content[0].text);
    return result;
  }

  /** Runs a command that prints a result; it has one even where its exit code says that nothing was found. */
  #run(command, words, input, signal) {
    const args = [...command, "--root", this.#root, "--format", "json", ...this.#packages, ...words];
    return new Promise((settle, fail) => {
      const program = spawn(this.#program, args, { signal });
      const printed = { stdout: "", stderr: "" };
      for (const stream of ["stdout", "stderr"]) {
        program[stream].setEncoding("utf8").on("data", (text) => (printed[stream] += text));
      }
      program.on("error", fail);
      program.on("close", () => {
        if (printed.stdout.startsWith("{")) settle(JSON.parse(printed.stdout));
        else fail(FirsthandError.printed(printed.stderr));
      });
      // A program that ends early does not read it all.
      program.stdin.on("error", () => {});
      program.stdin.end(input);
    });
  }
}
