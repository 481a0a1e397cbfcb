import type { Compute } from "../../../ingest/index.ts";
import { sizeOf } from "../../geometry/ellipsoid-area.ts";
import type { Providers } from "../../providers/providers.ts";
import { siteOf, zoningMarginMeters } from "../bootstrap/bootstrap-steps.ts";
import type { ZoningJudgement } from "../bootstrap/judge-zoning.ts";
import { judgeParcels } from "../bootstrap/verify-zoning.ts";
import { fieldOf, type PlannedOrdinance, shownUrlOf } from "../sources/governing-ordinances.ts";
import { assertMembers, type CreateProjectRequest, findSame } from "./create-project.ts";
import { type PlanProjectDeps, type ProjectPlan, planProject } from "./plan-project.ts";
import type { DryRunView } from "./projects.model.ts";

export interface EstimateDeps extends PlanProjectDeps {
  readonly layers: Pick<Providers["layers"], "zoning">;
  readonly compute: Compute;
}

type Gaps = DryRunView["gaps"];
type Sources = DryRunView["prep_summary"]["sources"];

/** Returns what creating the project would take and what could not be found out; writes and charges nothing. */
export async function estimateProject(deps: EstimateDeps, asked: CreateProjectRequest): Promise<DryRunView> {
  const { principal, body, signal } = asked;
  await assertMembers(deps, principal, body.shared_with ?? []);
  const plan = await planProject(deps, body, signal);
  const isWizard = (body.setup_mode ?? "wizard") === "wizard";
  const judgements = await judgeLand(deps, plan, isWizard, signal);
  const { parcels, jurisdiction } = plan.land;
  const same = body.allow_duplicate === true ? undefined : await findSame(deps.db, asked, plan);
  return {
    dry_run: true,
    estimate: plan.estimate,
    prep_summary: {
      parcels: parcels.map((parcel, at) => ({
        address: parcel.address,
        apn: parcel.apn,
        size: sizeOf(parcel.squareFeet),
        zoning_code: parcel.callerZoning ?? judgements[at]?.code ?? null,
      })),
      jurisdiction,
      sources: sourcesOf(plan),
    },
    gaps: [
      ...(isWizard && jurisdiction === null ? [jurisdictionGap] : []),
      ...plan.ordinances.flatMap((planned) => ordinanceGap(planned, plan, isWizard)),
      ...parcels.flatMap(({ callerZoning }, at) => (callerZoning === null ? zoningGap(judgements[at], at) : [])),
      ...(same ? [duplicateGap(same.name)] : []),
    ],
  };
}

/** What the sources state of the zoning of each parcel; of a map that cannot be had nothing is known. */
async function judgeLand(
  { layers, compute }: EstimateDeps,
  { land, hasLayers }: ProjectPlan,
  isWizard: boolean,
  signal: AbortSignal | undefined,
): Promise<ZoningJudgement[]> {
  const parcels = land.parcels.map(({ geometry, recordedZoning }) => ({
    geometry,
    zoning_evidence: recordedZoning === null ? [] : [recordedZoning],
  }));
  const isAsked = isWizard && hasLayers && land.parcels.some(({ callerZoning }) => callerZoning === null);
  const jurisdiction = land.jurisdiction ?? { municipality: null, county: null, state: null };
  const request = { site: siteOf(parcels), marginMeters: zoningMarginMeters, jurisdiction };
  const result = isAsked ? await layers.zoning(request, signal) : undefined;
  const map =
    result?.state === "ready"
      ? { features: result.value.features, source: result.provenance.name }
      : { features: [], source: "Zoning map" };
  return judgeParcels(compute, parcels, map, signal);
}

function sourcesOf({ ordinances, suggested, supplemental }: ProjectPlan): Sources {
  return [
    ...ordinances.flatMap((planned): Sources => {
      const target = `${planned.target}_ordinance`;
      const own = { target, title: planned.title, url: shownUrlOf(planned), status: statusOf(planned) };
      return [own, ...planned.options.map(({ label, url }) => ({ target, title: label, url, status: "choice" }))];
    }),
    ...suggested.map(({ title, url }) => ({ target: "supplemental", title, url, status: "suggested" })),
    ...supplemental.map(({ request: { title }, decision: { lane, status }, shownUrl }) => {
      const target = lane === "gis" ? "gis" : "supplemental";
      return { target, title: title === "" ? null : title, url: shownUrl, status };
    }),
  ];
}

function statusOf({ status, isShared }: PlannedOrdinance): string {
  if (status === "fetch") return isShared ? "shared" : "found";
  return status === "several" ? "confirmation_required" : status;
}

const jurisdictionGap = {
  code: "jurisdiction_unknown",
  detail: "The government of the site is not known, so its ordinances cannot be looked up.",
  field: "parcels.0.jurisdiction",
};

function ordinanceGap({ target, status, detail }: PlannedOrdinance, { land }: ProjectPlan, isWizard: boolean): Gaps {
  if (status === "fetch" || status === "skipped") return [];
  const isExpected = isWizard && (target === "municipal" || land.jurisdiction?.county != null);
  if (!isExpected && status !== "publisher_blocked") return [];
  const names = { several: "ordinance_choice", publisher_blocked: "ordinance_publisher_blocked" } as const;
  const code = status === "several" || status === "publisher_blocked" ? names[status] : `${target}_ordinance_not_found`;
  return [{ code, detail: detail ?? "No ordinance was found.", field: fieldOf[target] }];
}

function zoningGap(judgement: ZoningJudgement | undefined, at: number): Gaps {
  if (judgement?.isAgreed) return [];
  const field = `parcels.${at}.zoning_code`;
  const stated = (judgement?.evidence ?? []).map(({ code, source }) => `${source}: ${code}`).join("; ");
  const candidates = judgement?.candidates.length ?? 0;
  if (candidates === 0) {
    const detail =
      "No source states the zoning of this parcel; it has to be given before the project answers questions.";
    return [{ code: "zoning_unknown", detail, field }];
  }
  const detail = `The zoning of this parcel has to be confirmed before the project answers questions (${stated}).`;
  return [{ code: candidates > 1 ? "zoning_conflict" : "zoning_unconfirmed", detail, field }];
}

const duplicateGap = (name: string) => ({
  code: "duplicate_project",
  detail: `There is already a project "${name}" on this land.`,
  field: "allow_duplicate",
});
