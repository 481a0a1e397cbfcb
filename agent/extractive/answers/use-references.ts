import { normalCode } from "../../../ingest/index.ts";
import { announcedReferences, type SectionReference } from "../../../retrieval/index.ts";
import { type District, districtsIn } from "../question/districts.ts";

/** An entry that takes over the uses of other districts: "Any use permitted in the R-1 district, except …". */
export interface UseReference {
  readonly districts: readonly District[];
  /** Sections whose uses it takes over: "all uses permitted by Section 4.2". */
  readonly sections: readonly SectionReference[];
}

const phrase =
  /\b(?:any|all|every|each|those|same|the(?=\s+(?:[\w-]+\s+){0,2}(?:uses?|purposes|activities)\s+(?:of|permitted|allowed|listed|named|specified|enumerated)\b))\s+(?:(?!shall\b|following\b)[\w-]+\s+){0,4}?(?:uses?|purposes|activities)\b(?<rest>(?:(?!\bshall\b|\bmust\b)(?:[^.;:]|\.(?=\d))){0,200})/gi;
const takingOver =
  /\b(?:permitted|allowed|authorized|allowable|listed|specified|enumerated|by right|of right|conditional|special|of the|in the|named|described)\b/i;
const exception = /\b(?:except(?:ing)?(?:\s+(?:that|for))?|excluding|other than|but not|provided that no)\b/i;

/** Reads the references to other districts' uses in a text. */
export function referencesIn(text: string): UseReference[] {
  return phrasesIn(text).flatMap(({ told }) => {
    const districts = districtsIn(told);
    const sections = districts.length === 0 ? announcedReferences(told) : [];
    if (districts.length === 0 && sections.length === 0) return [];
    return [{ districts, sections }];
  });
}

/** A text with its references to other districts' uses blanked out, since they say nothing of where it holds; offsets stay. */
export function withoutReferences(text: string): string {
  let plain = text;
  for (const { told, start } of phrasesIn(text)) {
    if (districtsIn(told).length > 0)
      plain = plain.slice(0, start) + " ".repeat(told.length) + plain.slice(start + told.length);
  }
  return plain;
}

/** "R-1, R-2 and R-3 uses" as an entry of a list. */
const codesBeforeUses =
  /^\W*(?:\(?[a-z]{1,2}\)\s*)?(?:[A-Z]{1,4}-?\d{1,3}[A-Z]{0,2}(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+))*[A-Z]{1,4}-?\d{1,3}[A-Z]{0,2}\s+uses\b/;

function phrasesIn(text: string): { readonly told: string; readonly start: number }[] {
  const [listed] = codesBeforeUses.exec(text) ?? [];
  if (listed !== undefined) return [{ told: listed, start: 0 }];
  return [...text.matchAll(phrase)].flatMap((match) => {
    const rest = match.groups?.rest ?? "";
    if (!takingOver.test(match[0])) return [];
    const cut = exception.exec(rest)?.index ?? rest.length;
    return [{ told: match[0].slice(0, match[0].length - rest.length + cut), start: match.index }];
  });
}

/** Tells whether two districts share a code or a name. */
export function isSame(one: District, other: District): boolean {
  const codes = new Set(one.codes.map(normalCode));
  return (
    other.codes.some((code) => codes.has(normalCode(code))) ||
    (one.codes.length === 0 && other.names.some((name) => one.names.includes(name)))
  );
}
