import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware, ToolInvocationError, tool } from "langchain";
import { estimateTokens, type TurnToAnswer } from "../answerer.ts";
import { ModelContextExceeded, ModelMalformed } from "../errors.ts";
import { quoteSources } from "../evidence-desk.ts";
import { quoteDistricts, quoteDocuments, quoteFacts } from "../facts.ts";
import type { UnsupportedClaim } from "../grounding/ground-answer.ts";
import type { ModelCatalogue } from "../models/catalogue.ts";
import { modelFailureOf } from "../models/model-failure.ts";
import { parseStorable } from "../models/openai-compatible/completion.ts";
import { readReply } from "../models/read-reply.ts";
import { notLocated, systemPrompt } from "../prompts/prompts.ts";
import { compactMessages } from "./compact-messages.ts";
import { earlierTurns } from "./earlier-turns.ts";
import { factsToTell } from "./facts-to-tell.ts";
import { SentenceStream } from "./sentence-stream.ts";
import { LimitReached, type TurnMeter } from "./turn-meter.ts";

/** Tokens of the declarations of tools, and room for the error of the estimate. */
const reservedTokens = 1_500;
/** Share of the context that earlier turns may take. */
const historyShare = 0.2;
/** Most sentences that go back to the model for repair. */
const mostRepairs = 12;

/** One conversation with a model; its lifetime is one turn. */
export class Conversation {
  readonly #catalogue: ModelCatalogue;
  readonly #turn: TurnToAnswer;
  readonly #meter: TurnMeter;
  readonly #stream: SentenceStream;
  readonly #prompt: string;
  /** Tokens that a request may take. */
  #inputTokens: number;
  #checks: Promise<readonly UnsupportedClaim[]>[] = [];
  /** What the model said when it located nothing. */
  nothingLocated: string | undefined;

