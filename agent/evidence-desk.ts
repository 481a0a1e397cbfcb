import type { Passage } from "../retrieval/index.ts";
import type { Fact, MarkedFact } from "./facts.ts";

/** A passage with the number it has in this turn. */
export interface MarkedPassage {
  readonly marker: number;
  readonly passage: Passage;
}

/** The evidence of a turn: facts of the project and passages found so far, in one numbering. */
export interface EvidenceDesk {
  /** Numbers passages and returns them as they were found; one found again keeps its number. */
  place(passages: readonly Passage[]): MarkedPassage[];
  /** Returns the passage with a number; undefined for a fact or an unknown number. */
  get(marker: number): Passage | undefined;
  /** Returns the passages in the order of finding. */
  all(): readonly MarkedPassage[];
  facts(): readonly MarkedFact[];
  noteSearch(words: string): void;
  searched(): readonly string[];
}

/** Makes a desk for one turn; facts have the first numbers. */
export function makeEvidenceDesk(known: readonly Fact[] = []): EvidenceDesk {
  const facts = known.map((fact, at) => ({ marker: at + 1, fact }));
  const byPlace = new Map<string, MarkedPassage>();
  const placed: MarkedPassage[] = [];
  const searches = new Set<string>();
  return {
    place(passages) {
      return passages.map((passage) => {
        const key = `${passage.documentId} ${passage.documentRevision} ${passage.charStart} ${passage.charEnd}`;
        const known = byPlace.get(key);
        if (known) return { marker: known.marker, passage };
        const marked = { marker: facts.length + placed.length + 1, passage };
        byPlace.set(key, marked);
        placed.push(marked);
        return marked;
      });
    },
    get: (marker) => placed[marker - facts.length - 1]?.passage,
    all: () => placed,
    facts: () => facts,
    noteSearch: (words) => searches.add(words.toWellFormed()),
    searched: () => {
      const documents = [...new Set(placed.map(({ passage }) => passage.documentTitle))];
      return [...searches, ...documents.map((title) => `document: ${title}`)];
    },
  };
}

/** Writes passages for a model: each quoted inside its own numbered source, so that it cannot speak outside it. */
export function quoteSources(passages: readonly MarkedPassage[], maxCharacters: number): string {
  let left = maxCharacters;
  const quoted: string[] = [];
  for (const { marker, passage } of passages) {
    if (left <= 0) break;
    const text = passage.text.slice(0, left).replace(/<(?=\/?\s*source\b)/gi, "‹");
    left -= text.length;
    const where = [passage.documentTitle, ...passage.headingPath].map(attribute).join(" > ");
    const page = passage.page === null ? "" : ` page="${passage.page}"`;
    quoted.push(`<source id="${marker}" from="${where}"${page}>\n${text}\n</source>`);
  }
  return quoted.join("\n");
}

function attribute(text: string): string {
  return text.replace(/["<>\s]+/g, " ").trim();
}
