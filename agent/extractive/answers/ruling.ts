import type { Verdict } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { DistrictStanding } from "./district-match.ts";

/** Share of the things asked about that an entry must speak of. */
export const enoughMatch = 0.6;
/** Sections that regulate something else about a use than whether it is allowed. */
export const elsewhere =
  /\bparking\b|\bsigns?\b|\blandscap|\bdefin|\bnon-?conform|\bloading\b|\bpurpose|\bintent\b|\benforce|\bpenalt|\bfees?\b|\bbuffer|\bprocedure|\bsetback|\blighting|\bnoise|\bperformance standards|\bsite plans\b|\bapplications?\b|\bsubmissions?\b|\bplan requirements|\bcontents of/i;

/** How each verdict is worded, at the head of its sentence. */
export const wording: Readonly<Record<Verdict, string>> = {
  permitted: "Yes, permitted",
  conditional: "Yes, but only with a special approval",
  prohibited: "No, not permitted",
};
/** Headings every district has. */
const generic = /\buses?\b|\bpermitted\b|\bregulations\b|\bgeneral\b|\brequirements\b/i;

/** Says for which district a ruling holds: the one asked about, or the one whose heading stands above. */
export function placeOf(evidence: Evidence, standing: DistrictStanding): string {
  if (standing.kind === "named") return ` in the ${withWord(standing.district.printed)}`;
  const headings = headingsOf(evidence).map((heading) => heading.replace(/\s+/g, " ").slice(0, 90));
  const heading =
    headings.find((one) => /\b(?:districts?|zones?)\b/i.test(one) && !/\bregulations\b/i.test(one)) ??
    headings.find((one) => !generic.test(one)) ??
    headings[0];
  return heading ? ` under “${titleOf(heading)}”` : "";
}

/** A heading without its section number, which is no amount of the rule it heads. */
export function titleOf(heading: string): string {
  const title = heading
    .replace(
      /^\s*(?:(?:SECTION|[Ss]ec(?:tion|\.)?|ARTICLE|[Aa]rt(?:icle|\.)|[Cc]hapter|[Dd]ivision|[Pp]art|§+)\s*)?(?:\d[\w.()-]*|[IVX]+\.?)\s*[-–—:.]*\s+(?=[A-Z“"(])/,
      "",
    )
    .trim();
  return title === "" ? heading.trim() : title;
}

/** The district with the word "district", unless its name has one. */
export function withWord(district: string): string {
  return /\b(?:district|zone)s?\b/i.test(district) ? district : `${district} district`;
}
