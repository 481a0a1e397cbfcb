import { fact, type SourceKey, type Statement } from "../document/statement.ts";
import { squareFeet } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { label } from "./context.ts";

const mappedNames = { wetland: "wetland", floodplain: "flood hazard area" } as const;

/** Says, by the constraint, how much mapped land the buildings and the paving of the plan cover; nothing where it is none. */
export function onMappedLand({ drawn_on: on }: ReportConcept, key: SourceKey): Readonly<Record<string, Statement>> {
  const covered = (["wetland", "floodplain"] as const).filter((name) => on[name] > 0);
  return Object.fromEntries(
    covered.map((name) => [
      name,
      fact`Its buildings and paving cover ${squareFeet(on[name], key, "area of the plan inside the map")} of the mapped ${label(mappedNames[name])}.`,
    ]),
  );
}
