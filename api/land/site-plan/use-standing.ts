import type { Citation } from "../../../retrieval/index.ts";
import { districtOf, placeCited, useStatus } from "../interview/interview-context.ts";
import type { ProgramZone } from "../interview/walk.ts";
import type { Program } from "./planning.ts";
import { codeOf } from "./program-rules.ts";

/** What the entries of an ordinance say against the building type of a zone. */
export interface UseStanding {
  readonly kind: "prohibited" | "conditional";
  readonly statement: string;
  readonly status: string;
  readonly citations: readonly Citation[];
}

/**
 * Returns that the governing district prohibits the building type of a zone, or allows it with a permit only; undefined where it is
 * permitted, and where no entry was read that is about the type alone.
 */
export function useStandingOf(program: Program, { workflow }: ProgramZone): UseStanding | undefined {
  const code = codeOf(program);
  const field = useStatus(districtOf(program.context, code), workflow.typology);
  if (!field || field.value === "permitted") return undefined;
  const { citations } = field.provenance;
  const kind = field.value === "prohibited" ? "prohibited" : "conditional";
  const said = kind === "prohibited" ? "prohibited" : "allowed with a special or conditional permit only";
  const statement = `In the ${code} district this use is ${said}: ${workflow.label}${placeCited(citations)}.`;
  return { kind, statement, status: String(field.value), citations };
}

/** Returns, as sentences, which building types of a program need a permit that this concept does not replace. */
export function permitNotes(program: Program): string[] {
  const standings = program.walk.zones.map((zone) => useStandingOf(program, zone));
  return [...new Set(standings.flatMap((one) => (one?.kind === "conditional" ? [one.statement] : [])))];
}
