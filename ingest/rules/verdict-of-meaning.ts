import { cuesIn, type Verdict, verdictIn } from "../lexicon/verdicts.ts";

/** "Accessory use": allowed beside another use, which rules nothing on the use by itself. */
const accessoryOnly = /^\W*(?:permitted\s+)?(?:as\s+)?(?:an?\s+)?accessory(?:\s+uses?)?\W*$/i;
const byRight = /\b(?:by|as of|of) right\b/i;
const discretion =
  /\bspecial\b|\bconditional|\bexceptions?\b|\bappeals?\b|\bboard\b|\bcommission\b|\bcouncil\b|\buse permit\b|\bprovisional/i;
/** "Allowed / No Zoning Permit Required". */
const noPermit =
  /\bno\s+(?:[\w-]+\s+){0,3}(?:permits?|approvals?|reviews?|certificates?)\s+(?:is\s+|are\s+)?(?:required|needed|necessary)\b/i;
const reviewOnly = /\bsite[- ]?plan\b|\bzoning permit\b|\badministrative|\bstaff\b|\bcertificate\b|\blicen[cs]e\b/i;

/**
 * Reads the verdict of an explanation of a mark, or of a mark in words ("Special exception"). One that asks only for a
 * site plan or a staff permit has none unless it says "by right": codes differ on whether it is.
 */
export function verdictOfMeaning(explained: string): Verdict | undefined {
  const meaning = explained.replace(noPermit, " ");
  const cues = new Set(cuesIn(meaning).map((cue) => cue.verdict));
  // An explanation that runs on into that of the next symbol rules nothing.
  if ((cues.has("prohibited") && cues.size > 1) || accessoryOnly.test(meaning)) return undefined;
  const verdict = verdictIn(meaning);
  if (verdict === "prohibited") return verdict;
  if (discretion.test(meaning)) return "conditional";
  if (byRight.test(meaning)) return "permitted";
  return reviewOnly.test(meaning) ? undefined : verdict;
}
