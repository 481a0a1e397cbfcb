import { afterEach, describe, expect, it } from "vitest";
import {
  type ModelCall,
  type ModelSettings,
  makeAgent,
  makeModelCatalogue,
  type OnModelCall,
  type TurnEvent,
  type TurnOptions,
} from "../../../agent/index.ts";
import type { PreviousTurn } from "../../../agent/turn.ts";
import { citePassage } from "../../../retrieval/index.ts";
import { type ChatDialect, openai } from "../../support/chat-dialects.ts";
import {
  type ChatReply,
  type ChatRequest,
  type OpenAiServer,
  type OpenAiServerOptions,
  startOpenAiServer,
} from "../../support/openai-server.ts";
import { anyScope, citeSpanOf, passagesOf, retrieverOf, verifierOf } from "../../support/passages.ts";

const passages = passagesOf([
  {
    headings: ["3.4 Village District (V)"],
    page: 9,
    text: "The minimum lot area in the Village District shall be 7,000 square feet. Corner lots shall have at least 9,000 square feet.",
  },
  { headings: ["5.1 Fences"], page: 20, text: "Fences shall not exceed four feet in height in a front yard." },
]);
const search: ChatReply = { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"lot area"}' }] };
const say = (text: string): ChatReply => ({ kind: "text", text });
const lotArea = "The minimum lot area in the Village District is 7,000 square feet [1].";
const cornerLots = "Corner lots must have at least 9,000 square feet [1].";
/** Each sentence is cited by the span that says it, so the second of an answer has the second marker. */
const both = (separator: string) => `${lotArea}${separator}${cornerLots.replace("[1]", "[2]")}`;

let server: OpenAiServer | undefined;
afterEach(async () => server?.close());

interface Asked extends Pick<TurnOptions, "budget" | "signal"> {
  readonly question?: string;
  readonly settings?: Partial<ModelSettings>;
  readonly previousTurns?: readonly PreviousTurn[];
  readonly server?: OpenAiServerOptions;
  readonly onModelCall?: OnModelCall;
}

async function ask(reply: (request: ChatRequest, call: number) => ChatReply | Promise<ChatReply>, asked: Asked = {}) {
  server = await startOpenAiServer(reply, asked.server);
  const events: TurnEvent[] = [];
  const agent = makeAgent({
    retriever: retrieverOf(passages),
    catalogue: makeModelCatalogue({
      endpoint: { apiKey: "none", baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 },
      remoteModelIds: ["town-model"],
      modelSettings: { "*": asked.settings ?? {} },
      onModelCall: asked.onModelCall,
    }),
    citeSpan: citeSpanOf,
    verifyCitation: verifierOf(passages),
  });
  const { question = "What is the minimum lot area?", previousTurns, budget, signal } = asked;
  const turn = agent.answer(
    { question, scope: anyScope, modelId: "town-model", previousTurns },
    { onEvent: (event) => events.push(event), budget, signal },
  );
  return { turn, events, pieces: () => events.flatMap((one) => (one.type === "answer-delta" ? [one.text] : [])) };
}

const textOf = (request: ChatRequest | undefined) => JSON.stringify(request?.messages);

describe("a server that gives every reply and tool call the same id", () => {
  const repeatsIds: ChatDialect = {
    completion: (reply, body) => openai.completion({ ...reply, id: "chatcmpl-1" }, body),
    events: (reply, body) => openai.events({ ...reply, id: "chatcmpl-1" }, body),
  };

  it("is asked again after each search, until it answers", async () => {
    const { turn } = await ask((_, call) => (call <= 3 ? search : say(lotArea)), { server: { dialect: repeatsIds } });
    const { answer, toolUsage } = await turn;
    expect(answer).toBe(lotArea);
    expect(toolUsage).toHaveLength(3);
    const { messages = [] } = server?.requests.at(-1) ?? {};
    const called = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
    expect(new Set(called).size).toBe(3);
    expect(messages.flatMap((message) => message.tool_call_id ?? [])).toEqual(called);
  });
});

