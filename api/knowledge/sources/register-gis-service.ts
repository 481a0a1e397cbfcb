import type { Database, Queryable } from "../../../migrations/index.ts";
import { type JobContext, JobFailure, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import type { SiteLayer, SiteLayerWithFeatures } from "../../land/site-layers/site-layer.model.ts";
import type { GisServiceLayer, GisServices, LayerRequest } from "../../providers/providers.ts";
import { siteOf } from "../bootstrap/bootstrap-steps.ts";
import { listParcels } from "../projects/project-parcels.repository.ts";
import type { gisRegistrationJob } from "./gis-registration.jobs.ts";
import { findGisService, type RegisteredService, saveGisService } from "./gis-services.repository.ts";
import { shownAddress } from "./source-address.ts";
import * as repository from "./sources.repository.ts";

type Payload = PayloadOf<typeof gisRegistrationJob>;

export interface GisRegistrationDeps {
  readonly db: Database;
  readonly gisServices: GisServices;
  readonly siteLayers: {
    save(transaction: Queryable, projectId: string, layer: SiteLayerWithFeatures): Promise<void>;
    list(transaction: Queryable, projectId: string): Promise<readonly Pick<SiteLayer, "layer" | "state">[]>;
    /** Removes the layers whose names begin so. */
    clear(transaction: Queryable, projectId: string, prefix: string): Promise<void>;
  };
}

/** How far around a site the layers of a service are read, in metres. */
const marginMeters = 400;
const mostLayers = 20;
const mostFeatures = 2_000;
/** A layer that has not answered after this long has failed. */
const longestLayerMs = 60_000;

/**
 * Makes the handler of the job that registers a GIS service. Nothing is written before every layer has answered or failed. A
 * service of which nothing could be read leaves one layer in state `failed`; what its jurisdiction knows of it stays, and so do
 * layers that were read before.
 */
export function makeGisRegistrationHandler(deps: GisRegistrationDeps): JobHandler<Payload> {
  const { db, siteLayers } = deps;
  const findOwn = async (on: Queryable, sourceId: string, jobId: string) => {
    const source = await repository.findSource(on, sourceId);
    return source?.job_id === jobId ? source : undefined;
  };
  return {
    async process(context) {
      const source = await findOwn(db, context.payload.source_id, context.jobId);
      if (!source)
        throw failure("source_added_anew", "The service was added again; the later registration replaces this one.");
      const projectId = source.project_id;
      const site = siteOf(await listParcels(db, projectId));
      if (site.coordinates.length === 0) {
        throw failure("site_not_located", "The project has no parcel around which the layers could be read.");
      }
      const { service, layers } = await readService(deps, source, site, context);
      const left = service.layers.length - layers.length;
      const key = keyOf(source);
      await db.transaction(async (transaction) => {
        await context.isStillMine(transaction);
        if (key !== null) await saveGisService(transaction, key, service);
        await siteLayers.clear(transaction, projectId, prefixOf(source.id));
        for (const layer of layers) {
          await siteLayers.save(transaction, projectId, left === 0 ? layer : withNote(layer, leftOut(left)));
        }
        await context.complete(transaction);
      });
    },
    async onEnd(transaction, { jobId, payload, state, error }) {
      const source = await findOwn(transaction, payload.source_id, jobId);
      if (!source || state !== "failed") return;
      const prefix = prefixOf(source.id);
      const kept = await siteLayers.list(transaction, source.project_id);
      if (kept.some((one) => one.layer.startsWith(prefix) && one.state !== "failed")) return;
      await siteLayers.clear(transaction, source.project_id, prefix);
      await siteLayers.save(transaction, source.project_id, {
        ...{ layer: `${prefix}service`, kind: "registered", state: "failed", detail: error.detail },
        ...{ title: source.title || shownAddress(source.url), featureCount: 0, summary: {}, provenance: null },
        features: [],
      });
    },
  };
}

const prefixOf = (sourceId: string) => `gis:${sourceId}:`;
const failure = (code: string, detail: string, isPermanent = true) => new JobFailure({ code, detail }, { isPermanent });
const leftOut = (count: number) =>
  `${count} further layers of the service were left out: ${mostLayers} are read at most.`;

const keyOf = ({ jurisdiction_key: jurisdictionKey, url }: repository.SourceRow) =>
  jurisdictionKey === null ? null : { jurisdictionKey, url };

interface ReadService {
  readonly service: RegisteredService;
  readonly layers: readonly SiteLayerWithFeatures[];
}

/** Reads the layers already registered for the jurisdiction; traces the service again when there are none or none can be read. */
async function readService(
  deps: GisRegistrationDeps,
  source: repository.SourceRow,
  site: LayerRequest["site"],
  context: JobContext<Payload>,
): Promise<ReadService> {
  const key = keyOf(source);
  const known = key === null ? undefined : await findGisService(deps.db, key);
  await context.progress(5, "tracing");
  const first = await readLayers(deps, known ?? (await trace(deps, source, context)), { source, site, context });
  if (!isBroken(first)) return first;
  const again = known && (await readLayers(deps, await trace(deps, source, context), { source, site, context }));
  if (again && !isBroken(again)) return again;
  const { detail } = (again ?? first).layers[0] ?? { detail: null };
  throw failure("gis_layers_failed", `None of the layers of the service could be read. ${detail ?? ""}`.trim(), false);
}

const isBroken = ({ layers }: ReadService) => layers.every(({ state }) => state === "failed");

async function readLayers(
  { gisServices }: GisRegistrationDeps,
  service: RegisteredService,
  { source, site, context }: { source: repository.SourceRow; site: LayerRequest["site"]; context: JobContext<Payload> },
): Promise<ReadService> {
  const jurisdiction = { municipality: null, county: null, state: null };
  const layers: SiteLayerWithFeatures[] = [];
  for (const [index, layer] of service.layers.slice(0, mostLayers).entries()) {
    const read = await readLayer(gisServices, layer, { site, marginMeters, jurisdiction }, context.signal);
    layers.push({ ...read, layer: `${prefixOf(source.id)}${nameOf(layer.url, index)}` });
    await context.progress(10 + (85 * (index + 1)) / service.layers.length, "reading layers");
  }
  return { service, layers };
}

/** Finds out what is behind the address. */
async function trace(
  { gisServices }: GisRegistrationDeps,
  source: repository.SourceRow,
  { signal }: Pick<JobContext, "signal">,
): Promise<RegisteredService> {
  const traced = await gisServices.trace(source.url, signal);
  signal.throwIfAborted();
  if (traced.state === "ready") return traced.value;
  if (traced.state === "empty") throw failure("gis_no_layers", "No layer with features was found behind the address.");
  throw failure("gis_service_failed", traced.detail, traced.state !== "failed");
}

/** Reads a layer; the name is given by the caller. */
async function readLayer(
  services: GisServices,
  layer: GisServiceLayer,
  request: LayerRequest,
  signal: AbortSignal,
): Promise<Omit<SiteLayerWithFeatures, "layer">> {
  const late = AbortSignal.timeout(longestLayerMs);
  const read = await services.read(layer, request, AbortSignal.any([signal, late])).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
    const detail = "The layer could not be read in time.";
    return { state: "failed", detail, retryAfterSeconds: 60, provenance: null } as const;
  });
  signal.throwIfAborted();
  const all = read.state === "ready" ? read.value : [];
  const features = all.slice(0, mostFeatures);
  const cut = `${features.length} of ${all.length} features near the site are kept.`;
  return {
    kind: "registered",
    title: layer.name,
    state: read.state === "blocked" ? "unavailable" : read.state,
    detail: "detail" in read ? read.detail : features.length < all.length ? cut : null,
    featureCount: features.length,
    summary: {},
    provenance: "provenance" in read ? read.provenance : null,
    features,
  };
}

const withNote = (layer: SiteLayerWithFeatures, note: string): SiteLayerWithFeatures => ({
  ...layer,
  detail: layer.detail === null ? note : `${layer.detail} ${note}`,
});

/** A name that stays the same when the service is read again: "0-Greenways-FeatureServer-3". */
function nameOf(url: string, index: number): string {
  const parts = new URL(url).pathname.split("/").slice(-3);
  return `${index}-${parts.join("-").replaceAll(/[^\w-]/g, "_")}`.slice(0, 120);
}
