import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteLayers } from "../../../api/boot/compose-knowledge.ts";
import { composeProviders } from "../../../api/boot/compose-providers.ts";
import { composeSources, type SourceParts } from "../../../api/boot/compose-sources.ts";
import type { Logger } from "../../../api/boot/logger.ts";
import { type ProviderEndpoints, providerKeys } from "../../../api/boot/provider-settings.ts";
import { siteResolver } from "../../../api/boot/site-resolver.ts";
import { makeProjectCharge } from "../../../api/commerce/charges.ts";
import { assertDocumentAllowed } from "../../../api/commerce/plan/plan-limits.ts";
import { defaultRates } from "../../../api/commerce/rates.ts";
import type { HttpApp } from "../../../api/http/app.ts";
import { type Jobs, makeJobs } from "../../../api/jobs/jobs.ts";
import { openQueue } from "../../../api/jobs/queue.ts";
import { bootstrapJob, makeBootstrapHandler } from "../../../api/knowledge/bootstrap/bootstrap.jobs.ts";
import { documentsOperations } from "../../../api/knowledge/documents/documents.routes.ts";
import { makeDocuments } from "../../../api/knowledge/documents/documents.service.ts";
import type { ReadFile } from "../../../api/knowledge/ingest-file.ts";
import { makeProjectGate } from "../../../api/knowledge/project-gate.ts";
import { projectsOperations } from "../../../api/knowledge/projects/projects.routes.ts";
import { makeProjects } from "../../../api/knowledge/projects/projects.service.ts";
import type { Reingest } from "../../../api/knowledge/reingest/reingest.service.ts";
import { gisSourcesOperations } from "../../../api/knowledge/sources/gis-sources.routes.ts";
import type { GoverningOrdinances } from "../../../api/knowledge/sources/governing-ordinances.ts";
import type { PendingSources } from "../../../api/knowledge/sources/pending-sources.ts";
import { sourcesOperations } from "../../../api/knowledge/sources/sources.routes.ts";
import type { Sources } from "../../../api/knowledge/sources/sources.service.ts";
import { ingestJob, makeIngestHandler } from "../../../api/knowledge/uploads/uploads.jobs.ts";
import { uploadsOperations } from "../../../api/knowledge/uploads/uploads.routes.ts";
import { makeUploads, type Uploads } from "../../../api/knowledge/uploads/uploads.service.ts";
import { saveMapFileLayers } from "../../../api/land/site-layers/map-file-layers.ts";
import { listSiteLayers } from "../../../api/land/site-layers/site-layers.repository.ts";
import type { Providers } from "../../../api/providers/providers.ts";
import type { FileStore } from "../../../api/storage/file-store.ts";
import { openFolderStore } from "../../../api/storage/folder-store.ts";
import { type Embedder, inlineCompute, makeStaticEmbedder, readDocument } from "../../../ingest/index.ts";
import type { Call, TestAnswer, TestOrganization, TestServices } from "../../support/http.ts";
import { makeTestApp, makeTestOrganization, openTestServices, testBaseUrl } from "../../support/http.ts";

/** The knowledge wing over an empty database, with its jobs running in this process. */
export interface KnowledgeApp {
  readonly services: TestServices;
  readonly uploads: Uploads;
  readonly sources: Sources;
  readonly reingest: Reingest;
  readonly files: FileStore;
  /** Where the files are kept. */
  readonly folder: string;
  readonly app: HttpApp;
  readonly jobs: Jobs;
  readonly call: Call;
  readonly organization: TestOrganization;
  readonly stranger: TestOrganization;
  close(): Promise<void>;
}

