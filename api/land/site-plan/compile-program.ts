import { join } from "node:path";
import { type Compute, type ComputeTask, computeTask } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import { listSiteParcels } from "../parcels/site-parcels.repository.ts";
import { readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import { densityBasis } from "./density-basis.ts";
import type * as engine from "./engine/compile-plan.task.ts";
import type { CompiledPlan } from "./engine/compiled-plan.ts";
import { type PlanInput, usualBudget } from "./engine/plan-input.ts";
import { permitsBySize } from "./permit-sizes.ts";
import type { PlanRevisionRow, PlanScenario } from "./plan-revisions.repository.ts";
import type { Program } from "./planning.ts";
import { codeOf, governingDistrict, rulesOf } from "./program-rules.ts";
import type { RuleInputs } from "./rule-inputs.ts";
import { shortRows } from "./short-rows.ts";
import type * as land from "./site-input.task.ts";
import type { SiteInputAnswer, SiteInputQuestion } from "./site-input.ts";
import { permitNotes } from "./use-standing.ts";

/** A compiled program with everything that is frozen with it. */
export interface CompiledProgram {
  readonly plan: CompiledPlan;
  readonly origin: SiteInputAnswer["origin"];
  readonly scenario: PlanScenario;
  readonly inputs: RuleInputs;
}

/** What a compile is asked for. */
export interface CompileOrder {
  readonly projectId: string;
  readonly program: Program;
  /** Only this zone is compiled anew; the others are kept from the latest revision. */
  readonly zoneId: string | null;
  readonly latest: PlanRevisionRow | undefined;
  /** Rules whose breach the user gave a reason for. */
  readonly overridden: readonly string[];
}

const siteTask = computeTask<typeof land, "readSiteInput">({
  module: join(import.meta.dirname, "site-input.task.ts"),
  name: "readSiteInput",
  lane: "interactive",
  deadlineMs: 10_000,
});
/**
 * A hundred acres take two seconds of a core. The ceiling of eight seconds in the design would fail them on a machine where
 * four other processes ask for the same core, and nothing but time would be gained: a client waits for a plan, not for an error.
 */
const compileTask = computeTask<typeof engine, "compilePlan">({
  module: join(import.meta.dirname, "engine/compile-plan.task.ts"),
  name: "compilePlan",
  lane: "interactive",
  deadlineMs: 20_000,
});

/**
 * Compiles a program in the worker threads.
 *
 * @throws CompileBroke when a worker breaks, takes too long or the engine fails
 */
export async function compileProgram(
  { db, compute }: { readonly db: Database; readonly compute: Compute },
  order: CompileOrder,
  signal: AbortSignal,
): Promise<CompiledProgram> {
  const { program, zoneId, latest } = order;
  const { walk } = program;
  const inputs = rulesOf(program);
  const { origin, site, zones, unknownNeighborFt } = await run(
    compute,
    siteTask,
    await siteQuestion(db, order, inputs),
    signal,
  );
  const isSplit = walk.zones.length > 1;
  const input: PlanInput = {
    ...{ site, rules: inputs.rules, budget: usualBudget, overridden: order.overridden },
    zones: walk.zones.map((zone) => ({
      ...{ zoneId: zone.zoneId, name: zone.name, workflow: zone.workflow.id, boundary: zones[zone.zoneId] ?? null },
      answers: answersOf(program, isSplit ? zone.zoneId : null),
    })),
    keep:
      zoneId === null || !latest
        ? null
        : {
            zoneIds: walk.zones.map((zone) => zone.zoneId).filter((id) => id !== zoneId),
            objects: latest.plan.objects,
            // A plan that was stored before zones had sources of their own has none.
            parkingSources: latest.plan.parkingSources ?? {},
          },
  };
  const plan = await run(compute, compileTask, input, signal);
  const notes = [
    ...unknownNeighbors(unknownNeighborFt).map((text) => ({ code: "not_evaluated", text })),
    ...permitsBySize(plan, governingDistrict(program), zonesWithUses(program)).map((text) => ({
      code: "conditional_use",
      text,
    })),
    ...permitNotes(program).map((text) => ({ code: "conditional_use", text })),
    ...inputs.assumptions.map((text) => ({ code: "assumption", text })),
    ...inputs.unevaluated.map((text) => ({ code: "not_evaluated", text })),
  ];
  // A sheet that is short of room keeps the first notes.
  const rows = walk.zones.filter(({ workflow }) => workflow.typology === "townhome").map(({ zoneId }) => zoneId);
  const first = [
    ...densityBasis(plan, input).map((text) => ({ code: "density_basis", text })),
    ...shortRows(plan, rows, "value" in inputs.rules.townhouseRowMin).map((text) => ({ code: "short_row", text })),
  ];
  return {
    plan: { ...plan, notes: [...first, ...plan.notes, ...notes] },
    origin,
    scenario: scenarioOf(program),
    inputs,
  };
}

const zonesWithUses = ({ walk }: Program) => walk.zones.map(({ zoneId, workflow: { uses } }) => ({ zoneId, uses }));

/** Lot lines on which a rule for some neighbors could not be applied. */
function unknownNeighbors(feet: number): string[] {
  return feet === 0
    ? []
    : [
        `Not evaluated: the district beyond ${feet.toLocaleString("en-US")} ft of the lot lines is not known, so setbacks and buffers beside other districts are not kept there.`,
      ];
}

/** A compile that did not end: not the program is at fault, and the same compile may be tried again. */
export class CompileBroke extends Error {}

const run = <Input, Output>(
  compute: Compute,
  task: ComputeTask<Input, Output>,
  input: Input,
  signal: AbortSignal,
): Promise<Output> =>
  compute.run(task, input, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new CompileBroke(`${task.name} did not end`, { cause });
  });

