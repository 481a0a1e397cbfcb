import type { Compute } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import { type JobContext, LeaseLost } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { SiteLayerWithFeatures } from "../../land/site-layers/site-layer.model.ts";
import type { ProviderResult } from "../../providers/provider-result.ts";
import type { Providers } from "../../providers/providers.ts";
import type { LayerData } from "../../providers/site-features.ts";
import * as parcelsRepository from "../projects/project-parcels.repository.ts";
import type { OrdinanceTarget } from "../sources/governing-ordinances.ts";
import { advanceOrdinance } from "../sources/read-ordinance.ts";
import { supplementalProgress } from "../sources/read-supplemental.ts";
import * as repository from "./bootstrap.repository.ts";
import { type LayerStep, layerSteps, ordinanceSteps, siteOf } from "./bootstrap-steps.ts";
import type { ProjectCharge } from "./project-charge.ts";
import { judgeParcels, recordJudgements } from "./verify-zoning.ts";

/** Where the layers of a site are kept. */
export interface SiteLayerStore {
  save(transaction: Queryable, projectId: string, layer: SiteLayerWithFeatures): Promise<void>;
  read(db: Queryable, projectId: string, layer: string): Promise<SiteLayerWithFeatures | undefined>;
}

export interface BootstrapDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly layers: Providers["layers"];
  readonly siteLayers: SiteLayerStore;
  readonly charge: ProjectCharge;
  readonly compute: Compute;
  readonly logger: { warn(members: object, event: string): void };
}

/** A project whose steps are taken. */
export interface BootstrapRun {
  readonly projectId: string;
  readonly project: repository.BootstrapProjectRow;
  readonly context: Pick<JobContext, "signal" | "isStillMine">;
}

/** How many services are asked at once for one project. */
const atOnce = 4;
/** A layer that has not answered after this long has failed; each request has its own, shorter limits. */
const longestLayerMs = 60_000;
/** A source that takes longer is read on while the project is ready: it is optional. */
const longestSupplementalMs = 60_000;

/**
 * Takes the steps of a project that have not ended. Each ends in one transaction with what it brought, so that an attempt
 * that was cut short goes on with the steps that are left.
 *
 * @returns `waiting` while a governing ordinance or a supplemental source is being read
 */
export async function runSteps(deps: BootstrapDeps, run: BootstrapRun): Promise<"ended" | "waiting"> {
  const { db } = deps;
  const { projectId } = run;
  const steps = await repository.listSteps(db, projectId);
  const open = new Set(steps.filter(({ state }) => state === "pending" || state === "running").map(({ name }) => name));
  let isWaiting = false;
  for (const { name, target } of ordinanceSteps) {
    if (open.has(name) && (await takeOrdinance(deps, run, { name, target })) === "waiting") isWaiting = true;
  }
  const parcels = await parcelsRepository.listParcels(db, projectId);
  const site = siteOf(parcels);
  await inTurn(
    layerSteps.filter(({ name }) => open.has(name)),
    (step) => fetchLayer(deps, run, { step, site }),
  );
  if (open.has("supplemental")) {
    const begun = steps.find(({ name }) => name === "supplemental")?.started_at ?? new Date();
    if ((await takeSupplemental(deps, run, begun)) === "waiting") isWaiting = true;
  }
  if (open.has("zoning_verification")) await verifyZoning(deps, run, parcels);
  return isWaiting ? "waiting" : "ended";
}

/** Does some work for each item, for a few at a time. */
async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

type StepEnd = Parameters<typeof repository.finishStep>[2];

async function endStep(
  { db }: BootstrapDeps,
  { projectId, context }: BootstrapRun,
  end: StepEnd,
  effect?: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await effect?.(transaction);
    await repository.finishStep(transaction, projectId, end);
  });
}

async function takeOrdinance(
  { db, jobs, charge }: BootstrapDeps,
  { projectId, context }: BootstrapRun,
  { name, target }: { readonly name: string; readonly target: OrdinanceTarget },
): Promise<"waiting" | "ended"> {
  const progress = await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    await repository.startStep(transaction, projectId, name);
    const advanced = await advanceOrdinance(transaction, jobs, { projectId, target });
    if (advanced.state === "waiting") return advanced;
    const { state } = advanced;
    const end = {
      name,
      state: state === "absent" ? ("skipped" as const) : state,
      detail: state === "absent" ? "The address was removed." : advanced.detail,
      credits: state === "done" && advanced.isFetched ? charge.prices.ordinance : 0,
    };
    await repository.finishStep(transaction, projectId, end);
    return advanced;
  });
  if (progress.state !== "waiting") return "ended";
  if (progress.jobId !== null) jobs.announce(progress.jobId);
  return "waiting";
}

