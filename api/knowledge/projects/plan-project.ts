import type { Database } from "../../../migrations/index.ts";
import { problem } from "../../http/problem.ts";
import type { OrdinanceListing } from "../../providers/providers.ts";
import { firstSteps, layerSteps } from "../bootstrap/bootstrap-steps.ts";
import type { ProjectCharge } from "../bootstrap/project-charge.ts";
import { fieldOf, type GoverningOrdinances, type PlannedOrdinance } from "../sources/governing-ordinances.ts";
import type { PendingSources, PlannedSource } from "../sources/pending-sources.ts";
import { neededProviderDown } from "./outside-answers.ts";
import { type PlanLandDeps, type ProjectLand, planLand } from "./plan-land.ts";
import type { CreateProjectBody, DryRunView } from "./projects.model.ts";

export interface PlanProjectDeps extends PlanLandDeps {
  readonly db: Database;
  readonly ordinances: GoverningOrdinances;
  readonly pendingSources: PendingSources;
  readonly charge: Pick<ProjectCharge, "prices">;
}

/** Everything that is known of a project before it is created. */
export interface ProjectPlan {
  readonly name: string;
  readonly land: ProjectLand;
  readonly ordinances: readonly PlannedOrdinance[];
  readonly suggested: readonly OrdinanceListing[];
  readonly supplemental: readonly PlannedSource[];
  readonly hasLayers: boolean;
  readonly estimate: DryRunView["estimate"];
}

/**
 * Finds out what a create request means and what it will take; writes nothing.
 *
 * @throws Problem validation_failed, confirmation_required for a choice of parcels, upstream_unavailable
 */
export async function planProject(
  deps: PlanProjectDeps,
  body: CreateProjectBody,
  signal: AbortSignal | undefined,
): Promise<ProjectPlan> {
  const isWizard = (body.setup_mode ?? "wizard") === "wizard";
  const land = await planLand(deps, { body, signal });
  const { jurisdiction } = land;
  const planned = await deps.ordinances.plan({
    urls: { municipal: body.ordinance_url, county: body.county_ordinance_url },
    isSkipped: body.skip_ordinance_discovery ?? false,
    isDiscovered: isWizard,
    jurisdiction,
    signal,
  });
  if (planned.state === "failed") {
    throw neededProviderDown("Ordinances could not be looked up", planned, "skip_ordinance_discovery");
  }
  const { ordinances, suggested } = planned;
  const supplemental = await deps.pendingSources.plan(body, jurisdiction);
  const hasLayers = isWizard && body.skip_gis_discovery !== true;
  const [first] = land.parcels;
  return {
    name: body.name?.trim() ?? first?.address ?? first?.apn ?? "Untitled site",
    land,
    ordinances,
    suggested: isWizard && body.skip_supplemental_discovery !== true ? suggested : [],
    supplemental,
    hasLayers,
    estimate: estimateOf(deps.charge.prices, { land, ordinances, hasLayers }),
  };
}

/** How many of the parcels were looked up by their id. */
export const lookedUp = ({ parcels }: ProjectLand) => parcels.filter(({ llUuid }) => llUuid !== null).length;

const secondsToSetUp = 2;
const secondsForLayers = 5;
const secondsForOrdinance = 10;

function estimateOf(
  prices: ProjectCharge["prices"],
  { land, ordinances, hasLayers }: Pick<ProjectPlan, "land" | "ordinances" | "hasLayers">,
): DryRunView["estimate"] {
  const fetched = ordinances.filter(({ status, isShared }) => status === "fetch" && !isShared);
  const items = [
    { item: "Parcels looked up", credits: lookedUp(land) * prices.parcel },
    ...fetched.map(({ target }) => ({
      item: target === "municipal" ? "Municipal ordinance" : "County ordinance",
      credits: prices.ordinance,
    })),
    { item: "Map layers", credits: hasLayers ? layerSteps.length * prices.layer : 0 },
  ];
  const breakdown = items.filter(({ credits }) => credits > 0);
  return {
    credits: breakdown.reduce((sum, { credits }) => sum + credits, 0),
    breakdown,
    duration_seconds: secondsToSetUp + (hasLayers ? secondsForLayers : 0) + fetched.length * secondsForOrdinance,
  };
}

/** Returns the steps of a planned project as they are when it is created. */
export function stepsOf(plan: ProjectPlan, prices: ProjectCharge["prices"], body: CreateProjectBody) {
  const { land, ordinances, supplemental, hasLayers } = plan;
  const { municipality = null, county = null, state = null } = land.jurisdiction ?? {};
  const isWizard = (body.setup_mode ?? "wizard") === "wizard";
  return firstSteps({
    parcels: land.parcels.length,
    lookedUp: lookedUp(land),
    lookUpCredits: lookedUp(land) * prices.parcel,
    governments: [municipality, county, state].flatMap((name) => (name === null ? [] : [name])),
    ordinances,
    hasDiscovery: isWizard && body.skip_ordinance_discovery !== true,
    hasLayers,
    supplementalSources: supplemental.length,
  });
}

/** Throws Problem confirmation_required when a person has to choose a governing ordinance. */
export function assertOrdinancesChosen({ ordinances }: ProjectPlan): void {
  const open = ordinances.filter(({ status }) => status === "several");
  if (open.length === 0) return;
  const choices = open.map(({ target, detail, options }) => ({
    decision: "ordinance_source",
    prompt: `${detail} Which one governs the site as the ${target} ordinance?`,
    options: [
      ...options.map(({ label, url }) => ({ label, field: fieldOf[target], value: url })),
      { label: "None of them", field: "skip_ordinance_discovery", value: true },
    ],
  }));
  throw problem("confirmation_required", { detail: choices.map(({ prompt }) => prompt).join(" "), choices });
}
