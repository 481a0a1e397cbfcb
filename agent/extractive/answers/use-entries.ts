import { verdictIn } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { headingsOf } from "../evidence/evidence.ts";

/** What stands before the items of a list that runs on in one line: "Permitted uses:". */
const opening =
  /^(?<lead>[^:;]{0,220}?\b(?:uses?|activities|purposes|following|structures|prohibited|permitted)\b[^:;]{0,160}:)\s*(?=\S)/i;
const longestEntry = 320;

/**
 * Parts a list that runs on in one line ("Permitted uses: banks; offices; …") into its entries, each with the words that
 * introduce the list as its lead. Everything else stays as it is.
 */
export function withListEntries(evidence: readonly Evidence[]): Evidence[] {
  return underTitles(evidence).flatMap(entriesOf);
}

/** Lines under a title of its own line ("Permitted uses" over names of uses without marks) get the title as their lead. */
function underTitles(evidence: readonly Evidence[]): Evidence[] {
  let title: Evidence | null = null;
  return evidence.map((one) => {
    if (one.cell) return one;
    if (title && (title.marker !== one.marker || rules.test(one.text) || one.text.length > longestEntry)) title = null;
    if (isTitle(one)) title = one;
    else if (title && one.lead === "") {
      const { text, charStart, charEnd } = title;
      return { ...one, lead: text, leadSpan: { charStart, charEnd } };
    }
    return one;
  });
}

const rules = /\b(?:shall|must|is|are|may not)\b/i;
const longestTitle = 70;

function isTitle({ text, lead }: Evidence): boolean {
  return (
    text.length < longestTitle &&
    lead === "" &&
    /\b(?:uses?|activities)\b/i.test(text) &&
    !/[.;,]$/.test(text) &&
    !rules.test(text) &&
    verdictIn(text) !== undefined
  );
}

function entriesOf(one: Evidence): Evidence[] {
  if (one.cell || !one.text.includes(";")) return [one];
  const lead = opening.exec(one.text)?.groups?.lead;
  const isIntroduced = [one.lead, headingsOf(one)[0] ?? ""].some((text) => verdictIn(text) !== undefined);
  if (lead === undefined && !isIntroduced) return [one];
  const introduction =
    lead === undefined
      ? { lead: one.lead, leadSpan: one.leadSpan }
      : { lead, leadSpan: { charStart: one.charStart, charEnd: one.charStart + lead.length } };
  const parts = partsOf(one.text, lead?.length ?? 0);
  if (parts.length < 2 || parts.some(({ text }) => text.length > longestEntry)) return [one];
  return parts.map(({ text, start }) => ({
    ...one,
    ...introduction,
    text,
    charStart: one.charStart + start,
    charEnd: one.charStart + start + text.length,
  }));
}

function partsOf(text: string, from: number): { readonly text: string; readonly start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let at = from;
  for (const part of text.slice(from).split(";")) {
    const trimmed = part.trim().replace(/^(?:and|or)\s+/i, "");
    const start = at + part.indexOf(trimmed);
    if (trimmed !== "") parts.push({ text: trimmed, start });
    at += part.length + 1;
  }
  return parts;
}
