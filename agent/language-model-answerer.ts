import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware, tool } from "langchain";
import { type Answerer, type Draft, estimateTokens, type TurnToAnswer } from "./answerer.ts";
import { ModelMalformed } from "./errors.ts";
import type { ModelCatalogue } from "./models/catalogue.ts";
import { modelFailureOf } from "./models/model-failure.ts";
import { readReply, usageOf } from "./models/read-reply.ts";
import { systemPrompt } from "./prompts/prompts.ts";
import type { TokenUsage } from "./turn.ts";

/** Makes the answerer that lets a language model call the tools of the turn until it answers. */
export function makeLanguageModelAnswerer({ catalogue }: { readonly catalogue: ModelCatalogue }): Answerer {
  return { draft: (turn) => new Conversation(catalogue, turn).run() };
}

/** One conversation with a model; its lifetime is one turn. */
class Conversation {
  readonly #catalogue: ModelCatalogue;
  readonly #turn: TurnToAnswer;
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #served: string;
  #steps = 0;
  /** What failed inside the loop: the loop wraps errors, this is the error itself. */
  #failure: unknown;

  constructor(catalogue: ModelCatalogue, turn: TurnToAnswer) {
    this.#catalogue = catalogue;
    this.#turn = turn;
    this.#served = turn.modelId;
  }

  async run(): Promise<Draft> {
    const { modelId } = this.#turn;
    try {
      const reply = await this.#converse();
      return { text: reply.text, hints: [], status: undefined, served: this.#served, usage: this.#usage };
    } catch (error) {
      throw this.#failure ?? modelFailureOf(error, modelId) ?? error;
    }
  }

  async #converse(): Promise<AIMessage> {
    const { modelId, question, budget, signal } = this.#turn;
    const agent = createAgent({
      model: this.#catalogue.chatModel(modelId),
      tools: this.#tools(),
      systemPrompt: systemPrompt(question.siteFacts),
      middleware: [this.#guard()],
    });
    const { messages } = await agent.invoke(
      { messages: this.#messages() },
      { signal, recursionLimit: budget.steps * 3 + 4 },
    );
    const last = messages.findLast((message) => AIMessage.isInstance(message));
    if (!last) throw new ModelMalformed(modelId, "the model gave no answer");
    return last;
  }

  #messages(): BaseMessage[] {
    const { question, previousTurns = [] } = this.#turn.question;
    const earlier = previousTurns.flatMap((turn) => [new HumanMessage(turn.question), new AIMessage(turn.answer)]);
    return [...earlier, new HumanMessage(question)];
  }

  #tools() {
    return this.#turn.tools.map((one) =>
      tool(
        async (input: Record<string, unknown>): Promise<string> => {
          try {
            return (await this.#turn.use(one, input)).content;
          } catch (error) {
            this.#failure ??= error;
            throw error;
          }
        },
        { name: one.name, description: one.description, schema: one.schema },
      ),
    );
  }

  /** Watches every call of the model: counts steps and tokens, asks once more when a reply cannot be used. */
  #guard() {
    return createMiddleware({
      name: "turn-guard",
      wrapModelCall: async (request, handler) => {
        try {
          const reply = this.#received(await this.#call(request, handler));
          const verdict = readReply(reply, this.#turn.desk.searched().length > 0);
          if (verdict.kind === "usable") return reply;
          if (verdict.kind === "refused") throw verdict.failure(this.#turn.modelId);
          const nudged = { ...request, messages: [...request.messages, new HumanMessage(verdict.nudge)] };
          const again = this.#received(await this.#call(nudged, handler));
          const second = readReply(again, true);
          if (second.kind === "usable") return again;
          throw second.failure(this.#turn.modelId);
        } catch (error) {
          this.#failure ??= modelFailureOf(error, this.#turn.modelId) ?? error;
          throw error;
        }
      },
    });
  }

  /** Calls the model, unless the caller objects to what the call may use. */
  async #call<Request extends { readonly messages: readonly BaseMessage[] }, Reply>(
    request: Request,
    handler: (request: Request) => Promise<Reply> | Reply,
  ): Promise<Reply> {
    const prompt = systemPrompt(this.#turn.question.siteFacts);
    const inputTokens = estimateTokens([prompt, ...request.messages.map(({ text }) => text)]);
    const coming = { inputTokens, outputTokens: this.#catalogue.settings(this.#turn.modelId).maxOutputTokens };
    try {
      await this.#turn.beforeModelCall?.({ used: this.#usage, coming });
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    return handler(request);
  }

  #received(reply: unknown): AIMessage {
    const { modelId, budget } = this.#turn;
    if (!AIMessage.isInstance(reply)) throw new ModelMalformed(modelId, "the reply is no message");
    this.#steps += 1;
    const used = usageOf(reply);
    this.#usage = {
      inputTokens: this.#usage.inputTokens + used.inputTokens,
      outputTokens: this.#usage.outputTokens + used.outputTokens,
    };
    const name: unknown = reply.response_metadata?.model_name ?? reply.response_metadata?.model;
    this.#served = typeof name === "string" && name !== "" ? name : modelId;
    const isCalling = (reply.tool_calls?.length ?? 0) > 0;
    if (isCalling && this.#steps >= budget.steps) {
      throw new ModelMalformed(modelId, `still calling tools after ${this.#steps} steps`);
    }
    if (this.#usage.inputTokens + this.#usage.outputTokens > budget.tokens) {
      throw new ModelMalformed(modelId, `the turn used more than ${budget.tokens} tokens`);
    }
    return reply;
  }
}
