import { cuesIn, type Verdict } from "../lexicon/verdicts.ts";
import type { DistrictRegister } from "./district-register.ts";
import type { UseEntry } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const confidence = 0.9;
const longestSentence = 900;
const longestUse = 400;
/** "No premises shall be used for …, in any district except B-2 …". */
const noneExcept =
  /^\W*(?:(?:\w{1,4}[.)]|\d+(?:\.\d+)+\.?)\s+\(?)*No\s+(?<use>.{3,600}?),?\s+in\s+any\s+(?:zoning\s+)?(?:districts?|zones?)\s*,?\s+(?:except|other than)\s+(?:for\s+)?(?:in\s+)?(?<rest>.{2,300})$/is;
/** "Kennels are permitted only in the A-1 and I-1 districts." */
const onlyIn =
  /^\W*(?:(?:\w{1,4}[.)]|\d+(?:\.\d+)+\.?)\s+\(?)*(?<use>[A-Z].{3,200}?)\s+(?:shall\s+be|are|is|may\s+be)\s+(?:permitted|allowed|located|established)\s+(?<by>(?:by\s+(?:the\s+)?[\w ]{3,60}?\s+)?)only\s+(?:in|within)\s+(?<rest>.{2,300})$/s;
/** The title of an item before a sentence that points to it: "Temporary Saw Mill - Such uses may be …". */
const titled = /^(?<title>[A-Z].{2,80}?)\s+[-–—:]\s+(?:Such|These)\s+(?:uses?|facilit\w+|activities|operations?)$/s;
/** Words before the use that name none: "premises shall be occupied for the purpose of providing". */
const plainSubject =
  /^(?:premises|land|buildings?|structures?|lots?|property|parcels?|persons?)\b.{0,60}?\b(?:for the (?:purposes? of\s+(?:\w+ing\s+)?|operation of\s+)|as an?\s+|for an?\s+|for\s+|operate\s+)/is;
const verbOfUse = /\s+(?:shall|may|must|will|can)\s+be\b.*$/is;

/**
 * Returns what sentences rule on a use by the districts that they leave out: "No kennel shall be permitted in any district
 * except A-1" forbids kennels in every other one; in those left out it rules only where it names an approval.
 */
export function readUseSentences(chunks: readonly RuleChunk[], register: DistrictRegister): UseEntry[] {
  return chunks.flatMap((chunk) =>
    sentencesOf(chunk).flatMap(({ text, charStart, charEnd }) => {
      const { use = "", by = "", rest = "" } = (noneExcept.exec(text) ?? onlyIn.exec(text))?.groups ?? {};
      const named = titled.exec(use)?.groups?.title ?? use;
      const words = named.replace(plainSubject, "").replace(verbOfUse, "").trim();
      const left = register.inLabel(rest);
      if (left.length === 0 || words.length < 4 || words.length > longestUse) return [];
      const others = register.entries.map(({ code }) => code).filter((code) => !left.includes(code));
      const ruleFor = (districts: readonly string[], verdict: Verdict): UseEntry => ({
        ...{
          kind: "use",
          words,
          group: "",
          verdict,
          districts,
          binding: "sentence",
          source: null,
          cell: null,
          takenOver: [],
        },
        ...{ conditions: [], notes: [], confidence },
        evidence: { chunk: chunk.ordinal, charStart, charEnd },
      });
      const isByApproval =
        cuesIn(`${by} ${rest}`).some(({ verdict }) => verdict === "conditional") ||
        /\bonly (?:upon|with|by|after)\b.{0,40}\bapproval\b/is.test(rest);
      return [
        ...(others.length > 0 ? [ruleFor(others, "prohibited")] : []),
        ...(isByApproval ? [ruleFor(left, "conditional")] : []),
      ];
    }),
  );
}

function sentencesOf({ text, charStart }: RuleChunk) {
  return [...text.matchAll(/[^\s.](?:[^.\n]|\n(?!\n)|\.(?=\S))*/g)].flatMap((match) => {
    const sentence = match[0].trimEnd();
    const start = charStart + match.index;
    return sentence.length < 30 || sentence.length > longestSentence
      ? []
      : [{ text: sentence.replace(/\s/g, " "), charStart: start, charEnd: start + sentence.length }];
  });
}
