// Coding agents as clients of the server, and the examples for frameworks: each runs with a scripted model on loopback,
// which calls `explore_code` once and records what the agent then hands to its model. The model has to see the report's
// text.
//
// Usage: agents.mjs PROGRAM PACKAGES GROUP [NAME…], with the program `firsthand`, the folder in which npm or pip
// installed the packages, and the group: `agents`, or the frameworks of `python` or `node`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [program, packages, group, ...only] = process.argv.slice(2);
const repository = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const QUESTION = "where is a basket persisted?";
const TOOL = "explore_code";
/// The most milliseconds of one agent's run.
const LIMIT = 120_000;
/// How the packages of a platform end: no script runs at the installation that would copy their programs elsewhere.
const MACHINE = `${process.platform}-${process.arch}`;

/** The name under which a request lists the tool `wanted`, with the namespace around it where the API has such. */
function listedTool(tools, wanted) {
  for (const tool of tools ?? []) {
    const own = tool.name ?? tool.function?.name;
    if (own?.endsWith(wanted)) return { name: own };
    for (const inner of tool.tools ?? tool.functionDeclarations ?? tool.function_declarations ?? []) {
      if (inner.name?.endsWith(wanted)) return { name: inner.name, namespace: tool.name };
    }
  }
  return undefined;
}

/** The next call of the scripted model: the tool, or first a search for it by agents that list no tools of servers. */
function nextCall(tools, seen, args) {
  const tool = listedTool(tools, TOOL);
  if (tool) return { ...tool, id: "call_tool", args };
  const search = seen.searched ? undefined : listedTool(tools, "tool_search");
  seen.searched ||= search !== undefined;
  return search && { ...search, id: "call_search", args: { query: `select:mcp__firsthand__${TOOL}` } };
}

const asText = (content) =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? JSON.stringify(part)).join("\n");

/** The APIs of model services: what a request says, and how a turn is written as events. */
const APIS = {
  anthropic: {
    result: (body) => {
      const parts = (body.messages ?? []).flatMap((message) => (Array.isArray(message.content) ? message.content : []));
      const result = parts.findLast((part) => part.type === "tool_result");
      return result && asText(result.content);
    },
    whole: (call) => {
      const block = call ? { type: "tool_use", id: call.id, name: call.name, input: call.args } : { type: "text", text: "Done." };
      const usage = { input_tokens: 1, output_tokens: 1 };
      const stop_reason = call ? "tool_use" : "end_turn";
      return { id: "m1", type: "message", role: "assistant", model: "scripted", content: [block], stop_reason, stop_sequence: null, usage };
    },
    events: (call) => {
      const block = call
        ? { type: "tool_use", id: call.id, name: call.name, input: {} }
        : { type: "text", text: "" };
      const delta = call
        ? { type: "input_json_delta", partial_json: JSON.stringify(call.args) }
        : { type: "text_delta", text: "Done." };
      const usage = { input_tokens: 1, output_tokens: 1 };
      const message = { id: "m1", type: "message", role: "assistant", model: "scripted", content: [], stop_reason: null, usage };
      return [
        { type: "message_start", message },
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn" }, usage },
        { type: "message_stop" },
      ];
    },
  },
  responses: {
    result: (body) => {
      const found = (body.input ?? []).findLast((item) => item.type === "function_call_output");
      return found && asText(found.output?.content ?? found.output);
    },
    whole: (call) => {
      const item = call
        ? { type: "function_call", id: "f1", call_id: call.id, name: call.name, arguments: JSON.stringify(call.args), status: "completed" }
        : { type: "message", id: "t1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done.", annotations: [] }] };
      const usage = {
        input_tokens: 1, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 2,
      };
      return {
        id: "r1", object: "response", created_at: 1, model: "scripted", status: "completed", output: [item], usage,
        parallel_tool_calls: true, tool_choice: "auto", tools: [], error: null, incomplete_details: null, instructions: null, metadata: {},
      };
    },
    events: (call) => {
      const item = call
        ? { type: "function_call", id: "f1", call_id: call.id, name: call.name, namespace: call.namespace, arguments: JSON.stringify(call.args) }
        : { type: "message", id: "t1", role: "assistant", content: [{ type: "output_text", text: "Done." }] };
      const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
      return [
        { type: "response.created", response: { id: "r1" } },
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response: { id: "r1", usage } },
      ];
    },
  },
  chat: {
    result: (body) => {
      const found = (body.messages ?? []).findLast((message) => message.role === "tool");
      return found && asText(found.content);
    },
    whole: (call) => {
      const written = call && [{ id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } }];
      const message = { role: "assistant", content: call ? null : "Done.", tool_calls: written };
      const choices = [{ index: 0, message, finish_reason: call ? "tool_calls" : "stop" }];
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      return { id: "r1", object: "chat.completion", created: 1, model: "scripted", choices, usage };
    },
    events: (call) => {
      const written = call && { index: 0, id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } };
      const chunk = (delta, finish_reason = null) => ({
        id: "r1", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [{ index: 0, delta, finish_reason }],
      });
      return [
        chunk(call ? { role: "assistant", content: null, tool_calls: [written] } : { role: "assistant", content: "Done." }),
        { ...chunk({}, call ? "tool_calls" : "stop"), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
      ];
    },
    end: "data: [DONE]\n\n",
  },
  gemini: {
    result: (body) => {
      const parts = (body.contents ?? []).flatMap((content) => content.parts ?? []);
      const found = parts.findLast((part) => part.functionResponse);
      return found && JSON.stringify(found.functionResponse.response).replaceAll("\\n", "\n");
    },
    whole: (call) => APIS.gemini.events(call)[0],
    events: (call) => {
      const part = call ? { functionCall: { name: call.name, args: call.args } } : { text: "Done." };
      const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
      return [{ candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }], usageMetadata }];
    },
  },
};

