import type { ModelCatalogue, Summary, SummaryRequest } from "../../../agent/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Retriever } from "../../../retrieval/index.ts";
import { citationView } from "../../http/citation.model.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import { publicTurnError } from "../messages/turn-error.ts";
import type { GetReadyProject } from "../project-gate.ts";
import type { SummaryBody, SummaryView } from "./summaries.model.ts";

/** How a summary is paid: credits are held before it is written and settled by what it used. */
export interface SummaryCharge {
  /** Throws Problem (402) when wallet or cap do not allow it. */
  hold(
    principal: Principal,
    summary: { readonly projectId: string; readonly modelId: string; readonly idempotencyKey: string | undefined },
  ): Promise<string>;
  /** Charges what was used, at most what is held, and gives the credits; of what was settled before, the same again. */
  settle(
    reservationId: string,
    summary: { readonly modelId: string; readonly usage: Summary["usage"] },
  ): Promise<number>;
  /** Gives the whole hold back. */
  release(reservationId: string): Promise<void>;
}

export interface SummariesDeps {
  readonly db: Pick<Database, "transaction">;
  readonly getReadyProject: GetReadyProject;
  readonly retriever: Retriever;
  readonly catalogue: Pick<ModelCatalogue, "resolve">;
  readonly summarise: (request: SummaryRequest) => Promise<Summary>;
  readonly charge: SummaryCharge;
  readonly logger: { warn(fields: object, message: string): void };
}

/** Passages a summary is written from; about 4,000 words. */
const passages = 16;

/**
 * Makes the function that summarises what a project's documents say on a focus, in one pass over the best passages. One
 * that fails, or finds nothing to say, costs nothing; one whose process died after it was paid for is written again for
 * nothing.
 */
export function makeSummaries(deps: SummariesDeps) {
  return async function summariseProject(request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: SummaryBody;
    readonly idempotency: IdempotencyHandle | undefined;
    readonly signal: AbortSignal;
  }): Promise<SummaryView> {
    const { principal, projectId, body, idempotency, signal } = request;
    const project = await deps.getReadyProject(principal, projectId);
    const modelId = deps.catalogue.resolve(null).resolved;
    const idempotencyKey = idempotency?.key;
    const paid = idempotency?.reference;
    const reservationId = paid ?? (await deps.charge.hold(principal, { projectId, modelId, idempotencyKey }));
    try {
      const found = await deps.retriever.search(
        body.focus,
        { corpusIds: project.corpusIds },
        { topK: passages, signal },
      );
      const format = body.format ?? "paragraph";
      const written = await deps.summarise({
        focus: body.focus,
        format,
        maxWords: body.max_words ?? 200,
        modelId: null,
        passages: found.passages,
        signal,
      });
      const charged = await deps.db.transaction(async () => {
        const credits = await settle(reservationId, modelId, written);
        if (credits > 0) await idempotency?.saveReference(reservationId);
        return credits;
      });
      return summaryView(written, format, charged);
    } catch (error) {
      await deps.charge.release(reservationId);
      throw asProblem(error);
    }
  };

  async function settle(reservationId: string, modelId: string, written: Summary): Promise<number> {
    if (written.citations.length > 0) return deps.charge.settle(reservationId, { modelId, usage: written.usage });
    await deps.charge.release(reservationId);
    return 0;
  }

  /** A failure of the model becomes what its caller may read; any other is left to the pipeline. */
  function asProblem(error: unknown): unknown {
    const { code, detail } = publicTurnError(error);
    if (code !== "model_unavailable" && code !== "model_refused") return error;
    deps.logger.warn({ error: String(error) }, "a summary failed");
    return problem("model_unavailable", { detail }, { cause: error });
  }
}

function summaryView(written: Summary, format: SummaryView["format"], charged: number): SummaryView {
  return {
    summary: written.summary,
    format,
    word_count: written.wordCount,
    citations: written.citations.map((citation) => ({ marker: citation.marker, ...citationView(citation) })),
    model_selection: { ...written.modelSelection },
    credits_charged: charged,
  };
}
