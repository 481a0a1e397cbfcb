import type { Span } from "../../../ingest/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** A place in a document. */
export interface DocumentPlace extends Span {
  readonly documentId: string;
}

/** Returns the passage that holds a place whole; undefined when none was found. */
export function holderOf(place: DocumentPlace, passages: readonly MarkedPassage[]): MarkedPassage | undefined {
  return passages.find(
    ({ passage }) =>
      passage.documentId === place.documentId &&
      passage.charStart <= place.charStart &&
      place.charEnd <= passage.charEnd,
  );
}

/** Returns what a rule was read from as evidence of the passage that holds it; `text` in place of the printed words. */
export function evidenceOfRule(
  place: DocumentPlace,
  passages: readonly MarkedPassage[],
  text?: string,
): Evidence | undefined {
  const held = holderOf(place, passages);
  if (!held) return undefined;
  const { marker, passage } = held;
  const { charStart, charEnd } = place;
  return {
    ...{ marker, passage, charStart, charEnd, lead: "", leadSpan: null, before: "", cell: null, position: 0 },
    text: text ?? passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart),
  };
}