/** Returns what a concept of this program is for. */
export function scenarioOf(program: Program): PlanScenario {
  const { walk, context } = program;
  const governing = codeOf(program);
  return {
    ...{
      workflow_id: walk.workflow?.id ?? "",
      typology: walk.workflow?.typology ?? "",
      label: usesIn(walk.zones.map(({ workflow }) => workflow.label)),
    },
    ...{ governing_district: governing, current_district: context.zoningCode },
    basis: governing === context.zoningCode ? "current" : "rezone_target",
    zones: walk.zones.map(({ zoneId, name, workflow }) => ({ zone_id: zoneId, name, typology: workflow.typology })),
  };
}

/** The uses of the zones in words: "Garden apartments and townhomes". */
function usesIn(labels: readonly string[]): string {
  const [first = "", ...others] = new Set(labels);
  return [first, ...others.map((label) => `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`)].join(" and ");
}

function answersOf({ walk }: Program, zoneId: string | null): Record<string, unknown> {
  const settled = walk.questions
    .filter((question) => question.zoneId === null || question.zoneId === zoneId)
    .map(({ questionId }) => [questionId, walk.settled(questionId, zoneId)] as const);
  return Object.fromEntries(settled.filter(([, value]) => value !== undefined));
}

const treatments = [
  "exclude_with_buffer",
  "exclude_no_buffer",
  "delineation_pending",
  "not_wetland_per_survey",
] as const;
const floodplains = ["avoid", "retain_fringe", "retain_with_fill"] as const;
const compassSides = ["north", "east", "south", "west"] as const;
const usualBufferFt = 50;
/** The kinds of land that a layer maps, and the states in which it shows all of them. */
const landsOf: Readonly<Record<string, SiteInputQuestion["mapped"]>> = {
  wetlands: ["wetland"],
  flood: ["floodway", "floodplain"],
};
const wasRead: ReadonlySet<string> = new Set(["ready", "empty"]);

async function siteQuestion(
  db: Database,
  { projectId, program }: CompileOrder,
  { wetlands, neighborRules }: Pick<RuleInputs, "wetlands" | "neighborRules">,
): Promise<SiteInputQuestion> {
  const { walk } = program;
  const [parcels, layers] = await Promise.all([
    listSiteParcels(db, projectId),
    readSiteLayerTexts(db, projectId, ["roads", "wetlands", "flood", "adjacency", "zoning"]),
  ]);
  const layer = (name: string) => layers.find((each) => each.layer === name && each.state === "ready");
  const settled = (id: string) => walk.settled(id, null);
  const buffer = settled("site.wetland_buffer");
  const answered = settled("site.front_edges");
  const fronts: readonly unknown[] = Array.isArray(answered) ? answered : [];
  const dataset = (name: string, usual: string) => {
    const provenance = layer(name)?.provenance;
    return provenance ? `${provenance.name}, read ${provenance.fetchedAt.toISOString().slice(0, 10)}` : usual;
  };
  const boundaries = walk.zones.flatMap(({ zoneId }) => {
    const boundary = walk.settled("site.zone_boundary", zoneId);
    return boundary === undefined ? [] : [[zoneId, boundary as AreaGeometry] as const];
  });
  return {
    parcels: parcels.flatMap(({ geometry }) => geometry ?? []),
    layers: {
      ...{ roads: layer("roads")?.featuresJson ?? null, wetlands: layer("wetlands")?.featuresJson ?? null },
      ...{ flood: layer("flood")?.featuresJson ?? null, adjacency: layer("adjacency")?.featuresJson ?? null },
      zoning: layer("zoning")?.featuresJson ?? null,
    },
    datasets: { wetlands: dataset("wetlands", "Mapped wetlands"), flood: dataset("flood", "Mapped flood hazard") },
    address: parcels[0]?.address ?? null,
    frontSides: compassSides
      .filter((side) => fronts.includes(side))
      .toSorted((a, b) => fronts.indexOf(a) - fronts.indexOf(b)),
    mergeParcels: settled("site.merge_parcels") !== false,
    wetland: {
      treatment: treatments.find((each) => each === settled("site.wetland_treatment")) ?? "exclude_with_buffer",
      bufferFt:
        typeof buffer === "number" ? buffer : "value" in wetlands.buffer ? wetlands.buffer.value : usualBufferFt,
      setback: "value" in wetlands.setback ? wetlands.setback : null,
    },
    mapped: layers.filter(({ state }) => wasRead.has(state)).flatMap((each) => landsOf[each.layer] ?? []),
    floodplain: floodplains.find((each) => each === settled("site.floodplain")) ?? "avoid",
    neighbors: {
      rules: neighborRules,
      answered: (settled("site.neighbors") ?? {}) as SiteInputQuestion["neighbors"]["answered"],
    },
    zones: Object.fromEntries(boundaries),
  };
}
