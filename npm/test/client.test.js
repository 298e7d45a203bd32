// Tests the package with a program: FIRSTHAND_PROGRAM names it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a dead process is started again, and a closed client says so", async () => {
  const script = join(root, "start.sh");
  const pid = join(root, "pid");
  writeFileSync(script, `#!/bin/sh\necho $$ > ${pid}\nexec ${program} "$@"\n`, { mode: 0o755 });
  const model = await silentModel();
  const code = new Firsthand(root, { options: ["--no-cache", ...model.options], program: script });
  clients.push(code);
  const asked = code.explore(QUESTION);
  await model.wasAsked;
  process.kill(Number(readFileSync(pid)), "SIGKILL");
  await assert.rejects(asked, { name: "FirsthandError", message: /SIGKILL/ });
  assert((await code.tools()).length > 0);
  const open = code.explore(QUESTION);
  await new Promise((resolve) => setImmediate(resolve));
  await code.close();
  await assert.rejects(open, /the client is closed/);
  model.close();
  const calls = [code.explore(QUESTION), code.search("basket"), code.verify({}), code.impact(), code.tools(), code.call("x")];
  for (const call of calls) await assert.rejects(call, { name: "FirsthandError", message: "the client is closed" });
});

test("what confines questions confines all calls", async () => {
  for (const options of [["--exclude", "shop.js"], ["--exclude=shop.js"], ["--max-steps", "3", "--exclude", "shop.js"]]) {
    const code = client(...options);
    const diff = "--- a/store.js\n+++ b/store.js\n@@ -2 +2 @@\n-export function persistBasket(b, c) {\n+export function persistBasket(basket) {\n";
    const results = [
      await code.search("checkout basket"),
      await code.search(undefined, { symbol: "persistBasket", relation: "callers" }),
      await code.impact(undefined, { diff }),
      await code.explore("checkout basket"),
    ];
    for (const result of results) assert.doesNotMatch(JSON.stringify(result), /shop\.js/);
  }
  await assert.rejects(client("--no-such-option").explore(QUESTION), /no-such-option/);
});

test("a report can be kept as JSON", async () => {
  const code = client();
  const report = await code.explore(QUESTION);
  const text = JSON.stringify(report);
  const withNulls = { ...report, absent: null, missing: report.missing ?? null };
  for (const kept of [report, text, JSON.parse(text), withNulls]) assert.equal((await code.verify(kept)).holds, true);
});

test("several roots have names", async () => {
  for (const name of ["web", "api"]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "shop.js"), FILES["shop.js"]);
  }
  const options = ["--no-cache", "--root", `api=${join(root, "api")}`];
  const code = new Firsthand(`web=${join(root, "web")}`, { options, program });
  clients.push(code);
  const found = await code.search(undefined, { symbol: "checkout" });
  assert.deepEqual(found.regions.map(({ path }) => path).sort(), ["api:/shop.js", "web:/shop.js"]);
  assert.match((await code.explore("where is checkout?")).primary[0].path, /^(web|api):\/shop\.js$/);
});

test("an aborted call rejects with the signal's reason", async () => {
  const code = client();
  const own = new Error("mine");
  for (const start of [(signal) => code.search("basket", { signal }), (signal) => code.impact("HEAD", { signal })]) {
    await assert.rejects(start(AbortSignal.abort(own)), own);
    const abort = new AbortController();
    const asked = start(abort.signal);
    abort.abort(own);
    await assert.rejects(asked, own);
  }
  await assert.rejects(code.search("basket", { signal: AbortSignal.timeout(0) }), { name: "TimeoutError" });
});

test("every failure is one error", async () => {
  const code = client();
  const calls = [
    () => code.search(undefined, { symbol: "a\0b" }),
    () => code.search(undefined, { path: "x".repeat(300_000) }),
    () => code.search(),
    () => code.search("basket", { limit: 0 }),
    async () => new Firsthand(root, { program: root }).explore(QUESTION),
  ];
  for (const call of calls) {
    await assert.rejects(call, (error) => {
      assert(error instanceof FirsthandError, error);
      assert.doesNotMatch(error.message, /Usage|--help|hint:|required arguments/);
      return true;
    });
  }
  assert((await code.search("where is the basket persisted? ".repeat(5_000))).regions.length > 0);
  assert((await code.search("basket", { noTests: true, include: "docs" })).regions.length > 0);
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
  assert.match(report, /store\.js:\d+-\d+, at 2 \(entry\) - It writes the basket\./);
  assert.doesNotMatch(report, /nowhere/);
});