/** The providers while none is configured. */
function noProviders(db: TestServices["db"]) {
  const endpoints = Object.fromEntries(providerKeys.map((key) => [key, null])) as ProviderEndpoints;
  const logger = silent as unknown as Logger;
  const parts = { db, compute: inlineCompute, logger, endpoints, baseUrl: testBaseUrl };
  return composeProviders({ ...parts, contact: null, fetchAllowOrigins: [] });
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Makes the projects over providers, and registers the job that sets them up. */
function openProjects(parts: {
  readonly services: TestServices;
  readonly jobs: Jobs;
  readonly embedder: Embedder;
  readonly providers: Providers;
  readonly sources: Sources;
  readonly pendingSources: PendingSources;
  readonly ordinances: GoverningOrdinances;
}) {
  const { services, jobs, embedder, providers, sources, pendingSources, ordinances } = parts;
  const { db } = services;
  const { layers } = providers;
  const charge = makeProjectCharge(services.wallet, defaultRates);
  const bootstrap = { db, jobs, siteLayers, charge, layers, compute: inlineCompute, logger: silent };
  jobs.handle(bootstrapJob, makeBootstrapHandler(bootstrap));
  return makeProjects({
    db,
    jobs,
    ordinances,
    charge,
    providers,
    layers,
    compute: inlineCompute,
    resolveSite: siteResolver(providers),
    listSiteLayers: (projectId) => listSiteLayers(db, projectId),
    embeddingModel: embedder.id,
    sources,
    pendingSources,
    assertMayCreate: (payer) => services.wallet.assertAffordable({ payer, operation: "createProject", amount: 0 }),
  });
}

/** Starts it; without a worker nothing that is asked for gets done. */
export async function startKnowledgeApp(
  options: { works?: boolean; embedder?: Embedder; readDocument?: ReadFile; sources?: Partial<SourceParts> } = {},
): Promise<KnowledgeApp> {
  const services = await openTestServices(options.sources?.now);
  const queue = await openQueue(services.db.queuePlace, () => {});
  const jobs = makeJobs({ db: services.db, queue, logger: silent, reconcileMs: 200 });
  const { db } = services;
  const folder = await mkdtemp(join(tmpdir(), "groundwork-uploads-"));
  const files = await openFolderStore(folder);
  const embedder = options.embedder ?? makeStaticEmbedder();
  const gate = makeProjectGate(db);
  const read = options.readDocument ?? readDocument;
  const providers = noProviders(db);
  const { sources, gisSources, pendingSources, ordinances, reingest } = composeSources({
    db,
    jobs,
    files,
    wallet: services.wallet,
    baseUrl: testBaseUrl,
    fetchAllowOrigins: [],
    network: { resolve: async () => [] },
    hostGapMs: 0,
    compute: inlineCompute,
    liveEmbedder: async () => embedder,
    embedderName: () => embedder.id,
    readDocument: read,
    library: providers.ordinances,
    gisServices: providers.gisServices,
    ...options.sources,
  });
  const projects = openProjects({ services, jobs, embedder, providers, sources, pendingSources, ordinances });
  const uploads = makeUploads({
    db,
    jobs,
    files,
    assertDocumentAllowed,
    findOtherIngest: sources.progress,
    ...gate,
    baseUrl: testBaseUrl,
    pace: { idleTimeoutMs: 500 },
  });
  const documents = makeDocuments({ db, ...gate });
  const ingest = { db, files, liveEmbedder: async () => embedder, readDocument: read };
  jobs.handle(ingestJob, makeIngestHandler({ ...ingest, saveMapLayers: saveMapFileLayers }));
  await jobs.startReconciler({ ownsStore: true });
  if (options.works ?? true) await jobs.startWorker();
  const operations = [
    ...projectsOperations({ projects }),
    ...uploadsOperations({ uploads }),
    ...documentsOperations({ documents }),
    ...sourcesOperations({ sources }),
    ...gisSourcesOperations({ gisSources }),
  ];
  const { app, call } = makeTestApp(services, operations);
  return {
    services,
    uploads,
    sources,
    reingest,
    files,
    folder,
    app,
    jobs,
    call,
    organization: await makeTestOrganization(services, "Acme"),
    stranger: await makeTestOrganization(services, "Other"),
    close: async () => {
      await jobs.stop({ graceMs: 1_000 });
      await queue.close();
      await services.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A square of land some 44 m wide, at a place of its own for each number. */
export function squareAt(number: number, size = 0.0004) {
  const west = -72.6 + number / 100;
  const south = 42.3;
  const corners = [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [corners] };
}

/** The least that creates a project whose zoning needs no confirmation. */
export function projectBody(number: number, more: object = {}) {
  return {
    name: `Project ${number}`,
    goal_text: "Build a two-family house",
    setup_mode: "provided",
    parcels: [{ geometry: squareAt(number), address: `${number} Mill Street`, zoning_code: "R-2" }],
    ...more,
  };
}

/** What the helpers below need of an application: a way to call it, and who calls. */
export type Caller = Pick<KnowledgeApp, "call" | "organization">;

/** Creates a project and polls it until it is set up. */
export async function createReadyProject(
  app: Caller,
  number: number,
  key = app.organization.ownerKey,
  more: object = {},
): Promise<string> {
  const created = await app.call("POST", "/v1/projects", { key, body: projectBody(number, more) });
  if (created.status !== 202) throw new Error(created.text);
  const projectId = String(created.json.project_id);
  await pollUntil(app, `/v1/projects/${projectId}`, (project) => project.status !== "bootstrapping", key);
  return projectId;
}

/** Reads an address again and again until its answer is as wanted. */
export async function pollUntil(
  app: Caller,
  path: string,
  isWanted: (json: TestAnswer["json"]) => boolean,
  key = app.organization.ownerKey,
): Promise<TestAnswer["json"]> {
  const deadline = Date.now() + 110_000;
  for (;;) {
    const answer = await app.call("GET", path, { key });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    if (isWanted(answer.json)) return answer.json;
    if (Date.now() > deadline) throw new Error(`${path} stayed ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A file as a client would announce and send it. */
export interface TestFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array | string;
  readonly category?: string;
  readonly title?: string;
}

/** Announces a file and gives the upload's id and the path of its link. */
export async function initiate(app: Caller, projectId: string, file: TestFile, more: object = {}) {
  const answer = await app.call("POST", "/v1/uploads/initiate", {
    key: app.organization.ownerKey,
    body: {
      project_id: projectId,
      filename: file.filename,
      mime_type: file.mimeType,
      size_bytes: Buffer.byteLength(file.bytes),
      ...(file.category === undefined ? {} : { category: file.category }),
      ...(file.title === undefined ? {} : { title: file.title }),
      ...more,
    },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const url = new URL(String(answer.json.upload_url));
  return { jobId: String(answer.json.job_id), link: url.pathname };
}

/** Sends the bytes to a link. */
export const put = (app: Caller, link: string, file: Pick<TestFile, "bytes" | "mimeType">) =>
  app.call("PUT", link, { headers: { "content-type": file.mimeType }, body: file.bytes });

/** Uploads a file as a client does and gives its final status. */
export async function uploadFile(
  app: Caller,
  projectId: string,
  file: TestFile,
  more: object = {},
): Promise<TestAnswer["json"]> {
  const { jobId, link } = await initiate(app, projectId, file, more);
  const sent = await put(app, link, file);
  if (sent.status !== 204) throw new Error(sent.text);
  const key = app.organization.ownerKey;
  const finalized = await app.call("POST", `/v1/uploads/${jobId}/finalize`, { key, body: {} });
  if (finalized.status !== 200) throw new Error(finalized.text);
  return pollUntil(app, `/v1/uploads/${jobId}`, (json) => json.status === "ready" || json.status === "failed");
}
