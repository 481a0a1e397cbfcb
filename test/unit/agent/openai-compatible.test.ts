import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { AIMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defaultModelSettings, type ModelSettings } from "../../../agent/models/model-settings.ts";
import { makeOpenAiModel } from "../../../agent/models/openai-model.ts";
import { usageOf } from "../../../agent/models/read-reply.ts";
import { chatDialects } from "../../support/chat-dialects.ts";
import {
  type ChatReply,
  type OpenAiServer,
  type OpenAiServerOptions,
  startOpenAiServer,
} from "../../support/openai-server.ts";

let server: OpenAiServer | undefined;
afterEach(async () => server?.close());

/** Asks for a streamed reply, the way the agent does, and collects the text as it arrives. */
class StreamReader extends BaseCallbackHandler {
  readonly name = "stream-reader";
  readonly lc_prefer_streaming = true;
  override awaitHandlers = true;
  readonly pieces: string[] = [];
  override handleLLMNewToken(token: string): void {
    if (token !== "") this.pieces.push(token);
  }
}

const searchTool = {
  name: "search_knowledge",
  description: "Searches.",
  schema: z.object({ query: z.string(), limit: z.number().optional() }),
};

async function ask(
  reply: ChatReply,
  options: OpenAiServerOptions & { readonly isStreamed: boolean; readonly settings?: Partial<ModelSettings> },
): Promise<{ message: AIMessage; pieces: readonly string[]; again(): Promise<AIMessage> }> {
  server = await startOpenAiServer(() => reply, options);
  const settings = { ...defaultModelSettings, ...options.settings };
  const model = makeOpenAiModel({ apiKey: "none", baseUrl: server.baseUrl, maxRetries: 0 }, "town-model", settings);
  const reader = new StreamReader();
  const callbacks = options.isStreamed ? [reader] : [];
  const invoke = () => model.bindTools([searchTool]).invoke("How wide must a lot be?", { callbacks });
  return { message: await invoke(), pieces: reader.pieces, again: invoke };
}

const answer = "Lots must be 70 feet wide [1]. Corner lots must be 90 feet wide [2].";
const twoCalls: ChatReply = {
  kind: "tools",
  calls: [
    { name: "search_knowledge", arguments: '{"query":"lot width","limit":5}' },
    { name: "search_knowledge", arguments: '{"query":"corner lots"}' },
  ],
};

for (const [server, dialect] of Object.entries(chatDialects)) {
  for (const isStreamed of [false, true]) {
    describe(`${server}, ${isStreamed ? "streamed" : "not streamed"}`, () => {
      it("returns the text of an answer without the model's reasoning, with token counts", async () => {
        const { message, pieces } = await ask({ kind: "text", text: answer }, { dialect, isStreamed });
        expect(message.text).toBe(answer);
        expect(message.response_metadata.finish_reason).toBe("stop");
        const usage = usageOf(message);
        expect(usage.inputTokens).toBeGreaterThan(0);
        expect(usage.outputTokens).toBeGreaterThan(0);
        if (isStreamed) expect(pieces.join("")).toBe(answer);
      });

      it("returns each of several tool calls once, with its arguments and an id", async () => {
        const { message, again } = await ask(twoCalls, { dialect, isStreamed });
        for (const reply of [message, await again()]) {
          expect(reply.tool_calls?.map(({ name, args }) => ({ name, args }))).toEqual([
            { name: "search_knowledge", args: { query: "lot width", limit: 5 } },
            { name: "search_knowledge", args: { query: "corner lots" } },
          ]);
          expect(new Set(reply.tool_calls?.map(({ id }) => id)).size).toBe(2);
          expect(reply.invalid_tool_calls ?? []).toEqual([]);
        }
      });
    });
  }
}

