import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { type District, districtOf } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { standingOf } from "./district-match.ts";

const enoughOverlap = 0.6;
const fewestWords = 2;

/**
 * Finds the district a question describes without naming it: "a medium-density residential neighborhood" is the
 * "R10 Medium Density Residential District". A district named by its code is left as it is.
 */
export function districtDescribed(question: QuestionReading, evidence: readonly Evidence[]): QuestionReading {
  const isCoded = question.districts.some((district) => district.codes.length > 0);
  if (isCoded || evidence.some((one) => standingOf(one, question.districts).kind === "named")) return question;
  const told = new Set([...question.terms, ...contentTerms(question.districts.map((one) => one.printed).join(" "))]);
  let best: { district: District; overlap: number; words: number } | undefined;
  for (const heading of new Set(evidence.flatMap(headingsOf))) {
    const district = districtOfHeading(heading);
    const words = district ? contentTerms(district.names.join(" ")) : [];
    const shared = words.filter((word) => told.has(word)).length;
    const overlap = words.length === 0 ? 0 : shared / words.length;
    if (!district || shared < fewestWords || overlap < enoughOverlap) continue;
    if (!best || overlap > best.overlap || (overlap === best.overlap && words.length > best.words)) {
      best = { district, overlap, words: words.length };
    }
  }
  return best ? { ...question, districts: [best.district] } : { ...question, districts: [] };
}

/** The district a heading is about: "A-509. - R10 Medium Density Residential Districts.", "DIVISION 2. - R-1 LARGE LOT RESIDENTIAL". */
function districtOfHeading(heading: string): District | undefined {
  const title = heading
    .replace(/^(?:(?:section|sec\.?|article|chapter|division|part|§)\s*)?[\w.-]{0,12}\d[\w.-]*\.?\s*[-–—:.]*\s*/i, "")
    .replace(/^(?:article|chapter|division|part)\s+[\w-]+\.?\s*[-–—:.]*\s*/i, "")
    .replace(/[.\s]+$/, "");
  if (!/\b(?:districts?|zones?)\b/i.test(heading) && !/^[A-Z]{1,4}-?\d{0,3}\s+[A-Z]/.test(title)) return undefined;
  if (/\b(?:regulations|established|boundaries|map|general|overlay|purpose)\b/i.test(title)) return undefined;
  const district = districtOf(title.replace(/\b(?:zoning|districts?|zones?)\b\.?/gi, "").replace(/\s+/g, " "));
  return district ? { ...district, printed: title } : undefined;
}
