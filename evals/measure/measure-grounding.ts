import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groundText } from "../../agent/index.ts";
import type { Chunk, ParsedDocument } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { readLaw } from "../source-folder.ts";
import { prepareSuite } from "./publish-suite.ts";

/** A claim with the passage that it cites, and what a person read there. */
export interface LabelledClaim {
  readonly id: string;
  readonly jurisdiction: string;
  /** Words of the passage that the claim cites. */
  readonly quote: string;
  readonly claim: string;
  readonly label: "supported" | "contradicted" | "unsupported";
  /** What is right or wrong about it: "limit", "column", "exception", "actor". */
  readonly kind: string;
}

/** What became of a claim. */
export interface CheckedClaim extends LabelledClaim {
  readonly isKept: boolean;
  /** What it was kept on. */
  readonly evidence: readonly string[];
  /** Why it was removed. */
  readonly reason: string | null;
}

/** Claims whose passage was checked, and those whose quote no passage contains. */
export interface GroundingMeasure {
  readonly checked: readonly CheckedClaim[];
  readonly unplaced: readonly LabelledClaim[];
}

/**
 * Reads one file of claims.
 *
 * @throws SyntaxError for a line that is no JSON
 */
export function readClaims(path: string): LabelledClaim[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LabelledClaim);
}

/**
 * Grounds each claim on the passage that it cites; the passages before and after stand beside it, uncited.
 *
 * @throws EvalFolderUnreadable, DocumentUnreadable
 */
export async function measureGrounding(
  folder: string,
  data: string,
  claims: readonly LabelledClaim[],
): Promise<GroundingMeasure> {
  const { files, documents } = readLaw(join(folder, "sources.json"), folder, data);
  const checked: CheckedClaim[] = [];
  const unplaced: LabelledClaim[] = [];
  const law = { name: "grounding", files, documents, queries: [], checksums: {} };
  for await (const { jurisdiction, title, document, chunks } of prepareSuite(law)) {
    for (const claim of claims.filter((one) => one.jurisdiction === jurisdiction)) {
      const at = chunks.findIndex((chunk) => flat(textOf(document, chunk)).includes(flat(claim.quote)));
      if (at < 0) unplaced.push(claim);
      else
        checked.push(
          await check(
            claim,
            [at, at - 1, at + 1].flatMap((place) => passageOf(title, document, chunks[place])),
          ),
        );
    }
  }
  const places = new Set([...checked, ...unplaced].map(({ id }) => id));
  return { checked, unplaced: [...unplaced, ...claims.filter(({ id }) => !places.has(id))] };
}

async function check(claim: LabelledClaim, passages: readonly Passage[]): Promise<CheckedClaim> {
  const marked = passages.map((passage, at) => ({ marker: at + 1, passage }));
  const { claims, removed } = await groundText({ text: `${claim.claim.slice(0, -1)} [1].`, passages: marked });
  const isKept = claims.some(({ evidence }) => evidence.length > 0);
  const evidence = claims
    .flatMap((one) => one.evidence)
    .flatMap((one) => {
      if (one.kind === "fact") return [];
      return [one.passage.text.slice(one.charStart - one.passage.charStart, one.charEnd - one.passage.charStart)];
    });
  return { ...claim, isKept, evidence, reason: removed[0]?.reason ?? null };
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ");
}

function textOf({ text }: ParsedDocument, { charStart, charEnd }: Chunk): string {
  return text.slice(charStart, charEnd);
}

function passageOf(title: string, document: ParsedDocument, chunk: Chunk | undefined): Passage[] {
  if (!chunk) return [];
  const { charStart, charEnd, ordinal, section, headingPath, parent, page, pageEnd, printedPage, rows } = chunk;
  const place = { charStart, charEnd, section, headingPath, parent, page, pageEnd, printedPage, rows };
  const found = { rank: ordinal + 1, score: 1, origins: ["keyword" as const], scores: {} };
  const identity = { chunkId: `chk_${ordinal}`, corpusId: "corp", documentId: title, documentRevision: 1 };
  const source = { corpusKind: "ordinance" as const, documentTitle: title, sourceUrl: null };
  return [{ ...place, ...found, ...identity, ...source, text: textOf(document, chunk) }];
}
