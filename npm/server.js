// One process of `firsthand mcp`, and requests to it over its standard input and output.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { FirsthandError } from "./error.js";

const PROTOCOL = "2025-11-25";
export const CLOSED = "the client is closed";
/** How much of what the program prints about errors is kept. */
const MAX_PRINTED = 4000;

/** A process of the program. What cannot be run at all is thrown. */
export function started(program, args, options) {
  try {
    return spawn(program, args, options);
  } catch (error) {
    throw FirsthandError.notRun(program, error);
  }
}

export class Server {
  #process;
  #lastId = 0;
  /** What waits for an answer, by the request's id. */
  #open = new Map();
  #printed = "";
  #started;
  #ended;
  #isClosed = false;

  constructor(program, args) {
    this.#process = started(program, args, { stdio: "pipe" });
    const { stdin, stdout, stderr } = this.#process;
    stderr.setEncoding("utf8").on("data", (text) => this.#keep(text));
    createInterface({ input: stdout }).on("line", (line) => this.#read(line));
    // Its requests fail when it has ended.
    stdin.on("error", () => {});
    this.#process.on("error", (error) => this.#end(FirsthandError.notRun(program, error)));
    this.#process.on("close", (_, endedBy) =>
      this.#end(this.#isClosed ? new FirsthandError(CLOSED) : FirsthandError.printed(this.#printed, endedBy)),
    );
    const hello = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "firsthand-js", version: "1" } };
    this.#started = this.#ask("initialize", hello, {}).then(
      () => this.#send({ method: "notifications/initialized" }),
      async (error) => {
        // A program that cannot serve says why in one sentence, and prints the hint, too, when it ends.
        await this.close();
        throw this.#printed ? FirsthandError.printed(this.#printed) : error;
      },
    );
    // The first request reports it.
    this.#started.catch(() => {});
  }

  /** Whether the process answers no more. */
  get hasEnded() {
    const { exitCode, signalCode } = this.#process;
    return Boolean(this.#ended) || exitCode !== null || signalCode !== null;
  }

  async request(method, params, options = {}) {
    await this.#started;
    options.signal?.throwIfAborted();
    return this.#ask(method, params, options);
  }

  async close() {
    if (this.#ended) return;
    this.#isClosed = !this.hasEnded;
    const closed = once(this.#process, "close");
    this.#process.stdin.end();
    const late = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
    await closed;
    clearTimeout(late);
  }

  #ask(method, params, { onProgress, signal }) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    const meta = onProgress ? { _meta: { progressToken: id } } : {};
    return new Promise((resolve, reject) => {
      const settled = () => signal?.removeEventListener("abort", abort);
      const cancel = (reason) => {
        if (!this.#open.delete(id)) return;
        settled();
        this.#send({ method: "notifications/cancelled", params: { requestId: id } });
        reject(reason);
      };
      const abort = () => cancel(signal.reason);
      signal?.addEventListener("abort", abort, { once: true });
      this.#open.set(id, { resolve, reject, cancel, onProgress, settled });
      this.#send({ id, method, params: { ...params, ...meta } });
    });
  }

  /** Keeps the end of what is printed: why the program ended. */
  #keep(text) {
    this.#printed = (this.#printed + text).slice(-MAX_PRINTED);
  }

  #send(message) {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #read(line) {
    const message = parsed(line);
    // A script that starts the program may print lines of its own.
    if (!message) return this.#keep(`${line}\n`);
    if (message.method === "notifications/progress") {
      const { progressToken, message: text } = message.params;
      const asked = this.#open.get(progressToken);
      try {
        asked?.onProgress?.(text ?? "");
      } catch (error) {
        // It ends the call that it was given to, and no other one.
        asked.cancel(error);
      }
      return;
    }
    const waiting = this.#open.get(message.id);
    if (message.method || !waiting) return;
    this.#open.delete(message.id);
    waiting.settled();
    if (message.error) waiting.reject(new FirsthandError(message.error.message));
    else waiting.resolve(message.result);
  }

  #end(error) {
    this.#ended ??= error;
    for (const waiting of this.#open.values()) {
      waiting.settled();
      waiting.reject(this.#ended);
    }
    this.#open.clear();
  }
}

/** A line's message; undefined where it is none. */
function parsed(line) {
  try {
    const message = JSON.parse(line);
    return message instanceof Object ? message : undefined;
  } catch {
    return undefined;
  }
}