/** The agents: their API, the files that set them up, and how one is run. */
const AGENTS = {
  "claude-code": {
    api: "anthropic",
    files: ({ server }) => ({ "mcp.json": { mcpServers: { firsthand: server } } }),
    run: ({ home, url }) => ({
      command: join(packages, `node_modules/@anthropic-ai/claude-code-${MACHINE}/claude`),
      args: ["-p", QUESTION, "--mcp-config", join(home, "mcp.json"), "--strict-mcp-config", "--allowedTools", `mcp__firsthand__${TOOL}`],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    }),
  },
  codex: {
    api: "responses",
    files: ({ url, server }) => ({
      ".codex/config.toml": [
        'model = "scripted"', 'model_provider = "scripted"', 'approval_policy = "never"',
        "[model_providers.scripted]", 'name = "scripted"', `base_url = ${JSON.stringify(`${url}/v1`)}`, 'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        "[mcp_servers.firsthand]", `command = ${JSON.stringify(server.command)}`, `args = ${JSON.stringify(server.args)}`,
        'default_tools_approval_mode = "approve"',
      ].join("\n"),
    }),
    run: ({ home }) => ({
      command: join(packages, "node_modules/.bin/codex"),
      args: ["exec", "--skip-git-repo-check", "--sandbox", "read-only", QUESTION],
      env: { CODEX_HOME: join(home, ".codex"), SCRIPTED_KEY: "none" },
    }),
  },
  opencode: {
    api: "chat",
    files: ({ url, server }) => ({
      ".config/opencode/opencode.json": {
        model: "scripted/scripted",
        autoupdate: false,
        share: "disabled",
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { scripted: { name: "scripted" } },
          },
        },
        mcp: { firsthand: { type: "local", command: [server.command, ...server.args], enabled: true } },
      },
    }),
    run: () => ({ command: join(packages, `node_modules/opencode-${MACHINE}/bin/opencode`), args: ["run", QUESTION], env: {} }),
  },
  "gemini-cli": {
    api: "gemini",
    files: ({ server }) => ({
      ".gemini/settings.json": {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { firsthand: { ...server, trust: true } },
      },
    }),
    run: ({ url }) => ({
      command: join(packages, "node_modules/.bin/gemini"),
      args: ["--skip-trust", "-p", QUESTION, "-m", "gemini-2.5-flash"],
      env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    }),
  },
  "qwen-code": {
    api: "chat",
    files: ({ server }) => ({
      ".qwen/settings.json": {
        security: { auth: { selectedType: "openai" } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { firsthand: { ...server, trust: true } },
      },
    }),
    run: ({ url }) => ({
      command: join(packages, "node_modules/.bin/qwen"),
      args: ["-p", QUESTION, "--model", "scripted"],
      env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "scripted" },
    }),
  },
};

/** The arguments of the examples' own tools. */
const ASKED = { question: QUESTION, words: ["basket"] };

/** An example for a framework of Python, with what its model's service is called in the environment. */
const python = (example, api, keys, args) => ({
  api,
  args,
  files: () => ({}),
  prepare: ({ home }) => {
    // Where `pip install --user` puts the program.
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    symlinkSync(program, join(home, ".local/bin/firsthand"));
  },
  run: ({ home, url }) => ({
    command: join(packages, process.platform === "win32" ? "Scripts/python" : "bin/python"),
    args: [join(repository, "python/examples", example), join(home, "shop"), QUESTION],
    env: { ...keys(url), PYTHONPATH: join(repository, "python") },
  }),
});

