import {
  type Compute,
  type DocumentRules,
  type RevisionPlace,
  type Rule,
  type RuleChunk,
  rulesTask,
  rulesVersion,
  saveRules,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { findLiveDocuments, type LiveDocument } from "../live-documents.repository.ts";
import { type CitedRule, citeRules } from "./cite-rules.ts";
import { keyOfRevision, makeKeptRules } from "./kept-rules.ts";
import * as repository from "./rules.repository.ts";

/** The rules of one document that is in force. */
export interface RulesOfDocument extends DocumentRules {
  readonly document: LiveDocument;
}

/** Reads the rules of ordinances. */
export interface RuleReader {
  /**
   * Returns the rules of every ordinance of the corpora. They are stored with each revision; those of a revision from
   * before, or of an earlier reading, are read on the first ask and stored. Those asked for last stay in memory.
   *
   * @throws ComputeFailed when they cannot be read in time
   */
  read(corpusIds: readonly string[]): Promise<readonly RulesOfDocument[]>;
  /** Returns the rules of one revision of an ordinance. @throws ComputeFailed when they cannot be read in time */
  readRevision(place: RevisionPlace): Promise<DocumentRules>;
  /** Cites the evidence of rules of a document, in their order; a rule whose revision is gone is left out. */
  cite<Read extends Rule>(document: LiveDocument, rules: readonly Read[]): Promise<readonly CitedRule<Read>[]>;
}

const chunksInBatch = 150;

/** Makes the reader of rules. */
export function makeRuleReader({ db, compute }: { readonly db: Database; readonly compute: Compute }): RuleReader {
  const kept = makeKeptRules();
  /** Revisions that are being read; whoever asks meanwhile waits for them. */
  const underWay = new Map<string, Promise<DocumentRules>>();

  async function extract(place: RevisionPlace): Promise<DocumentRules> {
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
    await saveRules(db, place, { version: rulesVersion, read });
    return read;
  }

  async function load(place: RevisionPlace): Promise<DocumentRules> {
    const rules = (await repository.findRules(db, place, rulesVersion)) ?? (await extract(place));
    kept.keep(place, rules);
    return rules;
  }

  async function rulesOf(place: RevisionPlace): Promise<DocumentRules> {
    const found = kept.find(place);
    if (found) return found;
    const key = keyOfRevision(place);
    const reading = underWay.get(key) ?? load(place).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  return {
    async read(corpusIds) {
      const documents = (await findLiveDocuments(db, corpusIds)).filter(({ corpusKind }) => corpusKind === "ordinance");
      return Promise.all(documents.map(async (document) => ({ document, ...(await rulesOf(document)) })));
    },
    readRevision: rulesOf,
    cite: (document, rules) => citeRules(db, document, rules),
  };
}
