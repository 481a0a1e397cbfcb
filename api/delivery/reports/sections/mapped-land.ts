import type { BuiltOn } from "../../../land/site-plan/mapped-land.ts";
import { fact, type SourceKey, type Statement } from "../document/statement.ts";
import { squareFeet } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { label } from "./context.ts";

const mappedNames = { wetland: "wetland", floodplain: "flood hazard area" } as const;

/** Says, by the constraint, how much mapped land the buildings and the paving of the plan cover; nothing where it is none. */
export function onMappedLand({ drawn_on: on }: ReportConcept, key: SourceKey): Readonly<Record<string, Statement>> {
  const covered = (["wetland", "floodplain"] as const).filter((name) => on[name].buildings + on[name].paving > 0);
  return Object.fromEntries(covered.map((name) => [name, coverage(on[name], mappedNames[name], key)]));
}

function coverage({ buildings, paving }: BuiltOn, name: string, key: SourceKey): Statement {
  const area = (value: number) => squareFeet(value, key, "area of the plan inside the map");
  const land = label(`of the mapped ${name}`);
  if (buildings === 0) return fact`Its paving covers ${area(paving)} ${land}; its buildings are outside of it.`;
  if (paving === 0) return fact`Its buildings cover ${area(buildings)} ${land}.`;
  return fact`Its buildings cover ${area(buildings)} and its paving ${area(paving)} ${land}.`;
}
