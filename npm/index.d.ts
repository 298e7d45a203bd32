// Questions about a repository, for programs.

import type { Impact, Intent, Report, SearchResult, Verification } from "./types.js";

export type * from "./types.js";

export interface Options {
  /**
   * Further options of `firsthand mcp`, such as `["--model", "anthropic:claude-haiku-4-5"]`. Roots and packages hold for
   * all calls, excluded files and the cache for all but `verify`; the others are for `explore` and `call`.
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
  relation?: Relation;
  /** A file, a folder or a glob. */
  path?: string;
  words?: string | readonly string[];
  limit?: number;
  /** Kinds of files that rank like others. */
  include?: Kind | readonly Kind[];
  noTests?: boolean;
}

export type Kind = "tests" | "generated" | "docs";

export type Relation =
  | "definition"
  | "callers"
  | "callees"
  | "references"
  | "implementors"
  | "siblings"
  | "texts"
  | "files"
  | "registrations"
  | "numbers";

/** A tool as the Model Context Protocol lists it. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/**
 * Asks about the repository at `root`, a folder or `NAME=FOLDER`. One process answers all questions until `close`; what it
 * has parsed makes the next question faster. If it has died, the next question starts it again. Calls may overlap.
 */
export class Firsthand {
  constructor(root?: string, options?: Options);
  /** Answers a question with a verified report; its `markdown` is what a model or a person reads. */
  explore(query: string, question?: Question): Promise<Report>;
  /** Finds places by words, or those that have a relation to a symbol; no model is called. */
  search(query?: string, search?: Search): Promise<SearchResult>;
  /** Compares a report, from now or kept as JSON from an earlier time, with the files as they are. */
  verify(report: Report | string, options?: Cancellable): Promise<Verification>;
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
  /** Ends the process; open calls fail, and so do later ones. */
  close(): Promise<void>;
}

/** The program's error, in one sentence; its hint, if it has one, is beside it. */
export class FirsthandError extends Error {
  readonly hint?: string;
  /** The system's code, such as `ENOENT`, where the program cannot be run. */
  readonly code?: string;
}

/** The path of the program. */
export function programPath(): string;
