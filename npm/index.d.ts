// Questions about a repository, for programs.

import type { Impact, Intent, Report, SearchResult, Verification } from "./types.js";

export type * from "./types.js";

export interface Options {
  /**
   * Further options of `firsthand mcp`, such as `["--model", "anthropic:claude-haiku-4-5"]`. The packages of
   * `--with-deps=NAMES` are searched by all calls; the other options are for `explore` and `call`.
   */
  options?: readonly string[];
  /** The program, instead of the one in the package of this platform. */
  program?: string;
}

/** An aborted call stops its work, and rejects with the signal's reason. */
export interface Cancellable {
  signal?: AbortSignal;
}

export interface Question extends Cancellable {
  intent?: Intent;
  /** Guessed names. */
  words?: string | readonly string[];
  onProgress?: (message: string) => void;
}

export interface Search extends Cancellable {
  symbol?: string;
  relation?: "definition" | "callers" | "callees" | "references" | "implementors";
  /** A file, a folder or a glob. */
  path?: string;
  words?: string | readonly string[];
  limit?: number;
}

/** A tool as the Model Context Protocol lists it. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/**
 * Asks about the repository at `root`. One process answers all questions until `close`; what it has parsed makes the
 * next question faster. Calls may overlap.
 */
export class Firsthand {
  constructor(root?: string, options?: Options);
  /** Answers a question with a verified report; its `markdown` is what a model or a person reads. */
  explore(query: string, question?: Question): Promise<Report>;
  /** Finds places by words, or those that have a relation to a symbol; no model is called. */
  search(query?: string, search?: Search): Promise<SearchResult>;
  /** Compares a report, from now or from an earlier time, with the files as they are. */
  verify(report: Report, options?: Cancellable): Promise<Verification>;
  /** Lists what a change touches: `A..B`, `A...B`, a revision to compare the files with, or a unified diff. */
  impact(change?: string, options?: Cancellable & { diff?: string }): Promise<Impact>;
  /** The tools of the server, for a loop of your own. */
  tools(): Promise<Tool[]>;
  /** Calls a tool, and returns its text, which is for a model to read. */
  call(
    name: string,
    args?: Record<string, unknown>,
    options?: Cancellable & { onProgress?: (message: string) => void },
  ): Promise<string>;
  /** Ends the process; open calls fail. */
  close(): Promise<void>;
}

/** The program's error, in one sentence, with its hint if it has one. */
export class FirsthandError extends Error {
  readonly hint?: string;
}

/** The path of the program. */
export function programPath(): string;
