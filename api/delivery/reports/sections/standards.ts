import type { Statement } from "../document/statement.ts";
import { standards } from "../evidence/questions.ts";
import { answerCell, label, type SectionContext } from "./context.ts";

/** Returns a row for each standard of a district: its name, and what the ordinance states or why nothing is shown. */
export function standardRows(context: SectionContext, district: string): Statement[][] {
  return standards.map(({ key, label: name }) => [label(name), answerCell(context, `standard.${key}.${district}`)]);
}
