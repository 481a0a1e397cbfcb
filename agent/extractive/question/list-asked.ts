import { contentTerms } from "../../text/words.ts";
import { hasTrait, type UseConcept } from "./use-words.ts";

const allowing =
  /\b(?:allow(?:s|ed|ing)?|permit(?:s|ted)?|lets?|can|may|could|might|would|need(?:ed|s)?|ok(?:ay)?|legal|possible|prohibit(?:s|ed)?|bann?(?:s|ed)?|forbid(?:s|den)?|authoriz(?:e|es|ed)|open|by right)\b/i;
const whichDistricts =
  /\b(?:what|which)\s+(?:(?:zoning|land[- ]use|kinds? of|types? of|of (?:the|our|your))\s+)*(?:zones?|districts?|zoning)\b|\b(?:list|name)\s+(?:(?:all|the|every|each)\s+)*(?:zoning\s+)?(?:zones|districts)\b/i;
/** "What zoning is my lot in" asks for one lot's district. */
const ofOneLot =
  /\b(?:what|which)\s+(?:zoning\s+)?(?:zone|district|zoning)\s+(?:(?:is|am|are)\s+(?:i|we|my|our|this|it|the (?:lot|site|parcel|property)|\d)|(?:do|does)\s+[^?]{1,30}\s(?:have|fall|lie|belong))\b/i;
const whereInTown =
  /\bwhere\s+(?:(?:in|around) (?:the )?(?:town|city|county|village)\s+)?(?:can|may|could|might|would|are|is)\b/i;
const whereOnLot =
  /\b(?:lots?|yards?|propert(?:y|ies)|parcels?|site|house|line|lines|building)\b|\bwhere\s+(?:can|could|may)\s+(?:i|we|one|you)\s+(?:find|get|see|read|apply|file|park|pay|appeal|look)\b/i;

/**
 * Tells whether a question asks in which districts a use is allowed: "which zones allow a kennel", "where can I open a bar".
 * Where a shed or a fence may be asks for a place on the lot.
 */
export function asksForDistricts(text: string, use: readonly UseConcept[]): boolean {
  if (use.length === 0 || !allowing.test(text)) return false;
  if (whichDistricts.test(text)) return !ofOneLot.test(text);
  return whereInTown.test(text) && !whereOnLot.test(text) && !use.some(({ kind }) => hasTrait(kind, "accessory"));
}

const usesByName =
  /\b(?:what|which|list)\b[^?]{0,40}\b(?:uses|activities|businesses|buildings)\b|\b(?:allowed|permitted|allowable|prohibited|conditional|special)\s+uses\b/i;
/** "What can be built in B-2", "what is allowed in the R-1 zone". */
const whatIsAllowed =
  /\bwhat(?:['’]s|\s+(?:is|are|can|may|could|all))\b[^?]{0,40}\b(?:allowed|permitted|prohibited|forbidden|buil[dt]|do|put|open|develop(?:ed)?)\b/i;
/** Words of a question for a list that name no use. */
const namesNoUse = new Set(
  contentTerms(
    "uses use activities activity businesses business buildings building kinds kind types type sorts list land zoning allowed allowable permitted permit permissible prohibited forbidden conditional special exception by right as of right outright principal main do build built put open develop developed lot property land parcel site here there things stuff",
  ),
);

/** Tells whether a question, of which `named` are the use and the term that were read, asks for all uses of a district. */
export function asksForUses(text: string, named: readonly string[]): boolean {
  if (!usesByName.test(text) && !whatIsAllowed.test(text)) return false;
  return named.flatMap((words) => contentTerms(words)).every((stem) => namesNoUse.has(stem));
}
