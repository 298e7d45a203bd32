// A host with a loop and a model of its own: Firsthand's registry, validator and renderer behind the profile `driven`.

import { Firsthand } from "../index.js";

/**
 * Explores until the model submits a report, and returns the verified report.
 *
 * `model` is the host's: it gets the conversation and the tools, and returns the calls that it wants to make, as
 * `{ name, args }`; `answers` of the host's turn are what the tools returned, in the same order.
 */
export async function explore(root, query, model, { options = [], program, maxTurns = 12 } = {}) {
  const code = new Firsthand(root, { options: ["--profile", "driven", ...options], program });
  try {
    const tools = (await code.tools()).filter(({ name }) => name !== "open" && name !== "report");
    const opened = await code.call("open", { query });
    const handle = /^Handle: (\S+)/.exec(opened)[1];
    const conversation = [{ role: "user", text: opened }];
    for (let turn = 0; turn < maxTurns; turn++) {
      const calls = await model(conversation, tools);
      if (!calls.length) break;
      // The server shows the places with ids, and accepts no others: there is nothing to check here.
      // What a tool refuses, such as a path that is not there, is an answer for the model to read.
      const call = ({ name, args }) => code.call(name, { ...args, handle }).catch((error) => error.message);
      const answers = await Promise.all(calls.map(call));
      conversation.push({ role: "assistant", calls }, { role: "tool", answers });
      if (answers.some((text) => text.startsWith("## explore_code report"))) break;
    }
    return await code.call("report", { handle });
  } finally {
    await code.close();
  }
}