  constructor(catalogue: ModelCatalogue, turn: TurnToAnswer, meter: TurnMeter) {
    this.#catalogue = catalogue;
    this.#turn = turn;
    this.#meter = meter;
    this.#prompt = systemPrompt(turn.question.siteFacts);
    const { contextTokens, maxOutputTokens } = catalogue.settings(turn.modelId);
    this.#inputTokens = Math.max(1_000, contextTokens - maxOutputTokens - reservedTokens);
    // A model that has neither searched nor facts cannot cite anything.
    this.#stream = new SentenceStream((sentence) => {
      if (turn.desk.searched().length > 0 || turn.desk.facts().length > 0) this.#write(sentence);
    });
  }

  /**
   * Lets the model search and answer; the answer is in the turn's text afterwards.
   *
   * @throws LimitReached (also as the meter's failure) when a limit ends the search
   */
  async run(): Promise<void> {
    const { modelId, budget, signal } = this.#turn;
    const agent = createAgent({
      model: await this.#catalogue.chatModel(modelId),
      tools: this.#tools(),
      systemPrompt: this.#prompt,
      middleware: [this.#guard()],
    });
    const { messages } = await agent.invoke(
      { messages: this.#messages() },
      { signal, recursionLimit: budget.steps * 3 + 4, callbacks: [this.#stream] },
    );
    const last = messages.findLast((message) => AIMessage.isInstance(message));
    if (!last) throw new ModelMalformed(modelId, "the model gave no answer");
    await this.#finish(last);
  }

  /** Asks for an answer from the sources found so far, without tools. */
  async conclude(): Promise<void> {
    const ask = `${this.#turn.standalone}\n\nThe search has ended. Answer now from these sources; say what they leave open.`;
    await this.#finish(await this.#askDirectly(ask));
  }

  /** Checks what is left of a reply, and sends unsupported sentences back once. */
  async #finish(reply: AIMessage): Promise<void> {
    this.#write(this.#stream.rest(reply.text));
    const unsupported = await this.#checked();
    if (reply.text.startsWith(notLocated)) this.nothingLocated = reply.text;
    if (unsupported.length === 0 || !this.#meter.hasCallLeft) return;
    await this.#repair(unsupported).catch((error: unknown) => {
      // The sentences are then left out; what was checked stands without them.
      if (this.#turn.signal.aborted) throw error;
      this.#meter.refusal = undefined;
    });
  }

  async #repair(unsupported: readonly UnsupportedClaim[]): Promise<void> {
    const listed = unsupported.slice(0, mostRepairs).map(({ text, reason }) => `- "${text}" ${reason}`);
    const ask = `You answered this question: ${this.#turn.standalone}\n\nThese sentences of your answer are not supported and will be removed:\n${listed.join("\n")}\n\nWrite each again so that a source below supports it word for word, with its marker, or leave it out. Reply with the corrected sentences only, or with "None".`;
    const repaired = await this.#askDirectly(ask);
    this.#write(this.#stream.rest(repaired.text));
    await this.#checked();
  }

  #write(text: string): void {
    if (text.trim() === "" || /^\W*none\W*$/i.test(text)) return;
    this.#checks.push(this.#turn.text.add(text));
  }

  /** Waits until every sentence passed on so far has been checked. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#checks);
  }

  async #checked(): Promise<readonly UnsupportedClaim[]> {
    const checks = await Promise.all(this.#checks);
    this.#checks = [];
    return checks.flat();
  }

  /** Sends one request without tools: instructions, sources, and what is asked. */
  async #askDirectly(ask: string): Promise<AIMessage> {
    const characters = Math.max(2_000, (this.#inputTokens - estimateTokens([this.#prompt, ask])) * 4 - 2_000);
    const facts = quoteFacts(factsToTell(this.#turn.standalone, this.#turn.desk.facts()));
    const sources = quoteSources(this.#turn.desk.all(), characters - facts.length);
    const messages = [new SystemMessage(this.#prompt), new HumanMessage(`${ask}\n\n${facts}\n${sources}`)];
    await this.#meter.announce(estimateTokens(messages.map(({ text }) => text)));
    const model = await this.#catalogue.chatModel(this.#turn.modelId);
    const options = { signal: this.#turn.signal, callbacks: [this.#stream] };
    const reply = this.#meter.received(await model.invoke(messages, options));
    const verdict = readReply(reply, true);
    if (verdict.kind !== "usable" && reply.text.trim() === "") throw verdict.failure(this.#turn.modelId);
    if (reply.text.trim() === "") throw new ModelMalformed(this.#turn.modelId, "it would not stop calling tools");
    return reply;
  }

  #messages(): BaseMessage[] {
    const { standalone, desk } = this.#turn;
    const { question, previousTurns = [] } = this.#turn.question;
    const earlier = earlierTurns(previousTurns, desk, this.#inputTokens * historyShare);
    const inFull = standalone === question ? "" : `\n(In full: ${standalone})`;
    const sources = earlier.sources === "" ? "" : `\n\nSources of your earlier answers:\n${earlier.sources}`;
    return [...earlier.messages, new HumanMessage(`${question}${inFull}${this.#knowledge()}${sources}`)];
  }

  /** What is known before any search, as data. */
  #knowledge(): string {
    const facts = quoteFacts(factsToTell(this.#turn.standalone, this.#turn.desk.facts()));
    const documents = quoteDocuments(this.#turn.question.documents ?? []);
    const districts = quoteDistricts(this.#turn.question.districts ?? []);
    const parts = [
      ["Facts of the project, which you may cite by their numbers:", facts],
      ["Documents that the search covers:", documents],
      ["Districts that they name, to search by; there may be others:", districts],
    ];
    return parts.flatMap(([title, list]) => (list === "" ? [] : [`\n\n${title}\n${list}`])).join("");
  }

  /** True when an answer can have evidence: after a search, or when it cites a fact. */
  #mayAnswer(reply: AIMessage): boolean {
    const { desk } = this.#turn;
    const citesFact = desk.facts().some(({ marker }) => reply.text.includes(`[${marker}]`));
    return desk.searched().length > 0 || citesFact;
  }

  #tools() {
    return this.#turn.tools.map((one) =>
      tool(
        async (input: Record<string, unknown>): Promise<string> => {
          try {
            // The arguments are JSON inside the reply's JSON, so their strings are cleaned by themselves.
            const storable = parseStorable(JSON.stringify(input)) as Record<string, unknown>;
            return (await this.#turn.use(one, storable)).content;
          } catch (error) {
            this.#meter.failure ??= error;
            throw error;
          }
        },
        { name: one.name, description: one.description, schema: one.schema, verboseParsingErrors: true },
      ),
    );
  }

  /** Says what is wrong with the arguments of a tool; watches every call of the model: fits it to the context, counts it, and asks once more when a reply cannot be used. */
  #guard() {
    return createMiddleware({
      name: "turn-guard",
      wrapToolCall: async (request, handler) => {
        try {
          return await handler(request);
        } catch (error) {
          if (!ToolInvocationError.isInstance(error)) throw error;
          // The message of the library itself carries a stack trace with paths of this machine.
          const { id = "", name } = request.toolCall;
          const content = `The call was not made. ${error.toolError.message}`;
          return new ToolMessage({ content, tool_call_id: id, name, status: "error" });
        }
      },
      wrapModelCall: async (request, handler) => {
        const ask = async (messages: readonly BaseMessage[]): Promise<AIMessage> => {
          const fitted = compactMessages(messages, this.#inputTokens - estimateTokens([this.#prompt]));
          const inputTokens = estimateTokens([this.#prompt, ...fitted.map(({ text }) => text)]);
          this.#meter.requireSearching(inputTokens);
          await this.#meter.announce(inputTokens);
          const reply = await this.#withinSearchingTime(Promise.resolve(handler({ ...request, messages: fitted })));
          return this.#meter.received(reply);
        };
        try {
          const reply = await this.#askFitting(ask, request.messages);
          const verdict = readReply(reply, this.#mayAnswer(reply));
          if (verdict.kind === "usable") return reply;
          if (verdict.kind === "refused") throw verdict.failure(this.#turn.modelId);
          const again = await ask([...request.messages, new HumanMessage(verdict.nudge)]);
          const second = readReply(again, true);
          if (second.kind === "usable") return again;
          throw second.failure(this.#turn.modelId);
        } catch (error) {
          const isLimit = error instanceof LimitReached;
          this.#meter.failure ??= isLimit ? error : (modelFailureOf(error, this.#turn.modelId) ?? error);
          throw error;
        }
      },
    });
  }

  /** Asks; when the server says that the request is too long for the model, asks once more with less. */
  async #askFitting(
    ask: (messages: readonly BaseMessage[]) => Promise<AIMessage>,
    messages: readonly BaseMessage[],
  ): Promise<AIMessage> {
    try {
      return await ask(messages);
    } catch (error) {
      const failure = modelFailureOf(error, this.#turn.modelId);
      if (!(failure instanceof ModelContextExceeded)) throw error;
      const { maxOutputTokens } = this.#catalogue.settings(this.#turn.modelId);
      const known = failure.contextTokens > 0 ? failure.contextTokens - maxOutputTokens - reservedTokens : Infinity;
      this.#inputTokens = Math.max(1_000, Math.min(this.#inputTokens / 2, known));
      return ask(messages);
    }
  }

  async #withinSearchingTime<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LimitReached("time")), this.#meter.searchingLeftMs);
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}
