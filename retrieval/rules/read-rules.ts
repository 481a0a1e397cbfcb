import {
  type Compute,
  type DocumentRules,
  type Rule,
  type RuleChunk,
  rulesTask,
  rulesVersion,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { Citation } from "../citation.ts";
import { citeSpan } from "../cite.ts";
import { findLiveDocuments, type LiveDocument } from "../live-documents.repository.ts";
import { findChunks } from "../passages.repository.ts";
import * as repository from "./rules.repository.ts";

/** The rules of one document that is in force. */
export interface RulesOfDocument extends DocumentRules {
  readonly document: LiveDocument;
}

/** A rule with its citation. */
export interface CitedRule {
  readonly rule: Rule;
  readonly citation: Citation;
}

/** Reads the rules of ordinances. */
export interface RuleReader {
  /**
   * Returns the rules of every ordinance of the corpora. Rules are read once for each revision and stored.
   *
   * @throws ComputeFailed when they cannot be read in time
   */
  read(corpusIds: readonly string[]): Promise<readonly RulesOfDocument[]>;
  /** Cites the evidence of rules of a document, in their order; a rule whose revision is gone is left out. */
  cite(document: LiveDocument, rules: readonly Rule[]): Promise<readonly CitedRule[]>;
}

const chunksInBatch = 150;

/** Makes the reader of rules. */
export function makeRuleReader({ db, compute }: { readonly db: Database; readonly compute: Compute }): RuleReader {
  /** Documents that are being read; whoever asks meanwhile waits for them. */
  const underWay = new Map<string, Promise<DocumentRules>>();

  async function extract(place: repository.RevisionPlace): Promise<DocumentRules> {
    const chunks: RuleChunk[] = [];
    for (;;) {
      const next = await repository.listRuleChunks(db, place, {
        from: (chunks.at(-1)?.ordinal ?? -1) + 1,
        most: chunksInBatch,
      });
      chunks.push(...next);
      if (next.length < chunksInBatch) break;
    }
    const read = await compute.run(rulesTask, chunks);
    await repository.saveRules(db, place, { version: rulesVersion, read });
    return read;
  }

  async function rulesOf(place: repository.RevisionPlace): Promise<DocumentRules> {
    const stored = await repository.findRules(db, place, rulesVersion);
    if (stored) return stored;
    const key = `${place.documentId} ${place.revision}`;
    const reading = underWay.get(key) ?? extract(place).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  return {
    async read(corpusIds) {
      const documents = (await findLiveDocuments(db, corpusIds)).filter(({ corpusKind }) => corpusKind === "ordinance");
      return Promise.all(documents.map(async (document) => ({ document, ...(await rulesOf(document)) })));
    },
    async cite({ documentId, revision, title, sourceUrl, corpusId, corpusKind }, rules) {
      const ordinals = [...new Set(rules.map(({ evidence }) => evidence.chunk))];
      const chunks = await findChunks(
        db,
        ordinals.map((ordinal) => ({ documentId, revision, ordinal })),
      );
      const byOrdinal = new Map(chunks.map((chunk) => [chunk.ordinal, chunk]));
      const cited: CitedRule[] = [];
      for (const rule of rules) {
        const chunk = byOrdinal.get(rule.evidence.chunk);
        if (!chunk) continue;
        const passage = {
          ...{ ...chunk, chunkId: chunk.id, documentTitle: title, sourceUrl, corpusId, corpusKind },
          ...{ parent: { charStart: chunk.parentStart, charEnd: chunk.parentEnd }, rank: 1, score: rule.confidence },
          ...{ origins: [], scores: {} },
        };
        const charStart = Math.max(rule.evidence.charStart, chunk.charStart);
        const charEnd = Math.min(rule.evidence.charEnd, chunk.charEnd);
        if (charStart < charEnd) cited.push({ rule, citation: await citeSpan(db, passage, { charStart, charEnd }) });
      }
      return cited;
    },
  };
}
