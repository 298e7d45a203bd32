// What `init --write` sets up, as each coding agent's own command line lists it; then a server that the agent adds itself,
// which rewrites the file, and `init --undo`, which takes back what `init` added and leaves the other server.
//
// Usage: listings.mjs PROGRAM PACKAGES GROUP [NAME…], with the program `firsthand`, the folder in which npm or pip
// installed the agents, and the group: `node` or `python`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [program, packages, group, ...only] = process.argv.slice(2);
/// The most milliseconds of one command.
const LIMIT = 120_000;
const MACHINE = `${process.platform}-${process.arch}`;

/** A program of a package; in the platform's package, where a script would have to copy it at the installation. */
const inModules = (path) => join(packages, "node_modules", path.replace("MACHINE", MACHINE));

/**
 * The agents that npm has: the command, the arguments that list the servers, what has to be in the list, the arguments that
 * add a server, where that needs no terminal, and the file of the servers.
 */
const NODE = {
  "claude-code": {
    command: inModules("@anthropic-ai/claude-code-MACHINE/claude"),
    list: ["mcp", "list"],
    listed: /firsthand: firsthand mcp - . Connected/,
    add: ["mcp", "add", "--scope", "user", "other", "--", "true"],
    file: ".claude.json",
  },
  codex: {
    command: inModules(".bin/codex"),
    list: ["mcp", "list"],
    listed: /firsthand +firsthand +mcp .*enabled/,
    add: ["mcp", "add", "other", "--", "true"],
    file: ".codex/config.toml",
  },
  "copilot-cli": {
    command: inModules(".bin/copilot"),
    list: ["mcp", "list"],
    listed: /firsthand \(local\)/,
    add: ["mcp", "add", "other", "--", "true"],
    file: ".copilot/mcp-config.json",
  },
  "gemini-cli": {
    command: inModules(".bin/gemini"),
    list: ["mcp", "list"],
    listed: /firsthand: firsthand mcp \(stdio\) - Connected/,
    add: ["mcp", "add", "--scope", "user", "other", "true"],
    file: ".gemini/settings.json",
  },
  "qwen-code": {
    command: inModules(".bin/qwen"),
    list: ["mcp", "list"],
    listed: /firsthand: firsthand mcp \(stdio\) - Connected/,
    add: ["mcp", "add", "--scope", "user", "other", "true"],
    file: ".qwen/settings.json",
  },
  opencode: {
    command: inModules("opencode-MACHINE/bin/opencode"),
    list: ["mcp", "list"],
    listed: /firsthand connected/,
    file: ".config/opencode/opencode.json",
  },
  kilo: {
    command: inModules("@kilocode/cli-MACHINE/bin/kilo"),
    list: ["mcp", "list"],
    listed: /firsthand connected/,
    file: ".config/kilo/kilo.jsonc",
  },
  cline: {
    command: inModules(".bin/cline"),
    list: ["config", "mcp"],
    listed: /firsthand \[stdio\]/,
    file: ".cline/data/settings/cline_mcp_settings.json",
  },
  amp: {
    command: inModules("@ampcode/cli-MACHINE/amp"),
    list: ["mcp", "list"],
    listed: /firsthand +command +firsthand mcp/,
    add: ["mcp", "add", "other", "--", "true"],
    file: ".config/amp/settings.json",
  },
  auggie: {
    command: inModules(".bin/auggie"),
    list: ["mcp", "list"],
    listed: /firsthand +stdio +firsthand mcp/,
    add: ["mcp", "add", "other", "--command", "true"],
    file: ".augment/settings.json",
  },
  factory: {
    command: inModules("@factory/cli-MACHINE/bin/droid"),
    list: ["mcp", "list"],
    listed: /firsthand +stdio +connected/,
    add: ["mcp", "add", "other", "true"],
    file: ".factory/mcp.json",
  },
};

/** A program in a package of Python, which does not say that it is one. */
function inLibrary(path) {
  const library = join(packages, "lib");
  const version = readdirSync(library).find((name) => name.startsWith("python"));
  const found = join(library, version, "site-packages", path);
  chmodSync(found, 0o755);
  return found;
}

/** The agents that PyPI has. */
const PYTHON = {
  grok: {
    command: group === "python" ? inLibrary("grok_cli_bin/bin/grok") : "",
    list: ["mcp", "doctor"],
    listed: /firsthand \(stdio: firsthand mcp\)[^]*handshake OK/,
    add: ["mcp", "add", "other", "--", "true"],
    file: ".grok/config.toml",
  },
};

/** What none of them may say of the files. */
const REFUSED = /Policy file error|Invalid (policy|configuration|settings)|not loaded|failed to parse/i;

function check(name, { command, list, listed, add, file }) {
  const home = mkdtempSync(join(tmpdir(), `firsthand-${name}-`));
  const [folder, bin] = [join(home, "shop"), join(home, "bin")];
  try {
    for (const made of [folder, bin]) mkdirSync(made);
    symlinkSync(program, join(bin, "firsthand"));
    writeFileSync(join(folder, "store.ts"), "export function persistBasket() {}\n");
    const env = {
      PATH: `${bin}:${process.env.PATH}`, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, ".config"), TMPDIR: home,
      CI: "1", TERM: "dumb", NO_COLOR: "1", GEMINI_CLI_TRUST_WORKSPACE: "true", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    };
    const run = (what, args) => {
      const { stdout, stderr, status, error } = spawnSync(what, args, { cwd: folder, env, encoding: "utf8", timeout: LIMIT });
      const printed = `${stdout}${stderr}`.replace(/\x1b\[[0-9;]*m/g, "");
      const context = `${name}: ${what} ${args.join(" ")}:\n${printed}\n(exit ${status ?? error})`;
      assert.equal(status, 0, context);
      return { printed, context };
    };
    const { printed: written } = run("firsthand", ["init", "--client", name, "--user", "--allow", "--hook", "--write"]);
    assert.doesNotMatch(written, /^ +left .* a (permission|hook)/m, `${name}: ${written}`);
    const { printed, context } = run(command, list);
    assert.match(printed, listed, context);
    assert.doesNotMatch(printed, REFUSED, context);
    if (add) run(command, add);
    const { context: undone } = run("firsthand", ["init", "--undo"]);
    const text = existsSync(join(home, file)) ? readFileSync(join(home, file), "utf8") : "";
    assert.doesNotMatch(text, /firsthand/, `${undone}\n${text}`);
    if (add) assert.match(text, /other/, `${undone}\n${text}`);
    console.log(`${name}: lists the server${add ? ", and its own file without it after the undo" : ""}`);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

for (const [name, agent] of Object.entries({ node: NODE, python: PYTHON }[group])) {
  if (only.length === 0 || only.includes(name)) check(name, agent);
}
