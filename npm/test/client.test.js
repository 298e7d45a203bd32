// Tests the package with a program: FIRSTHAND_PROGRAM names it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { explore } from "../examples/own_loop.js";
import { Firsthand, FirsthandError } from "../index.js";

const program = process.env.FIRSTHAND_PROGRAM;
const QUESTION = "where is the basket persisted?";
const FILES = {
  "store.js": "/** Keeps the basket. */\nexport function persistBasket(basket) {\n  write(basket);\n}\n",
  "shop.js": 'import { persistBasket } from "./store.js";\n\nexport const checkout = (basket) => persistBasket(basket);\n',
};

let root;
let clients;

beforeEach(() => {
  clients = [];
  root = mkdtempSync(join(tmpdir(), "firsthand-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
});

afterEach(async () => {
  for (const client of clients) await client.close();
  rmSync(root, { recursive: true });
});

function client(...options) {
  const made = new Firsthand(root, { options: ["--no-cache", ...options], program });
  clients.push(made);
  return made;
}

/** A model's server that takes requests and never answers. */
async function silentModel() {
  const model = {};
  model.wasAsked = new Promise((resolve) => (model.asked = resolve));
  model.wasLeft = new Promise((resolve) => (model.left = resolve));
  const server = createServer((socket) => {
    model.asked();
    socket.resume();
    socket.on("close", model.left);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  model.options = ["--model", "openai:silent", "--base-url", `http://127.0.0.1:${server.address().port}/v1`];
  model.close = () => server.close();
  return model;
}

test("a change touches the callers of what it changes", async () => {
  const [before, after] = ["export function persistBasket(basket, force) {", "export function persistBasket(basket) {"];
  const diff = `--- a/store.js\n+++ b/store.js\n@@ -2 +2 @@\n-${before}\n+${after}\n`;
  const impact = await client().impact(undefined, { diff });
  assert.deepEqual(impact.changed.map(({ name }) => name), ["persistBasket"]);
  assert.deepEqual(impact.affected.map(({ path, line }) => [path, line]), [["shop.js", 3]]);
  await assert.rejects(client().impact("no-such-revision"), FirsthandError);
});

test("reports hold until a file changes", async () => {
  const code = client();
  const steps = [];
  const onProgress = (step) => steps.push(step);
  const report = await code.explore(QUESTION, { intent: "locate", words: ["persist"], onProgress });
  assert.equal(report.schema, "firsthand.report/2");
  assert.equal(report.primary[0].path, "store.js");
  assert.match(report.markdown, /store\.js/);
  assert(steps.length > 0);
  assert.equal((await code.verify(report)).holds, true);
  writeFileSync(join(root, "store.js"), "export const other = 1;\n");
  assert.equal((await code.verify(report)).holds, false);
});

test("one process answers many questions at once", async () => {
  const code = client();
  const queries = Array.from({ length: 8 }, (_, number) => `${QUESTION} ${number}`);
  const reports = await Promise.all(queries.map((query) => code.explore(query)));
  assert.deepEqual(reports.map((report) => report.query), queries);
});

test("searches list places and relations", async () => {
  const code = client();
  const found = await code.search("basket", { words: ["persist"], limit: 1 });
  assert.deepEqual(found.regions.map((region) => region.symbol.name), ["persistBasket"]);
  const callers = await code.search(undefined, { symbol: "persistBasket", relation: "callers" });
  assert(callers.sites.some((site) => site.path === "shop.js" && site.line === 3));
  assert.deepEqual((await code.search(undefined, { symbol: "noSuchName" })).regions, []);
});

test("an aborted question stops its work", async () => {
  const model = await silentModel();
  const code = client(...model.options);
  const abort = new AbortController();
  const asked = code.explore(QUESTION, { signal: abort.signal });
  await model.wasAsked;
  abort.abort();
  await assert.rejects(asked, { name: "AbortError" });
  await model.wasLeft;
  model.close();
});

test("errors have the hint of the command line", async () => {
  const missing = new Firsthand(join(root, "missing"), { program });
  await assert.rejects(missing.explore(QUESTION), (error) => {
    assert(error instanceof FirsthandError);
    assert.match(error.message, /does not exist/);
    assert.match(error.hint, /--root/);
    return true;
  });
  await assert.rejects(client().search("basket", { relation: "cousins", symbol: "basket" }), /cousins/);
  await assert.rejects(client().explore(""), FirsthandError);
  await assert.rejects(new Firsthand(root, { program: join(root, "none") }).explore(QUESTION), { code: "ENOENT" });
});

test("a callback that throws ends its own call alone", async () => {
  const code = client();
  const onProgress = () => {
    throw new RangeError("its own");
  };
  await assert.rejects(code.explore(QUESTION, { onProgress }), RangeError);
  assert.equal((await code.explore(QUESTION)).primary[0].path, "store.js");
});

test("lines that are no messages are passed over", async () => {
  const script = join(root, "start.sh");
  writeFileSync(script, `#!/bin/sh\necho "a notice"\necho 5\nexec ${program} "$@"\n`, { mode: 0o755 });
  const code = new Firsthand(root, { options: ["--no-cache"], program: script });
  clients.push(code);
  assert.equal((await code.explore(QUESTION)).primary[0].path, "store.js");
});

test("a text is one word", async () => {
  const code = client();
  const [text, list] = [await code.search("basket", { words: "persist" }), await code.search("basket", { words: ["persist"] })];
  assert.deepEqual(text.regions, list.regions);
  assert.equal((await code.explore("zebra", { words: "persistBasket" })).primary[0].path, "store.js");
});

test("packages are searched by all calls", async () => {
  const folder = join(root, "node_modules", "zebra");
  mkdirSync(folder, { recursive: true });
  const packages = { "node_modules/zebra": { version: "1.0.0" } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "zebra", version: "1.0.0" }));
  writeFileSync(join(folder, "index.js"), "export function stripePattern() {}\n");
  const code = client("--with-deps=zebra");
  const report = await code.explore("stripePattern");
  assert.match(report.primary[0].path, /^dep:zebra@1\.0\.0:\//);
  assert.equal((await code.verify(report)).holds, true);
  const found = await code.search(undefined, { symbol: "stripePattern" });
  assert.match(found.regions[0].path, /^dep:zebra@1\.0\.0:\//);
});

test("a host's own loop gets a verified report", async () => {
  const turns = [
    () => [
      { name: "search_code", args: { query: "persist basket" } },
      { name: "grep", args: { pattern: "basket", path: "nosuch" } },
    ],
    (conversation) => {
      assert.match(conversation.at(-1).answers[1], /nosuch/);
      const id = /store\.js \[(c\d+)\]/.exec(conversation.at(-1).answers[0])[1];
      const quote = "export function persistBasket(basket) {";
      const link = (text) => ({ candidateId: id, role: "entry", fact: "It writes the basket.", quote: text });
      const flow = [link(quote), link("this line is nowhere")];
      const args = { primaryCandidateIds: [id], flow, confidence: "high", recommendedPrimaryAction: "answer_from_report" };
      return [{ name: "submit_report", args }];
    },
    () => [],
  ];
  let turn = 0;
  const model = async (conversation, tools) => {
    assert(tools.some(({ name, inputSchema }) => name === "submit_report" && inputSchema.properties));
    return turns[turn++](conversation);
  };
  const report = await explore(root, QUESTION, model, { options: ["--no-cache"], program });
  assert.match(report, /^## explore_code report/);
  assert.match(report, /store\.js:\d+-\d+ \(entry\) - It writes the basket\./);
  assert.doesNotMatch(report, /nowhere/);
});
