import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, hasTrait } from "../question/use-words.ts";
import { standingOf } from "./district-match.ts";
import { exceptionOf } from "./use-names.ts";

const atHome = /\bhome[- ](?:based\s+)?(?:occupations?|business(?:es)?|offices?|professions?)\b/i;
/** "Home occupations shall not include …", "… shall not be permitted as home occupations: …", "The following are not home occupations". */
const leavesOut =
  /\b(?:shall|may|must|do|does)\s+not\s+(?:be\s+(?:permitted|allowed|considered|deemed|construed)|include)\b|\b(?:are|is)\s+not\s+(?:permitted|allowed|considered|deemed|included|home[- ]occupations?)\b|\b(?:deemed|considered)\s+not\s+to\s+be\b|\b(?:prohibited|excluded)\b/i;

/** A list of what does not belong where people live: "The following are not permitted uses in residential zones: …". */
const notInHomes =
  /\bfollowing\b[^:;.]{0,120}\bnot\s(?:[^:;.]{0,40}\s)?(?:permitted|allowed)\b[^:;.]{0,40}\bresiden(?:tial|ce)\s+(?:zones?|districts?):/i;

/** Share of what the question says of work of no known kind, by weight, that the list must name. */
const enough = 0.5;

/**
 * Finds the provision that leaves the work a question asks about out of what may be done at home: such a list goes before
 * the permission of home occupations at large.
 *
 * @param question one on work at home: its first kind of use is a home occupation, the others tell the work
 */
export function findHomeBan(
  { useConcepts, districts }: QuestionReading,
  evidence: readonly Evidence[],
): Evidence | undefined {
  const [home, ...work] = useConcepts;
  const told = work.filter(({ kind }) => !hasTrait(kind, "home") && !hasTrait(kind, "everyday"));
  if (home?.kind !== "home occupation" || told.length === 0) return undefined;
  return evidence.find((one) => {
    const said = `${one.lead} ${saidBy(one)}`;
    const isOnHomes = atHome.test(`${said} ${headingsOf(one)[0] ?? ""}`) && leavesOut.test(said);
    if (one.cell || !(isOnHomes || notInHomes.test(said)) || standingOf(one, districts).kind === "other") return false;
    if (conceptMatch(told, analyse(exceptionOf(said))) > 0) return false;
    const stems = analyse(said);
    const isKindNamed = told.some((work) => work.kind !== undefined && conceptMatch([work], stems) === 1);
    return isKindNamed || conceptMatch(told, stems) >= enough;
  });
}