const openAi = (url) => ({ OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${url}/v1`, OPENAI_AGENTS_DISABLE_TRACING: "1" });
const anthropic = (url) => ({ ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: url, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" });

/** The examples in `python/examples` and `npm/examples`. */
const PYTHON = {
  "openai-agents": python("openai_agents.py", "responses", openAi, ASKED),
  deepagents: python("deep_agent.py", "anthropic", anthropic, ASKED),
  "pydantic-ai": python("pydantic_agent.py", "chat", openAi, ASKED),
  "claude-agent-sdk": python("claude_agent.py", "anthropic", anthropic),
};

const NODE = {
  "ai-sdk": {
    api: "responses",
    args: ASKED,
    files: () => ({}),
    prepare: ({ home }) => {
      // As npm installs the package: beside the framework, with the program in the package of a platform.
      const platform = `@firsthand/${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`;
      const modules = join(packages, "node_modules");
      rmSync(join(modules, "firsthand"), { recursive: true, force: true });
      rmSync(join(modules, platform), { recursive: true, force: true });
      cpSync(join(repository, "npm"), join(modules, "firsthand"), { recursive: true });
      const about = JSON.parse(readFileSync(join(repository, "npm/package.json"), "utf8"));
      const chosen = { ...about, optionalDependencies: { [platform]: "0" } };
      writeFileSync(join(modules, "firsthand/package.json"), JSON.stringify(chosen));
      mkdirSync(join(modules, platform, "bin"), { recursive: true });
      writeFileSync(join(modules, platform, "package.json"), JSON.stringify({ name: platform, version: "0.0.0" }));
      symlinkSync(program, join(modules, platform, "bin/firsthand"));
      symlinkSync(modules, join(home, "node_modules"), "dir");
      copyFileSync(join(repository, "npm/examples/ai_sdk.js"), join(home, "ai_sdk.mjs"));
    },
    run: ({ home, url }) => ({
      command: process.execPath,
      args: [join(home, "ai_sdk.mjs"), join(home, "shop"), QUESTION],
      env: openAi(url),
    }),
  },
};

const GROUPS = { agents: AGENTS, python: PYTHON, node: NODE };

/** Serves a model that calls the tool once; `seen` gets what the model was shown. */
async function scriptedModel(api, args, seen) {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (data) => (text += data));
    request.on("end", () => {
      const body = text.startsWith("{") ? JSON.parse(text) : {};
      seen.requests.push(`${request.method} ${request.url} ${listedTool(body.tools, TOOL)?.name ?? "without the tool"}`);
      if (request.method !== "POST" || /count_?tokens/i.test(request.url)) {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ data: [], models: [], input_tokens: 1, totalTokens: 1 }));
        return;
      }
      if (seen.called) seen.result ??= api.result(body);
      const call = seen.called ? undefined : nextCall(body.tools, seen, args);
      seen.called ||= call?.id === "call_tool";
      if (body.stream === true || request.url.includes("stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const lines = api.events(call).map((event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
        response.end(lines.join("") + (api.end ?? ""));
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(api.whole(call)));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

/** Runs an agent to its end, and returns what it printed. */
function finished({ command, args, env }, folder, home) {
  const kept = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, ".config"), TMPDIR: home, CI: "1" };
  const agent = spawn(command, args, { cwd: folder, env: { ...kept, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let printed = "";
  agent.stdout.on("data", (data) => (printed += data));
  agent.stderr.on("data", (data) => (printed += data));
  const timer = setTimeout(() => process.kill(-agent.pid, "SIGKILL"), LIMIT);
  return new Promise((resolve) => {
    agent.on("error", (error) => resolve(String(error)));
    agent.on("close", (code) => {
      clearTimeout(timer);
      resolve(`${printed}\n(exit ${code})`);
    });
  });
}

async function check(name, { api, args = { query: QUESTION }, files, prepare, run }) {
  const home = mkdtempSync(join(tmpdir(), `firsthand-${name}-`));
  const folder = join(home, "shop");
  const seen = { requests: [], called: false, searched: false, result: undefined };
  const { server: model, url } = await scriptedModel(APIS[api], args, seen);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "store.ts"), "/** Keeps the basket. */\nexport function persistBasket(basket: Basket) {\n  write(basket);\n}\n");
    const server = { command: program, args: ["mcp", "--root", folder] };
    const setup = { home, url, server };
    for (const [path, content] of Object.entries(files(setup))) {
      mkdirSync(join(home, path, ".."), { recursive: true });
      writeFileSync(join(home, path), typeof content === "string" ? content : JSON.stringify(content));
    }
    prepare?.(setup);
    const printed = await finished(run(setup), folder, home);
    const context = `${name}:\n${seen.requests.join("\n")}\n${printed}`;
    assert(seen.result, `no result reached the model of ${context}`);
    for (const expected of ["## explore_code report", "store.ts:", "Read:", "Missing:"]) {
      const plain = seen.result.replaceAll('\\"', '"');
      assert(plain.includes(expected), `\`${expected}\` is not in what the model of ${context}\nread:\n${seen.result}`);
    }
    console.log(`${name}: its model read the report, ${seen.result.length} characters`);
  } finally {
    model.close();
    model.closeAllConnections();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

for (const [name, agent] of Object.entries(GROUPS[group])) {
  if (only.length === 0 || only.includes(name)) await check(name, agent);
}
