import { joined, type Statement } from "../document/statement.ts";
import { standards } from "../evidence/questions.ts";
import { answerCell, answerStatements, label, type SectionContext } from "./context.ts";

/** Returns a row for each standard of a district: its name, and what the ordinance states or why nothing is shown. */
export function standardRows(context: SectionContext, district: string): Statement[][] {
  return standards.map(({ key, label: name }) => [label(name), standardCell(context, key, district)]);
}

/** Whether a standard of a district was found. */
export const isStandardLocated = (context: SectionContext, key: string, district: string): boolean =>
  standardCell(context, key, district).evidence.length > 0;

/**
 * Returns what the ordinance states of a standard. The rows of a setback table are told apart by their names; where they
 * are not found, what answers the single question is told.
 */
export function standardCell(context: SectionContext, key: string, district: string): Statement {
  const side = standards.find((one) => one.key === key)?.side;
  const rows = side === undefined ? [] : answerStatements(context, `setbacks.${district}`, 20);
  const found = rows.filter(
    ({ text }, at) =>
      side?.test(text) === true || (text.startsWith("Note:") && side?.test(rows[at - 1]?.text ?? "") === true),
  );
  return found.length === 0 ? answerCell(context, `standard.${key}.${district}`) : joined(found);
}