describe("a streamed answer", () => {
  it("passes each sentence on, checked, while the model is still writing", async () => {
    let open: () => void = () => {};
    const until = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { turn, pieces } = await ask((_, call) => (call === 1 ? search : say(`${lotArea} ${cornerLots}`)), {
      server: { holdAfter: { events: 14, until } },
    });
    await expect.poll(pieces).toEqual([lotArea]);
    open();
    expect((await turn).answer).toBe(both(" "));
    expect(pieces().join("")).toBe(both(" "));
  });

  it("keeps lists as lists", async () => {
    const list = `Two rules apply:\n- ${lotArea}\n- ${cornerLots}`;
    const { turn, pieces } = await ask((_, call) => (call === 1 ? search : say(list)));
    const answer = `Two rules apply:\n- ${both("\n- ")}`;
    expect((await turn).answer).toBe(answer);
    expect(pieces().join("")).toBe(answer);
  });

  it("passes nothing on that a model says before it has searched", async () => {
    const { turn, pieces } = await ask((_, call) =>
      call === 2 ? search : say(call === 1 ? `${cornerLots} ` : lotArea),
    );
    await turn;
    expect(pieces()).toEqual([lotArea]);
  });
});

describe("the calls of a turn", () => {
  it("are each reported with their tokens, also when tools are bound to the model", async () => {
    const calls: ModelCall[] = [];
    const reply = (request: ChatRequest): ChatReply =>
      request.messages.some(({ role }) => role === "tool")
        ? { kind: "text", text: lotArea, tokens: { input: 900, output: 30 } }
        : { ...search, tokens: { input: 500, output: 20 } };
    const { turn } = await ask(reply, { onModelCall: (call) => calls.push(call) });
    expect((await turn).usage).toEqual({ inputTokens: 1_400, outputTokens: 50 });
    expect(calls).toMatchObject([
      { modelId: "town-model", outcome: "succeeded", inputTokens: 500, outputTokens: 20 },
      { modelId: "town-model", outcome: "succeeded", inputTokens: 900, outputTokens: 30 },
    ]);
  });
});

