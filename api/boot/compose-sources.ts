import { type Compute, type Embedder, type FetchLimits, type FetchNetwork, safeFetch } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { makeHousePaidLimit } from "../commerce/plan/house-paid-limit.ts";
import { assertSourceAllowed } from "../commerce/plan/plan-limits.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { ReadFile } from "../knowledge/ingest-file.ts";
import { makeReingestHandler, reingestJob } from "../knowledge/reingest/reingest.jobs.ts";
import { makeReingest, type Reingest } from "../knowledge/reingest/reingest.service.ts";
import { gisRegistrationJob } from "../knowledge/sources/gis-registration.jobs.ts";
import { type GisSources, makeGisSources } from "../knowledge/sources/gis-sources.service.ts";
import { type GoverningOrdinances, makeGoverningOrdinances } from "../knowledge/sources/governing-ordinances.ts";
import { makePendingSources, type PendingSources } from "../knowledge/sources/pending-sources.ts";
import { type GisRegistrationDeps, makeGisRegistrationHandler } from "../knowledge/sources/register-gis-service.ts";
import { makeSourceIngestHandler, type SourceIngestDeps, sourceIngestJob } from "../knowledge/sources/sources.jobs.ts";
import { makeSources, type Sources } from "../knowledge/sources/sources.service.ts";
import { saveMapFileLayers } from "../land/site-layers/map-file-layers.ts";
import { clearSiteLayers, listSiteLayers, saveSiteLayer } from "../land/site-layers/site-layers.repository.ts";
import type { OrdinanceDiscovery } from "../providers/providers.ts";
import type { FileStore } from "../storage/file-store.ts";

/** What sources from addresses are made of. */
export interface SourceParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly wallet: Pick<Wallet, "countDaily">;
  readonly baseUrl: string;
  /** Origins that may be fetched from although they are not public. */
  readonly fetchAllowOrigins: readonly string[];
  /** Takes the place of parts of the machine's network. */
  readonly network?: Partial<FetchNetwork> | undefined;
  readonly limits?: Partial<FetchLimits>;
  readonly hostGapMs?: number;
  readonly compute: Compute;
  /** Says which UTC day it is; the wallet's own clock must agree. */
  readonly now?: () => Date;
  readonly liveEmbedder: () => Promise<Embedder>;
  /** Name of the embedding model as operators know it. */
  readonly embedderName: () => string;
  readonly readDocument: ReadFile;
  readonly library: OrdinanceDiscovery;
  readonly gisServices: GisRegistrationDeps["gisServices"];
  readonly onIngest?: SourceIngestDeps["onIngest"];
}

/** Puts the sources from addresses together, and says how their jobs are done. */
export function composeSources(parts: SourceParts): {
  sources: Sources;
  gisSources: GisSources;
  pendingSources: PendingSources;
  ordinances: GoverningOrdinances;
  reingest: Reingest;
} {
  const { db, jobs } = parts;
  const policy = { allowOrigins: parts.fetchAllowOrigins, ownOrigins: [parts.baseUrl] };
  const network = parts.network === undefined ? {} : { network: parts.network };
  const sources = makeSources({
    db,
    jobs,
    policy,
    assertSourceAllowed,
    countHousePaid: makeHousePaidLimit(parts.wallet, parts.now),
  });
  const fetchPage: SourceIngestDeps["fetchPage"] = (url, options) =>
    safeFetch(url, { ...options, ...policy, ...network, limits: { ...options.limits, ...parts.limits } });
  const ingest = {
    ...{ ...parts, unpacedOrigins: parts.fetchAllowOrigins, fetchPage },
    saveMapLayers: saveMapFileLayers,
  };
  jobs.handle(sourceIngestJob, makeSourceIngestHandler(ingest));
  jobs.handle(reingestJob, makeReingestHandler(ingest));
  const siteLayers = { save: saveSiteLayer, clear: clearSiteLayers, list: listSiteLayers };
  jobs.handle(gisRegistrationJob, makeGisRegistrationHandler({ db, gisServices: parts.gisServices, siteLayers }));
  return {
    sources,
    gisSources: makeGisSources({ db, jobs, policy, sources }),
    pendingSources: makePendingSources({ db, policy, sources }),
    ordinances: makeGoverningOrdinances({ db, policy, discovery: parts.library }),
    reingest: makeReingest({ db, jobs, embedderName: parts.embedderName }),
  };
}
