import { verdictIn } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { type District, matchDistrict, namesAnyDistrict, withoutNeighbours } from "../question/districts.ts";

/** Sections that regulate something else about a use than whether it is allowed. */
export const elsewhere =
  /\bparking\b|\bsigns?\b|\blandscap|\bdefin|\bnon-?conform|\bloading\b|\bpurpose|\bintent\b|\benforce|\bpenalt|\bfees?\b|\bbuffer|\bprocedure|\bsetback|\blighting|\bnoise|\bperformance standards|\bsite plans\b|\bapplications?\b|\bsubmissions?\b|\bplan requirements|\bcontents of/i;

/** A title that says which uses a section allows or forbids: "30-438.1 Permitted principal and accessory uses". */
const onUses = /\buses?\b/i;

/** Whether the section of a piece of evidence, or the one around it, regulates something else about uses. */
export function isOnOtherMatter(one: Evidence): boolean {
  const [own = "", around = ""] = headingsOf(one);
  const isOfUses = onUses.test(own) && verdictIn(own) !== undefined;
  return elsewhere.test(own) || (!isOfUses && elsewhere.test(around));
}

/** Chapters that apply to some land only. */
const specialLand =
  /\b(?:overlay|historic|flood\w*|aquifer|watershed|airport|planned|cluster|conservation)\b|\b(?:special|design)\s+(?:districts?|zones?)\b/i;

/** Whether a piece of evidence is in the chapter of an overlay or other special land, and so rules nothing elsewhere. */
export const isOfSpecialLand = (one: Evidence): boolean => headingsOf(one).some((heading) => specialLand.test(heading));

/** What an entry takes over from other districts says nothing of where it holds: "any use permitted in the R-1 district". */
const usesOfOthers =
  /\b(?:any|all|every|each|those|same)\s+(?:(?!shall\b|following\b)[\w-]+\s+){0,4}?uses?\s+(?:[\w-]+\s+){0,3}?(?:permitted|allowed|authorized|listed)\b[^.;:]{0,80}|\buses\s+of\s+the\s+[A-Z][\w-]*\s+(?:district|zone)\b/gi;

/** Where a use must not lie: "provided that no portion of the lot is within the Aquifer Protection Zone". */
const outsideOf =
  /\b(?:provided|(?:so|as) long as|only (?:if|where|when))\b(?:[^.;]|\.(?=\d)){0,80}?\b(?:no|not)\b(?:[^.;]|\.(?=\d)){0,60}?\b(?:within|inside|in)\b(?:[^.;]|\.(?=\d)){0,160}/gi;

/** Whether a text names a district only as one in which a use must not lie. */
export const isOnlyOutside = (text: string, district: District) =>
  matchDistrict(text, district) === "named" && matchDistrict(text.replace(outsideOf, " "), district) !== "named";

/** How evidence stands to the district asked about, and where that is said. */
export type DistrictStanding =
  | {
      readonly kind: "named";
      readonly where: Place;
      readonly district: District;
    }
  /** It says nothing of districts, so it may hold for all. */
  | { readonly kind: "general" }
  | { readonly kind: "other"; readonly where: Place };

/** Where a district is said. */
export type Place = "label" | "column" | "sentence" | "lead" | "heading";

/** Finds out which district a piece of evidence is about, the nearest mention deciding. */
export function standingOf(evidence: Evidence, districts: readonly District[]): DistrictStanding {
  let other: Place | null = null;
  for (const [where, printed] of placesOf(evidence)) {
    const isLabel = where === "label" || where === "column";
    const text = where === "heading" ? printed : withoutNeighbours(printed);
    const named = districts.find((district) => matchDistrict(text, district, isLabel) === "named");
    if (named && !isLabel && liesInOther(text, named)) return { kind: "other", where };
    if (named) return { kind: "named", where, district: named };
    const isDecisive = where !== "sentence" || /\b(?:district|zone)s?\b/i.test(text);
    if (isDecisive && namesAnyDistrict(text, isLabel)) {
      other ??= where;
      if (where !== "label") break;
    }
  }
  return other ? { kind: "other", where: other } : { kind: "general" };
}

/** A rule for land "in an R-2A zone" is that zone's, though it speaks of "the requirements of the R-1 zone" or "R-1 uses". */
function liesInOther(text: string, district: District): boolean {
  const located = [...text.matchAll(locatedIn)];
  return (
    speaksOfOther.test(text) &&
    located.length > 0 &&
    located.every((match) => matchDistrict(match[1] ?? "", district) !== "named")
  );
}

const locatedIn =
  /\bin\s+(?:an?\s+|the\s+|any\s+)?([A-Z]{1,4}-?\d{1,3}[A-Z]{0,2})\s+(?:zoning\s+)?(?:zone|district)s?\b/gi;
const speaksOfOther =
  /\b(?:requirements?|provisions?|regulations?|standards?)\s+(?:of|for|in)\s+(?:the\s+)?[A-Z]{1,4}-?\d|[A-Z]{1,4}-?\d{1,3}[A-Z]{0,2},?\s+uses\s+in\b/i;

function* placesOf(evidence: Evidence): Generator<[Place, string]> {
  if (evidence.cell) {
    yield ["label", evidence.cell.label];
    yield ["column", evidence.cell.column];
    if (evidence.cell.group) yield ["label", evidence.cell.group];
  } else yield ["sentence", evidence.text.replace(usesOfOthers, " ").replace(outsideOf, " ")];
  if (evidence.lead) yield ["lead", evidence.lead];
  for (const heading of headingsOf(evidence)) yield ["heading", heading];
}
