import type { StoredPassage } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";
import { citeSentence, type LawSentence, sentencesOf } from "./law-sentences.ts";

/** An overlay district as the zoning map names it. */
export interface OverlayName {
  readonly code: string;
  readonly name: string | null;
}

/** Words that name no overlay in particular. */
const general = /^(?:the|of|and|an?|overlays?|districts?|zones?|zoning|areas?)$/;
/** Headings whose provisions say what a chapter is for, and bind nobody. */
const introduces = /\b(?:purpose|intent|findings|definitions?|title|authority|boundar(?:y|ies)|map)\b/i;
const forbids = /\b(?:no|nor|not|without|prohibited|only if|only when|unless)\b/i;
const binds = /\b(?:shall|must|may not|(?:is|are) (?:prohibited|required|not permitted|not allowed))\b/i;
/** A sentence that leans on the one before it says nothing by itself. */
const leans = /^(?:it|they|this|these|that|those|such|he|she)\b/i;
const mostRules = 3;

/**
 * Returns what the law requires in an overlay district: sentences with an obligation from the provisions that are named
 * after the overlay, or that name its code; prohibitions first. Empty where there is none.
 */
export async function readOverlayRules(law: LawReader, overlay: OverlayName): Promise<readonly StoredPassage[]> {
  const name = overlay.name ?? overlay.code;
  const passages = await law.search(`${name} district requirements, permit required, prohibited`);
  const found = passages
    .flatMap((passage) => {
      if (passage.headingPath.some((heading) => introduces.test(heading))) return [];
      const isNamed = passage.headingPath.some((heading) => namesOverlay(heading, overlay));
      return sentencesOf(passage, 0).filter(({ text }) => isNamed || namesCode(text, overlay.code));
    })
    .filter(({ text }) => binds.test(text) && !leans.test(text));
  const ranked = found.toSorted((one, other) => rankOf(other) - rankOf(one));
  const items = ranked.filter(
    (one, at) => ranked.findIndex(({ item }) => item.charStart === one.item.charStart) === at,
  );
  const cited = await Promise.all(items.slice(0, mostRules).map((one) => citeSentence(law, one)));
  return cited.flatMap((passage) => passage ?? []);
}

const rankOf = ({ text }: LawSentence) => Number(forbids.test(text));

function namesOverlay(heading: string, { code, name }: OverlayName): boolean {
  const own = (name ?? "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !general.test(word));
  const text = heading.toLowerCase().replaceAll("flood plain", "floodplain");
  return (own.length > 0 && own.every((word) => text.includes(word))) || namesCode(heading, code);
}

/** Whether a text names a district by its code: "in the FP district". */
function namesCode(text: string, code: string): boolean {
  const escaped = code.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])\s+(?:overlay|district|zone)`).test(text);
}
