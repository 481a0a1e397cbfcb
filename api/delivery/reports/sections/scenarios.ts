import { notRecorded } from "../document/absence.ts";
import type { Block } from "../document/report-document.ts";
import { fact } from "../document/statement.ts";
import { named } from "../document/values.ts";
import { amount } from "./concept.ts";
import { conceptKey } from "./concept-words.ts";
import type { SectionContext } from "./context.ts";

const mostScenarios = 4;

/** Returns the comparison of the compiled concepts, at most four. */
export function scenarioBlocks(context: SectionContext): Block[] {
  const { yields, concept } = context.evidence;
  const snapshots = (yields?.data ?? []).flatMap(({ snapshots: own, zoning_code: code }) =>
    own.map((one) => ({ ...one, code })),
  );
  if (concept === null || snapshots.length === 0) return [];
  const key = conceptKey(context, concept);
  const number = (value: number, unit = "") => fact`${named(amount(value, unit === "" ? null : unit), key)}`;
  const shown = snapshots.toSorted((one, other) => other.revision - one.revision).slice(0, mostScenarios);
  return [
    {
      type: "table",
      caption: "Compiled concepts, the newest first",
      columns: [
        { label: "Revision", share: 0.8 },
        { label: "District", share: 0.8 },
        { label: "Units", share: 0.7, align: "right" },
        { label: "Floor area", share: 1.1, align: "right" },
        { label: "Floor area ratio", share: 0.8, align: "right" },
        { label: "Coverage", share: 0.9, align: "right" },
        { label: "Open space", share: 0.9, align: "right" },
        { label: "Stalls", share: 0.7, align: "right" },
        { label: "Conflicts", share: 0.8, align: "right" },
      ],
      rows: shown.map((one) => [
        number(one.revision),
        one.code === null ? notRecorded : fact`${named(one.code, key)}`,
        ...[number(one.units), number(one.gfa_sf, "sf"), number(one.far, "ratio"), number(one.coverage, "percent")],
        ...[number(one.open_space, "percent"), number(one.stalls), number(one.conflicts_count)],
      ]),
    },
  ];
}
