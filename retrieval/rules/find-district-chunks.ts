import { analyse, type DistrictEntry, isSameCode } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { findLiveDocuments, type LiveDocument } from "../live-documents.repository.ts";
import type { DistrictRequest, Passage, SearchScope } from "../passage.ts";
import { type ChunkRow, findChunks } from "../passages.repository.ts";
import { passageOf } from "../passages.ts";
import type { RuleReader } from "./read-rules.ts";
import type { PlacesOfDocument } from "./rules.repository.ts";

/** More chunks of one district are not compared with a question. */
const mostChunks = 160;
const keptDocuments = 200;

/** Finds the provisions of districts by the places that the reading of rules noted. */
export function makeDistrictLookup({ db, rules }: { readonly db: Database; readonly rules: RuleReader }) {
  /** Places of revisions, which never change. */
  const known = new Map<string, PlacesOfDocument>();

  async function placesOf({ documentId, revision }: LiveDocument): Promise<PlacesOfDocument> {
    const key = `${documentId} ${revision}`;
    const found = known.get(key) ?? (await rules.places({ documentId, revision }));
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > keptDocuments && oldest !== undefined) known.delete(oldest);
    return found;
  }

  /** Returns the chunks that rule on the subject for the district, those with most words of the query first. */
  return async function find(request: DistrictRequest, scope: SearchScope, topK: number): Promise<Passage[]> {
    const { documentIds } = scope.filters ?? {};
    const documents = (await findLiveDocuments(db, scope.corpusIds)).filter(
      ({ corpusKind, documentId }) =>
        corpusKind === "ordinance" && (documentIds === undefined || documentIds.includes(documentId)),
    );
    const places = await Promise.all(
      documents.map(async (document) => {
        const { documentId, revision } = document;
        const ordinals = ordinalsOf(await placesOf(document), request);
        return ordinals.map((ordinal) => ({ documentId, revision, ordinal }));
      }),
    );
    const chunks = await findChunks(db, places.flat().slice(0, mostChunks));
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    return ordered(chunks, request.query)
      .slice(0, topK)
      .flatMap(({ chunk, score }, at) => {
        const document = byId.get(chunk.documentId);
        return document ? [passageOf(chunk, document, { rank: at + 1, score })] : [];
      });
  };
}

function ordinalsOf({ districts, places }: PlacesOfDocument, { names, subject }: DistrictRequest): number[] {
  const codes = codesOf(districts, names);
  return places.flatMap((place) =>
    place.subject === subject && place.districts.some((code) => codes.has(code)) ? [place.chunk] : [],
  );
}

function codesOf(districts: readonly DistrictEntry[], names: readonly string[]): ReadonlySet<string> {
  const isMeant = ({ code, name }: DistrictEntry) =>
    names.some((wanted) => isSameCode(wanted, code) || (name !== null && isSameCode(wanted, name)));
  return new Set(districts.filter(isMeant).map(({ code }) => code));
}

/** Orders chunks by the share of the query's words that they hold; those of equal share stand as in the text. */
function ordered(chunks: readonly ChunkRow[], query: string): { readonly chunk: ChunkRow; readonly score: number }[] {
  const wanted = new Set(analyse(query));
  return chunks
    .map((chunk) => {
      const held = new Set(analyse(`${chunk.headingPath.at(-1) ?? ""} ${chunk.text}`));
      const share = [...wanted].filter((stem) => held.has(stem)).length / Math.max(wanted.size, 1);
      return { chunk, score: share };
    })
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        one.chunk.documentId.localeCompare(other.chunk.documentId) ||
        one.chunk.ordinal - other.chunk.ordinal,
    );
}
