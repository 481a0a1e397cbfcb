import { quantitiesIn } from "../../text/quantities.ts";
import { type Evidence, overlaps, saidBy } from "../evidence/evidence.ts";
import { type Dimension, dimensions } from "../question/dimensions.ts";
import { type District, matchDistrict, namesAnyDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type AnswerSentence, asLabel, spansWithLabels, withWord } from "./answer.ts";
import { standingOf } from "./district-match.ts";

/** What a table of standards sets for lots and the buildings on them. */
const ofLots = dimensions.filter(({ subject }) => subject === undefined);
/** One entry is quoted as any other provision is. */
const fewest = 2;
const most = 16;

/**
 * Quotes what one table states for the district of a question, where the question asks for dimensions of which the table
 * states some: what a row is called may not be what the question calls it. `told` is what was asserted, which is not said
 * again. Undefined where no table has two entries for the district.
 */
export function entriesOfDistrict(
  { districts, dimensions: asked }: QuestionReading,
  evidence: readonly Evidence[],
  told: readonly AnswerSentence[],
): AnswerSentence | undefined {
  const [district, ...others] = districts;
  const wanted = asked.filter(({ subject }) => subject === undefined);
  if (!district || others.length > 0 || wanted.length === 0) return undefined;
  const standards = evidence.filter((one) => isStandard(one) && isOf(one, districts));
  const tables = [...Map.groupBy(standards, ({ passage }) => passage)].map(([passage, cells]) => ({
    cells,
    count: wanted.filter((one) => cells.some((cell) => tells(one, cell))).length,
    score: passage.score,
  }));
  const [best] = tables.toSorted((a, b) => b.count - a.count || b.score - a.score);
  if (!best || best.count === 0 || best.cells.length < fewest) return undefined;
  const isTold = (one: Evidence) =>
    told.some(({ text, evidence: own }) => own.some((other) => overlaps(one, other)) && text.includes(amountOf(one)));
  const quoted = best.cells.filter((one) => !isTold(one)).slice(0, most);
  if (quoted.length === 0) return undefined;
  const entries = new Set(quoted.map((one) => entryTold(one, districts)));
  return {
    text: `The table of standards states for the ${withWord(district.printed)}: ${[...entries].join("; ")}.`,
    spans: quoted.flatMap(spansWithLabels),
    evidence: quoted,
    isQuote: true,
  };
}

const amountOf = ({ cell }: Evidence) => (cell?.value ?? "").trim();

/** Whether an entry is of a district by its nearest label, or by its section where its labels name no district. */
function isOf(one: Evidence, districts: readonly District[]): boolean {
  const standing = standingOf(one, districts);
  const { group = "", label = "", column = "" } = one.cell ?? {};
  const isLabeled = [group, label, column].some((text) => namesAnyDistrict(text, true));
  return standing.kind === "named" && (standing.where === "label" || standing.where === "column" || !isLabeled);
}

const tells = ({ told, notTold }: Dimension, one: Evidence) => told.test(saidBy(one)) && !notTold?.test(saidBy(one));

/** A cell that states an amount of some dimension of a lot or a building. */
function isStandard(one: Evidence): boolean {
  return (
    one.cell !== null && quantitiesIn(one.cell.value).length > 0 && ofLots.some((dimension) => tells(dimension, one))
  );
}

/** An entry with what it is of: the labels that do not name the district. */
function entryTold({ cell }: Evidence, districts: readonly District[]): string {
  const { group = "", label = "", column = "", value = "" } = cell ?? {};
  const isOfDistrict = (text: string) => districts.some((one) => matchDistrict(text, one, true) === "named");
  const labels = [group, label, column].filter((part) => !isOfDistrict(part)).map(asLabel);
  return `“${[...new Set(labels)].filter((part) => part !== "").join(", ")}”: “${asLabel(value)}”`;
}