describe("a parameter that a server refuses", () => {
  const settings = { temperature: 0.2, reasoningEffort: "low", maxOutputTokens: 700 } as const;
  const sent = () => server?.requests[0];

  it("is renamed where the server names another, and left out where it names none", async () => {
    const dialect = chatDialects["openai, a reasoning model"];
    const { message } = await ask({ kind: "text", text: answer }, { dialect, isStreamed: true, settings });
    expect(message.text).toBe(answer);
    expect(sent()).toMatchObject({ max_completion_tokens: 700, reasoning_effort: "low" });
    expect(sent()).not.toHaveProperty("max_tokens");
    expect(sent()).not.toHaveProperty("temperature");
  });

  it("is left out when a validation error of the server points at it", async () => {
    await ask({ kind: "text", text: answer }, { dialect: chatDialects.vllm, isStreamed: false, settings });
    expect(sent()).toMatchObject({ temperature: 0.2, max_tokens: 700 });
    expect(sent()).not.toHaveProperty("reasoning_effort");
  });

  it("is left out of every later request too", async () => {
    const options = { dialect: chatDialects.azure, isStreamed: false, settings };
    const { again } = await ask({ kind: "text", text: answer }, options);
    await again();
    expect(server?.requests).toHaveLength(2);
    expect(server?.refused).toBe(1);
  });

  it("is an error when the request cannot do without it", async () => {
    const body = JSON.stringify({ error: { message: "Unknown model 'town-model'", param: "model", code: null } });
    const asked = ask({ kind: "status", status: 400, body }, { isStreamed: true });
    await expect(asked).rejects.toMatchObject({ status: 400 });
    expect(server?.requests).toHaveLength(1);
  });
});

describe("settings of a model", () => {
  it("are sent, and nothing else beside model, messages and tools", async () => {
    await ask({ kind: "text", text: answer }, { isStreamed: false });
    const { model, messages, tools, ...rest } = { ...server?.requests[0] };
    expect({ model, messages: Array.isArray(messages), tools: Array.isArray(tools) }).toEqual({
      model: "town-model",
      messages: true,
      tools: true,
    });
    expect(rest).toEqual({ max_tokens: defaultModelSettings.maxOutputTokens, stream: false });
  });
});

describe("a reply that went wrong", () => {
  for (const isStreamed of [false, true]) {
    const how = isStreamed ? "streamed" : "not streamed";

    it(`that is a refusal ends with content_filter (${how})`, async () => {
      const { message } = await ask({ kind: "refusal", refusal: "I cannot help with that." }, { isStreamed });
      expect(message.response_metadata.finish_reason).toBe("content_filter");
    });

    it(`that stopped for length says so (${how})`, async () => {
      const { message } = await ask({ kind: "text", text: "Lots must", finishReason: "length" }, { isStreamed });
      expect(message.response_metadata.finish_reason).toBe("length");
    });

    it(`that carries an error with status 200 is an error (${how})`, async () => {
      const asked = ask({ kind: "error-inside", code: 429, text: answer }, { isStreamed });
      await expect(asked).rejects.toThrow(/provider behind the stand-in failed/);
    });
  }

  it("that streams nothing where no tool was called is empty, and is asked for once more without streaming", async () => {
    const { message } = await ask({ kind: "text", text: "" }, { isStreamed: true });
    expect(message.text).toBe("");
    expect(server?.requests.map(({ stream }) => stream)).toEqual([true, false]);
  });
});

describe("a stream", () => {
  it("passes text on while the server is still writing", async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server = await startOpenAiServer(() => ({ kind: "text", text: answer }), { holdAfter: { events: 4, until: gate } });
    const model = makeOpenAiModel({ apiKey: "none", baseUrl: server.baseUrl }, "town-model", defaultModelSettings);
    const reader = new StreamReader();
    const reply = model.invoke("How wide?", { callbacks: [reader] });
    await expect.poll(() => reader.pieces.join("")).toBe(answer.slice(0, 21));
    open();
    expect((await reply).text).toBe(answer);
  });
});
