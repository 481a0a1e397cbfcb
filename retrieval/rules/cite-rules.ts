import type { Rule } from "../../ingest/index.ts";
import type { Queryable } from "../../migrations/index.ts";
import type { Citation } from "../citation.ts";
import { citeSpan } from "../cite.ts";
import type { LiveDocument } from "../live-documents.repository.ts";
import { type ChunkRow, findChunks } from "../passages.repository.ts";
import { passageOf } from "../passages.ts";

/** A note of a table that qualifies a rule. */
export interface CitedNote {
  /** Such as "note 4: More along a lot line shared with a residential district." */
  readonly text: string;
  /** Where the note stands; null where its text was not found as it was read. */
  readonly citation: Citation | null;
}

/** A rule with its citation and those of its notes. */
export interface CitedRule<Read extends Rule = Rule> {
  readonly rule: Read;
  readonly citation: Citation;
  readonly notes: readonly CitedNote[];
}

/** Notes of a table stand at most so many chunks after a row of it. */
const chunksToNotes = 4;

/** Cites the evidence of rules of a document and of their notes, in their order; a rule whose revision is gone is left out. */
export async function citeRules<Read extends Rule>(
  db: Queryable,
  document: LiveDocument,
  rules: readonly Read[],
): Promise<CitedRule<Read>[]> {
  const ordinals = new Set(
    rules.flatMap(({ evidence: { chunk }, notes }) =>
      notes.length === 0 ? [chunk] : Array.from({ length: chunksToNotes + 1 }, (_, at) => chunk + at),
    ),
  );
  const { documentId, revision } = document;
  const chunks = await findChunks(
    db,
    [...ordinals].map((ordinal) => ({ documentId, revision, ordinal })),
  );
  const byOrdinal = new Map(chunks.map((chunk) => [chunk.ordinal, chunk]));
  const cited: CitedRule<Read>[] = [];
  for (const rule of rules) {
    const { chunk: ordinal, ...span } = rule.evidence;
    const citation = await citeIn(db, { document, chunk: byOrdinal.get(ordinal), score: rule.confidence }, span);
    if (citation === undefined) continue;
    const notes: CitedNote[] = [];
    for (const text of rule.notes) {
      const found = placeOfNote(text, ordinal, byOrdinal);
      const note = found && (await citeIn(db, { document, chunk: found.chunk, score: rule.confidence }, found));
      notes.push({ text, citation: note ?? null });
    }
    cited.push({ rule, citation, notes });
  }
  return cited;
}

/** Returns the chunk and the span in which a note of a rule stands word for word. */
function placeOfNote(note: string, from: number, byOrdinal: ReadonlyMap<number, ChunkRow>) {
  const words = note.replace(/^note [^:]{0,20}: /, "").trim();
  for (let ordinal = from; words !== "" && ordinal <= from + chunksToNotes; ordinal += 1) {
    const chunk = byOrdinal.get(ordinal);
    const at = chunk?.text.indexOf(words) ?? -1;
    if (chunk && at >= 0)
      return { chunk, charStart: chunk.charStart + at, charEnd: chunk.charStart + at + words.length };
  }
  return undefined;
}

/** Cites the part of a span that is in a chunk; undefined where there is none. */
async function citeIn(
  db: Queryable,
  {
    document,
    chunk,
    score,
  }: { readonly document: LiveDocument; readonly chunk: ChunkRow | undefined; readonly score: number },
  span: { readonly charStart: number; readonly charEnd: number },
): Promise<Citation | undefined> {
  if (chunk === undefined) return undefined;
  const passage = passageOf(chunk, document, { rank: 1, score });
  const charStart = Math.max(span.charStart, chunk.charStart);
  const charEnd = Math.min(span.charEnd, chunk.charEnd);
  return charStart < charEnd ? citeSpan(db, passage, { charStart, charEnd }) : undefined;
}
