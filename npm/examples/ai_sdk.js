// Firsthand as a tool of the Vercel AI SDK: `npm install firsthand ai @ai-sdk/openai zod`, and a key in OPENAI_API_KEY.
//
//     node ai_sdk.js path/to/repository "where is the cache invalidated?"

import { openai } from "@ai-sdk/openai";
import { generateText, stepCountIs, tool } from "ai";
import { Firsthand } from "firsthand";
import { z } from "zod";

const [root, question] = process.argv.slice(2);
const code = new Firsthand(root);

const explore_code = tool({
  description: "Answers a question about the repository with places and quotes that were checked against the files.",
  inputSchema: z.object({
    question: z.string().describe("One whole question, with every name in it."),
    words: z.array(z.string()).describe("Three to eight words or names that the code probably uses for it: guess."),
  }),
  execute: ({ question, words }, { abortSignal }) => code.call("explore_code", { query: question, words }, { signal: abortSignal }),
});

try {
  const model = openai("gpt-5-mini");
  const { text } = await generateText({ model, tools: { explore_code }, stopWhen: stepCountIs(8), prompt: question });
  console.log(text);
} finally {
  await code.close();
}
