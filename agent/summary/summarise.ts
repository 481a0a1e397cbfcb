import { join } from "node:path";
import { type Compute, computeTask, inlineCompute } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { ModelMalformed } from "../errors.ts";
import { makeEvidenceDesk, quoteSources } from "../evidence-desk.ts";
import type { EvidenceHint, GroundedAnswer } from "../grounding/ground-answer.ts";
import { groundText } from "../grounding/ground-draft.ts";
import { type CiteSpan, type VerifyCitation, writeAnswer } from "../grounding/write-answer.ts";
import type { ModelCatalogue } from "../models/catalogue.ts";
import { failureOfCompute } from "../models/compute-failure.ts";
import { modelFailureOf } from "../models/model-failure.ts";
import { readReply, usageOf } from "../models/read-reply.ts";
import { notLocated, summaryPrompt } from "../prompts/prompts.ts";
import type { MarkedCitation, ModelSelection, TokenUsage } from "../turn.ts";
import type * as work from "./summary.task.ts";

const chooseTask = computeTask<typeof work, "chooseFromPassages">({
  module: join(import.meta.dirname, "summary.task.ts"),
  name: "chooseFromPassages",
  lane: "interactive",
  deadlineMs: 20_000,
});

/** What to write. */
export interface SummaryRequest {
  /** What the summary is about. */
  readonly focus: string;
  readonly format: "paragraph" | "bullets";
  /** A hard bound; markers are not counted as words. */
  readonly maxWords: number;
  readonly modelId: string | null;
  readonly passages: readonly Passage[];
  readonly signal?: AbortSignal | undefined;
}

/** A summary whose every sentence is cited. */
export interface Summary {
  readonly summary: string;
  readonly wordCount: number;
  readonly citations: readonly MarkedCitation[];
  readonly modelSelection: ModelSelection;
  readonly usage: TokenUsage;
}

/** What a summariser is made of. */
export interface SummariserDeps {
  readonly catalogue: ModelCatalogue;
  readonly citeSpan: CiteSpan;
  readonly verifyCitation: VerifyCitation;
  /** Runs the choice of sentences and grounding; they run on the calling thread when it is absent. */
  readonly compute?: Compute | undefined;
}

interface Draft {
  readonly text: string;
  readonly hints: readonly EvidenceHint[];
  readonly served: string;
  readonly usage: TokenUsage;
}

const sourceCharacters = 40_000;

/** Makes the function that summarises passages: locally by choosing sentences, remotely in one call; both grounded. */
export function makeSummariser({ compute = inlineCompute, ...deps }: SummariserDeps) {
  return async function summarise(request: SummaryRequest): Promise<Summary> {
    const { requested, resolved, model } = deps.catalogue.resolve(request.modelId);
    const marked = makeEvidenceDesk().place(request.passages);
    request.signal?.throwIfAborted();
    const draft = model.isLocal ? await draftLocally() : await draftRemotely();
    const { text, hints } = draft;
    const grounded = await run(groundText({ text, hints, passages: marked }, { compute, signal: request.signal }));
    const written = await writeAnswer(withinBound(grounded, request.maxWords), deps.citeSpan, deps.verifyCitation);
    const summary = written.citations.length > 0 ? written.text : `${notLocated}.`;
    return {
      summary,
      wordCount: countWords(summary),
      citations: written.citations,
      modelSelection: { requested, resolved, served: draft.served },
      usage: draft.usage,
    };

    function run<Result>(task: Promise<Result>): Promise<Result> {
      return task.catch((error) => {
        throw failureOfCompute(error, resolved);
      });
    }

    async function draftLocally(): Promise<Draft> {
      const { focus, maxWords, signal } = request;
      const chosen = await run(compute.run(chooseTask, { focus, passages: marked, maxWords }, { signal }));
      const bullet = request.format === "bullets" ? "- " : "";
      const text = chosen.map(({ text }) => `${bullet}${text}`).join(request.format === "bullets" ? "\n" : " ");
      const hints = chosen.map(({ text, ...span }) => ({ sentence: text, ...span }));
      return { text, hints, served: resolved, usage: { inputTokens: 0, outputTokens: countWords(text) } };
    }

    async function draftRemotely(): Promise<Draft> {
      const shape = request.format === "bullets" ? "a bulleted list, one “- ” line a point" : "one paragraph";
      const ask = `Focus: ${request.focus}\nFormat: ${shape}\nAt most ${request.maxWords} words.\n\n${quoteSources(marked, sourceCharacters)}`;
      try {
        const options = request.signal ? { signal: request.signal } : {};
        const chatModel = await deps.catalogue.chatModel(resolved);
        const reply = await chatModel.invoke(
          [
            ["system", summaryPrompt],
            ["human", ask],
          ],
          options,
        );
        const verdict = readReply(reply, true);
        if (verdict.kind !== "usable") throw verdict.failure(resolved);
        if (reply.text.trim() === "") throw new ModelMalformed(resolved, "its summary is empty");
        return { text: reply.text, hints: [], served: resolved, usage: usageOf(reply) };
      } catch (error) {
        request.signal?.throwIfAborted();
        throw modelFailureOf(error, resolved) ?? error;
      }
    }
  };
}

/** Keeps whole sentences from the start as long as they fit the bound. */
function withinBound(grounded: GroundedAnswer, maxWords: number): GroundedAnswer {
  let words = 0;
  const claims = grounded.claims.filter(({ claim, evidence }) => {
    const length = countWords(claim.text);
    if (evidence.length === 0 || words + length > maxWords) return false;
    words += length;
    return true;
  });
  return { ...grounded, claims };
}

/** Counts words as a reader does: markers and bullets are none. */
export function countWords(text: string): number {
  return text
    .replace(/\[\d+\]/g, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
