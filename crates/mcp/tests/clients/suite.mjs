// Drives the server through the TypeScript SDK: over stdio and HTTP, in both profiles.
//
// node suite.mjs PROGRAM

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The packages are installed outside of the sources.
const packages = createRequire(join(resolve(process.argv[3]), "package.json"));
const sdk = async (path) => import(pathToFileURL(packages.resolve(`@modelcontextprotocol/sdk/${path}`)));
const { Client } = await sdk("client/index.js");
const { StdioClientTransport } = await sdk("client/stdio.js");
const { StreamableHTTPClientTransport } = await sdk("client/streamableHttp.js");

const PROGRAM = resolve(process.argv[2]);
const FILES = {
  "src/store.ts":
    "import { lockRows } from './rows';\n\n/** Keeps the basket. */\nexport function persistBasket(basket: Basket) {\n" +
    "  lockRows(basket.id);\n  write(basket);\n}\n",
  "src/rows.ts": "export function lockRows(id: string) {\n  held.add(id);\n}\n",
  "src/app.ts":
    "import { persistBasket } from './store';\n\nexport function checkout(basket: Basket) {\n  persistBasket(basket);\n}\n",
};

/** A model's server that takes requests and never answers: it sees when the other side gives up. */
async function silentModel() {
  const model = {};
  const asked = new Promise((resolve) => (model.wasAsked = resolve));
  const givenUp = new Promise((resolve) => (model.wasGivenUp = resolve));
  const server = createServer((socket) => {
    model.wasAsked();
    socket.resume();
    socket.on("close", model.wasGivenUp);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const flags = ["--model", "openai:silent", "--base-url", `http://127.0.0.1:${server.address().port}/v1`];
  return { asked, givenUp, flags, close: () => server.close() };
}

/** Does something with a client of a server of its own. */
async function served(transport, root, flags, work) {
  const args = ["mcp", "--no-cache", "--root", root, ...flags];
  const client = new Client({ name: "suite", version: "1" });
  if (transport === "stdio") {
    await client.connect(new StdioClientTransport({ command: PROGRAM, args, stderr: "inherit" }));
    await work(client);
    await client.close();
    return;
  }
  const server = spawn(PROGRAM, [...args, "--http", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  server.stdout.on("data", (data) => (written += data));
  const [said] = await once(server.stderr, "data");
  const http = new StreamableHTTPClientTransport(new URL(/http:\/\/\S+/.exec(said)[0]));
  await client.connect(http);
  await work(client);
  await http.terminateSession();
  await client.close();
  server.kill();
  await once(server, "exit");
  assert.equal(written, "", "nothing but the protocol is written");
}

const textOf = (result) => result.content[0].text;
const call = (client, name, args, options) => client.callTool({ name, arguments: args }, undefined, options);

async function explore(client) {
  assert.equal(client.getServerVersion().name, "firsthand");
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["explore_code", "search_code", "impact_of_change", "verify_report"]);
  assert(tools.every((tool) => tool.annotations.readOnlyHint));

  const steps = [];
  const asked = { query: "where is the basket persisted?", intent: "locate" };
  const result = await call(client, "explore_code", asked, { onprogress: (step) => steps.push(step) });
  assert(textOf(result).startsWith("## explore_code report\n"), textOf(result));
  assert.equal(result.structuredContent, undefined, "some clients would hide the text from their model");
  // This client drops what it reads together with the result.
  assert(steps.every((step, at) => step.progress === at + 1 && step.message), JSON.stringify(steps));

  const found = await call(client, "search_code", { symbol: "lockRows", relation: "callers" });
  assert(textOf(found).includes("lockRows(basket.id)"), textOf(found));
  const refused = await call(client, "explore_code", { query: "x", root: "/etc" });
  assert(refused.isError && textOf(refused).includes("not allowed"), textOf(refused));
  await assert.rejects(call(client, "no_such_tool", {}), { code: -32602 });

  const { resources } = await client.listResources();
  assert.deepEqual(resources.map((r) => r.mimeType), ["text/markdown", "application/json", "application/jsonl"]);
  const read = async (uri) => (await client.readResource({ uri })).contents[0].text;
  assert.equal(await read(resources[0].uri), textOf(result));
  const [above] = JSON.parse(await read(resources[1].uri)).markdown.split("\n```json\n");
  assert.equal(above, textOf(result), "the block is for programs");
  await assert.rejects(read("firsthand://reports/none"));
  const { structuredContent } = await call(client, "explore_code", { ...asked, structured: true });
  assert.equal(structuredContent.schema, "firsthand.report/2");
  assert.equal(structuredContent.primary[0].path, "src/store.ts");
}

async function drive(client) {
  const opened = textOf(await call(client, "open", { query: "how is a basket kept?" }));
  const handle = /^Handle: (\w+)/.exec(opened)[1];
  const found = textOf(await call(client, "search_code", { handle, query: "persist basket" }));
  const seen = /#### src\/store.ts \[(c\d+)\]/.exec(found)[1];
  const reads = Object.keys(FILES).map(async (path) => {
    const answer = await call(client, "read_file", { handle, path });
    assert(textOf(answer).includes(path), textOf(answer));
  });
  await Promise.all(reads);
  const report = (quote) => ({
    handle, primaryCandidateIds: [seen], confidence: "high", recommendedPrimaryAction: "answer_from_report",
    flow: [{ candidateId: seen, role: "store", fact: "Writes the basket.", quote }],
  });
  const gap = await call(client, "submit_report", report("no such line"));
  assert(textOf(gap).includes("Your report has a gap"), textOf(gap));
  const ended = await call(client, "submit_report", { ...report("write(basket);"), structured: true });
  assert.equal(ended.structuredContent.confidence, "high");
  assert.deepEqual(ended.structuredContent.flow[0].quote, { text: "write(basket);", line: 6 });
  assert.equal(textOf(await call(client, "report", { handle })), textOf(ended));
  const unknown = await call(client, "report", { handle: "0".repeat(32) });
  assert(unknown.isError && textOf(unknown).includes("no exploration of this handle"));
}

/** A call that is given up gives the model's connection up, too. */
async function cancel(client, model) {
  const gone = new AbortController();
  const calling = call(client, "explore_code", { query: "where is the basket persisted?" }, { signal: gone.signal });
  await model.asked;
  gone.abort();
  await assert.rejects(calling);
  await model.givenUp;
  assert((await client.listTools()).tools.length > 0, "the server goes on");
}

const root = mkdtempSync(join(tmpdir(), "firsthand-"));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
// What hangs fails instead.
const late = setTimeout(() => { console.error("too late"); process.exit(1); }, 60_000);
for (const transport of ["stdio", "http"]) {
  await served(transport, root, [], explore);
  await served(transport, root, ["--profile", "driven"], drive);
  const model = await silentModel();
  await served(transport, root, model.flags, (client) => cancel(client, model));
  model.close();
  console.log(`ok: ${transport}`);
}
clearTimeout(late);
rmSync(root, { recursive: true });
