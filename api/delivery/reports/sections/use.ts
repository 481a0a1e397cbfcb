import { notStated, searchFailed } from "../document/absence.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { UseRow } from "../evidence/use-row.ts";
import { isOfSize, statusOfRow, type UseStatus, useStatusOf } from "../findings/proposed-use-status.ts";
import {
  answerStatements,
  answerTo,
  hasGoverningLaw,
  notLocated,
  passageKey,
  recordKey,
  type SectionContext,
} from "./context.ts";

/** What was found of the stated use in a district, and the statements that show it. */
export interface UseRuling {
  readonly status: UseStatus | "by_size" | "failed" | "not_stated" | "no_law";
  /** Where it depends on the size: what each size leads to. */
  readonly bySize?: readonly UseStatus[];
  readonly statements: readonly Statement[];
}

/** Provisions that are printed beside a ruling. */
const mostRelated = 2;

/** Returns what the ordinance states of the stated use in a district: its row in the table of uses, else what was answered. */
export function useRuling(context: SectionContext, district: string): UseRuling {
  const { use, law } = context.evidence;
  if (use === null) return { status: "not_stated", statements: [notStated] };
  const answer = answerTo(context, `use.${district}`);
  const rows = law.use_rows[district] ?? [];
  if (rows.length > 0) return rowsRuling(context, rows, related(context, district));
  if (!hasGoverningLaw(context)) return { status: "no_law", statements: [notLocated(context)] };
  if (answer.status === "failed") return { status: "failed", statements: [searchFailed] };
  const found = answerStatements(context, `use.${district}`, mostRelated);
  return { status: useStatusOf(answer, use.words), statements: found.length === 0 ? [notLocated(context)] : found };
}

/** Rules by the rows of the table; of sizes, by those that a building of the concept can have. */
function rowsRuling(context: SectionContext, rows: readonly UseRow[], beside: readonly Statement[]): UseRuling {
  const area = context.evidence.concept?.metrics.gfa?.value ?? null;
  const possible = rows.filter((row) => isOfSize(row, area));
  const told = possible.flatMap((row) => rowStatements(context, row));
  const statements = [
    ...told.filter(({ text }, at) => told.findIndex((other) => other.text === text) === at),
    ...beside,
  ];
  const statuses = [...new Set(possible.map(statusOfRow))];
  const [status = "not_known"] = statuses;
  return statuses.length > 1 ? { status: "by_size", bySize: statuses, statements } : { status, statements };
}

function rowStatements(context: SectionContext, row: UseRow): Statement[] {
  const { label, mark, passage, meaning, notes, unread_note: note } = row;
  const key = passageKey(context, passage);
  const unread = note === null ? [] : [fact`Its note ${named(note, key)} was not read.`];
  const marked = fact`The table of uses marks “${named(label, key)}” with “${named(mark, key)}”.`;
  if (meaning === null) return [marked, ...notes.map((note) => noteOf(context, note)), ...unread];
  const legend = passageKey(context, meaning.passage);
  const told = meaning.text.replace(/^that /, "").replace(/[.;]$/, "");
  return [
    marked,
    fact`“${named(mark, legend)}” means: ${named(told, legend)}.`,
    ...notes.map((note) => noteOf(context, note)),
    ...unread,
  ];
}

function noteOf(context: SectionContext, { text, passage }: UseRow["notes"][number]): Statement {
  return fact`Note: ${named(text, passageKey(context, passage))}`;
}

/** Returns the provisions on the use that the search found beside the table. */
function related(context: SectionContext, district: string): Statement[] {
  const { sentences, is_narrative: isNarrative } = answerTo(context, `use.${district}`);
  const notes = new Set(
    (context.evidence.law.use_rows[district] ?? []).flatMap((row) => row.notes.map(({ text }) => text)),
  );
  const beside = sentences
    .filter(({ text, passages }) => !/table entry|is marked “/i.test(text) && !notes.has(passages[0]?.quote ?? ""))
    .slice(0, mostRelated);
  return beside.map(({ text, passages }) => {
    const keys = passages.map((passage) => passageKey(context, passage));
    if (isNarrative) return { kind: "narrative", text, values: [], evidence: keys };
    const quote = passages[0]?.quote.replaceAll(/\s+/g, " ").replace(/^[A-Z]\. /, "") ?? text;
    return { kind: "quote", text: `See also: “${quote}”`, values: [], evidence: keys };
  });
}

/** Says what the stated use is and whether it is allowed, as the table of uses has it. */
export function useCell(context: SectionContext, district: string): Statement {
  const { use } = context.evidence;
  if (use === null) return notStated;
  const record = recordKey(context);
  const source = use.isConfirmed ? "settled by the user" : "read from the goal of the project";
  const stated = fact`Use: ${named(use.words, record, source)}.`;
  return joined([stated, citing(useVerdict(context, district), record), ...useRuling(context, district).statements]);
}

const verdicts: Readonly<Record<UseRuling["status"], Statement>> = {
  by_right: wording`Permitted by right.`,
  site_plan: wording`Permitted after approval of a site plan.`,
  special_permit: wording`Allowed only by special or conditional permit.`,
  accessory: wording`Permitted only as an accessory use.`,
  by_size: wording`It depends on the size.`,
  with_approval: wording`An approval is needed.`,
  prohibited: wording`Not permitted.`,
  not_listed: wording`Not listed.`,
  not_known: wording`Not decided by what was located.`,
  failed: wording`Not checked.`,
  not_stated: wording`Not checked.`,
  no_law: wording`Not checked.`,
};

/** Says in one sentence how the stated use is treated in a district. */
export const useVerdict = (context: SectionContext, district: string): Statement =>
  verdicts[useRuling(context, district).status];