describe("a sentence without support", () => {
  const wrong = "Lots need 120 feet of frontage [1].";

  it("goes back to the model once with the reason, and its correction is checked too", async () => {
    const { turn } = await ask((_, call) =>
      call === 1 ? search : call === 2 ? say(`${lotArea} ${wrong}`) : say(`${cornerLots} Lots need 130 feet [1].`),
    );
    expect((await turn).answer).toBe(both(" "));
    expect(server?.requests).toHaveLength(3);
    expect(textOf(server?.requests[2])).toMatch(/Lots need 120 feet of frontage\.\\" No source contains 120/);
    expect(server?.requests[2]?.tools).toBeUndefined();
  });

  it("is removed when the model has no correction", async () => {
    const { turn } = await ask((_, call) =>
      call === 1 ? search : call === 2 ? say(`${lotArea} ${wrong}`) : say("None."),
    );
    expect((await turn).answer).toBe(lotArea);
  });

  it("is removed, and the answer stays whole, when the model fails to correct it", async () => {
    const { turn } = await ask((_, call) =>
      call === 1 ? search : call === 2 ? say(`${lotArea} ${wrong}`) : { kind: "status", status: 503 },
    );
    const outcome = await turn;
    expect([outcome.answer, outcome.answerStatus]).toEqual([lotArea, "answered"]);
  });

  it("is named with the marker that does not exist", async () => {
    const { turn } = await ask((_, call) =>
      call === 1 ? search : call === 2 ? say("Everything is allowed on Sundays [7].") : say("None"),
    );
    expect((await turn).answerStatus).toBe("not_located");
    expect(textOf(server?.requests[2])).toContain("There is no source [7].");
  });
});

describe("a limit of the turn", () => {
  it("of steps leads to one last reply without tools, and a partial answer that says so", async () => {
    const { turn } = await ask((request) => (request.tools ? search : say(lotArea)), { budget: { steps: 3 } });
    const outcome = await turn;
    expect(outcome.answer).toBe(
      `${lotArea}\nThis answer may be incomplete: the limit of model calls for one question was reached.`,
    );
    expect(outcome.answerStatus).toBe("partial");
    expect(server?.requests.map(({ tools }) => tools !== undefined)).toEqual([true, true, false]);
  });

  it("of tokens does the same", async () => {
    const reply = (request: ChatRequest): ChatReply =>
      request.tools ? { ...search, tokens: { input: 9_000, output: 10 } } : say(lotArea);
    const { turn } = await ask(reply, { budget: { tokens: 12_000 } });
    expect((await turn).answer).toMatch(/\nThis answer may be incomplete: the limit of tokens/);
  });

  it("of time does the same when the model hangs while it searches", async () => {
    const reply = (request: ChatRequest, call: number): ChatReply =>
      call === 1 ? search : request.tools ? { kind: "silence" } : say(lotArea);
    const { turn } = await ask(reply, { budget: { seconds: 3 } });
    expect((await turn).answer).toMatch(/\nThis answer may be incomplete: the time for one question ran out/);
  });

  it("ends the turn as failed when nothing was written", async () => {
    const { turn } = await ask((request) => (request.tools ? search : { kind: "status", status: 503 }), {
      budget: { steps: 2 },
    });
    await expect(turn).rejects.toMatchObject({ code: "model.unavailable" });
  });
});

describe("a model that breaks off", () => {
  it("leaves what was checked, as a partial answer that says so", async () => {
    const { turn } = await ask((_, call) =>
      call === 1 ? search : { kind: "error-inside", code: 502, text: `${lotArea} ${cornerLots} ${cornerLots}` },
    );
    const outcome = await turn;
    expect(outcome.answer).toBe(`${lotArea}\nThis answer may be incomplete: the model stopped answering.`);
    expect(outcome.answerStatus).toBe("partial");
  });
});

describe("the context of a model", () => {
  const long = passagesOf(
    Array.from({ length: 8 }, (_, at) => ({
      headings: [`Chapter ${at}`],
      text: `Rule ${at} applies. ${"The board may set conditions on any permit that it grants. ".repeat(60)}`,
    })),
  );

  it("is kept to by shortening older sources, whose numbers stay", async () => {
    server = await startOpenAiServer((_, call) => (call < 4 ? search : say("Not located in the indexed documents.")));
    const agent = makeAgent({
      retriever: retrieverOf(long),
      catalogue: makeModelCatalogue({
        endpoint: { apiKey: "none", baseUrl: server.baseUrl, maxRetries: 0 },
        remoteModelIds: ["small-model"],
        modelSettings: { "small-model": { contextTokens: 8_192, maxOutputTokens: 500 } },
      }),
      citeSpan: citeSpanOf,
      verifyCitation: verifierOf(long),
    });
    await agent.answer({ question: "Who sets conditions?", scope: anyScope, modelId: "small-model" });
    for (const request of server.requests) expect(textOf(request).length / 4).toBeLessThan(8_192);
    expect(textOf(server.requests[3])).toContain('<source id=\\"7\\"');
    expect(textOf(server.requests[3])).toContain("(shortened)");
  });

  it("is learned from a server that names it, and the request is sent again with less", async () => {
    const body = JSON.stringify({
      error: { message: "This model's maximum context length is 2000 tokens.", code: "context_length_exceeded" },
    });
    const { turn } = await ask((_, call) =>
      call === 1 ? search : call === 2 ? { kind: "status", status: 400, body } : say(lotArea),
    );
    expect((await turn).answer).toBe(lotArea);
  });
});

describe("a follow-up question", () => {
  const earlier: PreviousTurn = {
    question: "What is the minimum lot area in the V district?",
    answer: "The minimum lot area is 7,000 square feet [3].",
    citations: passages.slice(0, 1).map((passage) => ({ marker: 3, ...citePassage(passage) })),
  };

  it("is sent with the question that it means, the earlier turn, and its sources under the numbers of this turn", async () => {
    const { turn } = await ask((_, call) => (call === 1 ? search : say(cornerLots)), {
      question: "And for corner lots?",
      previousTurns: [earlier],
    });
    expect((await turn).answer).toBe(cornerLots);
    const sent = textOf(server?.requests[0]);
    expect(sent).toContain("And for corner lots?");
    expect(sent).toMatch(/In full: What is the minimum lot area in the V district for corner lots\?/);
    expect(sent).toContain("The minimum lot area is 7,000 square feet [1].");
    expect(sent).toContain('<source id=\\"1\\"');
  });

  it("is sent without the earlier turns that do not fit a part of the context", async () => {
    const longTurn = { ...earlier, answer: "Every lot has an area. ".repeat(400), citations: [] };
    const { turn } = await ask((_, call) => (call === 1 ? search : say(cornerLots)), {
      question: "And for corner lots?",
      previousTurns: [longTurn, earlier],
      settings: { contextTokens: 4_096, maxOutputTokens: 500 },
    });
    await turn;
    const sent = textOf(server?.requests[0]);
    expect(sent).not.toContain("Every lot has an area.");
    expect(sent).toContain("The minimum lot area is 7,000 square feet [1].");
  });
});