/** Ends the step when all sources have been read, or when a slow one has been waited for long enough. */
async function takeSupplemental(deps: BootstrapDeps, run: BootstrapRun, begun: Date): Promise<"waiting" | "ended"> {
  const { db } = deps;
  const name = "supplemental";
  await repository.startStep(db, run.projectId, name);
  const { isOpen, isFailed, detail } = await supplementalProgress(db, run.projectId);
  if (isOpen && Date.now() - begun.getTime() < longestSupplementalMs) return "waiting";
  await endStep(deps, run, { name, state: isFailed ? "failed" : "done", detail, credits: 0 });
  return "ended";
}

async function fetchLayer(
  deps: BootstrapDeps,
  run: BootstrapRun,
  { step, site }: { readonly step: LayerStep; readonly site: AreaGeometry },
): Promise<void> {
  const { projectId, context } = run;
  await repository.startStep(deps.db, projectId, step.name);
  const result = await askLayer(deps, run, { step, site });
  context.signal.throwIfAborted();
  const layer = layerOf(step, result);
  const { state, detail } = layer;
  const isAnswer = state === "ready" || state === "empty" || state === "not_published";
  const features = `${layer.featureCount} feature${layer.featureCount === 1 ? "" : "s"}`;
  const end: StepEnd = {
    name: step.name,
    state: isAnswer ? "done" : state === "failed" ? "failed" : "skipped",
    detail: detail ?? (state === "empty" ? "Nothing is mapped here." : features),
    credits: isAnswer ? deps.charge.prices.layer : 0,
  };
  await endStep(deps, run, end, (transaction) => deps.siteLayers.save(transaction, projectId, layer));
}

/** Asks for a layer; a fault of ours in a connector fails its layer, and nothing else. */
async function askLayer(
  { layers, logger }: BootstrapDeps,
  { projectId, project, context }: BootstrapRun,
  { step, site }: { readonly step: LayerStep; readonly site: AreaGeometry },
): Promise<ProviderResult<LayerData>> {
  const { layer, marginMeters } = step;
  const jurisdiction = project.jurisdiction ?? { municipality: null, county: null, state: null };
  const late = AbortSignal.timeout(longestLayerMs);
  try {
    const signal = AbortSignal.any([context.signal, late]);
    return await layers[layer]({ site, marginMeters, jurisdiction }, signal);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof LeaseLost) throw error;
    logger.warn({ projectId, layer, error: String(error) }, "layer-not-fetched");
    const detail = late.aborted ? "The layer could not be read in time." : "The layer could not be read.";
    return { state: "failed", detail, retryAfterSeconds: 60, provenance: null };
  }
}

function layerOf({ layer }: LayerStep, result: ProviderResult<LayerData>): SiteLayerWithFeatures {
  const features = result.state === "ready" ? result.value.features : [];
  return {
    layer,
    kind: "standard",
    title: layer.charAt(0).toUpperCase() + layer.slice(1),
    state: result.state === "blocked" ? "unavailable" : result.state,
    detail: "detail" in result ? (result.detail ?? null) : null,
    featureCount: features.length,
    summary: result.state === "ready" ? result.value.summary : {},
    provenance: "provenance" in result ? result.provenance : null,
    features,
  };
}

async function verifyZoning(
  deps: BootstrapDeps,
  run: BootstrapRun,
  parcels: readonly parcelsRepository.ParcelRow[],
): Promise<void> {
  const { db, compute, siteLayers, logger } = deps;
  const { projectId, context } = run;
  const name = "zoning_verification";
  await repository.startStep(db, projectId, name);
  const unverified = parcels.filter((parcel) => !parcel.is_zoning_verified);
  const map = unverified.length === 0 ? undefined : await siteLayers.read(db, projectId, "zoning");
  const districts = { features: map?.features ?? [], source: map?.provenance?.name ?? "Zoning map" };
  const judgements = await judgeParcels(compute, unverified, districts, context.signal).catch((error: unknown) => {
    context.signal.throwIfAborted();
    logger.warn({ projectId, error: String(error) }, "zoning-not-compared");
    return [];
  });
  const open = unverified.length - judgements.filter(({ isAgreed }) => isAgreed).length;
  const left = `${open} parcel${open === 1 ? "" : "s"} to be verified by a person.`;
  const end = { name, state: "done", detail: open === 0 ? "Verified." : left, credits: 0 } as const;
  await endStep(deps, run, end, (transaction) => recordJudgements(transaction, projectId, unverified, judgements));
}
