import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, type StandardMessageStructure, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { z } from "zod";
import type { MarkedPassage, SearchArtifact } from "../evidence-desk.ts";
import { withMarkers } from "../grounding/claims.ts";
import type { EvidenceHint } from "../grounding/ground-answer.ts";
import { notLocated, siteFactsOf } from "../prompts/prompts.ts";
import type { ExtractiveAnswer } from "./answers/answer.ts";
import { answerFrom } from "./answers/answer-from.ts";
import { evidenceIn } from "./evidence/evidence.ts";
import { type PlannedCall, planFirstCalls, planFurtherCalls } from "./plan-searches.ts";
import { type QuestionReading, readQuestion } from "./question/read-question.ts";
import { packEvidence } from "./written-evidence.ts";

/** The id of the model that is always there. */
export const extractiveModelId = "groundwork-extractive-1";

const mostRounds = 2;
const artifactSchema = z.object({ passages: z.array(z.custom<MarkedPassage>()) });

/**
 * A chat model without weights and without network: it reads a question about an ordinance, calls the search tool, and
 * answers with the sentences and table cells that state the answer, each cited.
 *
 * It takes part in the same loop as any other chat model. Passages reach it on the side of the tool messages.
 */
export class ExtractiveChatModel extends BaseChatModel {
  constructor() {
    super({});
  }

  _llmType(): string {
    return extractiveModelId;
  }

  /** It knows the search tools by name; other tools it does not call. */
  override bindTools(): this {
    return this;
  }

  async _generate(
    messages: BaseMessage[],
    options?: this["ParsedCallOptions"],
    _runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    options?.signal?.throwIfAborted();
    const turn = readTurn(messages);
    const evidence = evidenceIn(turn.passages);
    const answer = answerFrom(turn.question, evidence);
    const calls =
      turn.rounds === 0
        ? planFirstCalls(turn.question)
        : turn.rounds < mostRounds && answer.status !== "answered"
          ? planFurtherCalls(turn.question, { passages: turn.passages, evidence }, turn.asked)
          : [];
    const written = calls.length > 0 ? callingFields(calls, turn.rounds) : answeringFields(answer);
    const input_tokens = messages.reduce((sum, message) => sum + countWords(message.text), 0);
    const output_tokens = countWords(written.content);
    const message = new AIMessage<StandardMessageStructure>({
      ...written,
      usage_metadata: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
      response_metadata: {
        model_name: extractiveModelId,
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
      },
    });
    return { generations: [{ text: message.text, message }] };
  }
}

interface ReadTurn {
  readonly question: QuestionReading;
  readonly passages: readonly MarkedPassage[];
  /** How often tools were called since the question. */
  readonly rounds: number;
  readonly asked: ReadonlySet<string>;
}

function readTurn(messages: readonly BaseMessage[]): ReadTurn {
  const system = messages.find((message) => message.getType() === "system")?.text ?? "";
  const asks = messages.flatMap((message, at) => (message.getType() === "human" ? [at] : []));
  const last = asks.at(-1) ?? 0;
  const previous = asks.at(-2);
  const question = readQuestion(messages[last]?.text ?? "", {
    ...siteFactsOf(system),
    previousQuestion: previous === undefined ? null : (messages[previous]?.text ?? null),
  });
  const since = messages.slice(last + 1);
  const calling = since.filter((message): message is AIMessage => AIMessage.isInstance(message));
  const passages = since.flatMap((message) => (ToolMessage.isInstance(message) ? passagesOf(message.artifact) : []));
  const asked = calling
    .flatMap((message) => message.tool_calls ?? [])
    .map((call) => JSON.stringify([call.name, call.args]));
  return { question, passages, rounds: calling.length, asked: new Set(asked) };
}

function passagesOf(artifact: unknown): readonly MarkedPassage[] {
  const read = artifactSchema.safeParse(artifact);
  return read.success ? (read.data satisfies SearchArtifact).passages : [];
}

function callingFields(calls: readonly PlannedCall[], round: number) {
  const tool_calls = calls.map((call, at) => ({
    type: "tool_call" as const,
    id: `call_${round + 1}_${at + 1}`,
    ...call,
  }));
  return { content: "", tool_calls };
}

function answeringFields(answer: ExtractiveAnswer) {
  if (answer.sentences.length === 0) {
    return { content: `${notLocated}.`, additional_kwargs: packEvidence({ hints: [], status: "not_located" }) };
  }
  const lines = answer.sentences.map(({ text, spans }) =>
    withMarkers(text, [...new Set(spans.map((span) => span.marker))]),
  );
  const hints = answer.sentences.flatMap(({ text, spans }): EvidenceHint[] =>
    spans.map((span) => ({ sentence: text, ...span })),
  );
  return { content: lines.join("\n"), additional_kwargs: packEvidence({ hints, status: answer.status }) };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
