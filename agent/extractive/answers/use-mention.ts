import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { QuestionReading } from "../question/read-question.ts";

/** How an entry or sentence speaks of the use that is asked about. */
export interface UseMention {
  /** It stands in brackets or behind "such as": an example of something else. */
  readonly isAside: boolean;
  /** Words that narrow the use down to something the question does not speak of: "medical office" to an office. */
  readonly narrowing: number;
  /** It allows the use only without something that the question wants: "hospitals without outdoor kennels". */
  readonly leavesOut: boolean;
}

/** What ends an entry of a list that runs on in one line. */
const entryEnd =
  /[,;:()•]|\.\s|\s\([a-z0-9]{1,3}\)\s|\b(?:and\/or|or|and|other than|except(?:ing)?|excluding|without|but not|not including)\b/;
const leftOut =
  /\b(?:without|not including|excluding|except(?:ing)?(?: for)?|other than|but not|not involving)\s+([^,;.()]{3,80})/gi;
const enoughOfWhatIsLeftOut = 0.5;

/** "(not extended stay)": what a question says it does not mean. */
const notMeant = /\(?\b(?:not|other than|excluding|except(?:ing)?(?: for)?)\s+(?:an?\s+|any\s+)?[^,;.()?]{3,40}\)?/gi;

/** Words of law and place that narrow nothing down. */
const plainWords = new Set(
  analyse(
    "use uses permitted allowed principal accessory building buildings structure structures facility facilities establishment establishments district districts zone zones lot lots area site land service services activity activities type similar related general purposes commercial residential including prohibited unlawful right",
  ),
);

/** A district's name, and people who do something, and verbs: "Single-Family Districts", "manufacturer's agent", "officer" and "stored" speak of no use. */
const notUses =
  /\b(?:[A-Z][\w-]*[ \t]+){1,6}(?:Zoning[ \t]+)?(?:Districts?|DISTRICTS?|Zones?|ZONES?)\b|\b[\w-]+(?:er|or)['’]s\b(?!\s+(?:establishments?|parlou?rs?|plants?|shops?|stores?|studios?|yards?)\b)|\b(?:[Oo]fficers?|[Oo]fficials?|[Ss]tored|[Ss]igned)\b/g;

/** A text with what names no use blanked out; offsets stay. */
export function speakingOfUses(text: string): string {
  return text.replace(notUses, (name) => " ".repeat(name.length));
}

/** Reads how a text speaks of the use at `mention`. */
export function readMention(question: QuestionReading, text: string, mention: number): UseMention {
  const before = text.slice(Math.max(0, mention - 160), mention);
  const opened = before.lastIndexOf("(");
  const isBracketed = opened > before.lastIndexOf(")") && /\w{3}\s*$/.test(before.slice(0, opened));
  const isExample = /\b(?:such as|including|e\.g\.)\s+(?:[\w-]+,?\s+){0,4}$/i.test(before);
  const start = before.split(entryEnd).at(-1) ?? "";
  const rest = text.slice(mention, mention + 160).split(entryEnd)[0] ?? "";
  const own = new Set(question.useConcepts.flatMap((concept) => concept.phrases.flat()));
  const denied = new Set([...question.text.matchAll(notMeant)].flatMap(([words]) => analyse(words)));
  const asked = new Set(
    [...question.terms, ...analyse(question.text.replace(notMeant, " "))].filter(
      (stem) => own.has(stem) || !denied.has(stem),
    ),
  );
  const narrowing = contentTerms(start.slice(-60) + rest.slice(0, 60)).filter(
    (term) => !own.has(term) && !asked.has(term) && !plainWords.has(term) && !/\d/.test(term),
  ).length;
  return { isAside: isBracketed || isExample, narrowing, leavesOut: leavesOut(text, asked) };
}

function leavesOut(text: string, asked: ReadonlySet<string>): boolean {
  return [...text.matchAll(leftOut)].some((match) => {
    const terms = contentTerms(match[1] ?? "").filter((term) => !plainWords.has(term));
    return terms.length > 0 && terms.filter((term) => asked.has(term)).length / terms.length > enoughOfWhatIsLeftOut;
  });
}

/** The words by which a rule that names some districts speaks of all others: "and shall be prohibited in all other districts". */
const inOthers =
  /\b(?:prohibited|unlawful|not (?:be )?(?:permitted|allowed))\b[^.;]{0,40}\b(?:all|any|every)\s+other\b|\b(?:permitted|allowed)\s+(?:only|solely|exclusively)\s+(?:in|within)\b|\bonly\s+(?:be\s+)?(?:permitted|allowed)\s+(?:in|within)\b|\b(?:permitted|allowed)\s+(?:in|within)\s[^.;]{1,80}\b(?:zones?|districts?)\s+only\b/i;

/** Tells whether a rule for the districts it names forbids in every other one. */
export function forbidsElsewhere(text: string): boolean {
  return inOthers.test(text);
}
