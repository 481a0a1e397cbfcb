import { sql } from "../../migrations/index.ts";
import { createReadyProject, initiate, projectBody, put, uploadFile } from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import type { TestDatabase } from "../support/database.ts";
import { testBaseUrl } from "../support/http.ts";
import { openStoreState } from "../support/store-state.ts";
import type { Caller, FuzzRequest } from "./requests.ts";
import { type StandInName, withoutStandIns } from "./stand-ins.ts";

/** A service with something of everything in it, and the ways to call it and to look behind it. */
export interface FuzzWorld {
  readonly app: ComposedService;
  /** What must not be shown to anybody. */
  readonly secrets: readonly string[];
  /** Ids of the organization's own things: another organization finds nothing behind them. */
  readonly ownIds: readonly string[];
  /** Puts what exists in the place of stand-ins; links are minted afresh. */
  realized(request: FuzzRequest): Promise<Request>;
  /** Waits until no job is running or due. */
  settle(): Promise<void>;
  /** A digest of every table's rows, without the columns that say only that somebody looked. */
  state(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const ordinance = {
  filename: "zoning.md",
  mimeType: "text/markdown",
  category: "ordinance",
  bytes:
    "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n\n## 2 Lots\n\nThe minimum lot area in the R-2 district is 10,000 square feet.\n",
};
const smallFile = { filename: "note.txt", mimeType: "text/plain", bytes: "0123456789" };

/** Composes the service and fills it: projects ready and not, files read and waiting, a turn, an artifact, links. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const app = await openComposedService();
  const { organization, stranger, service, services } = app;
  for (const { orgId } of [organization, stranger]) await services.wallet.grant(orgId, 1_000_000, "for the fuzzer");
  const keys = await callerKeys(app);

  const projectId = await createReadyProject(app, 1);
  const { parcels, ...unverified } = projectBody(2);
  const unready = await app.call("POST", "/v1/projects", {
    key: organization.ownerKey,
    body: { ...unverified, parcels: parcels.map(({ zoning_code: _, ...parcel }) => parcel) },
  });
  if (unready.status !== 202) throw new Error(unready.text);
  const foreign = { call: app.call, organization: stranger };
  const foreignProjectId = await createReadyProject(foreign, 3);
  const read = await uploadFile(app, projectId, ordinance);
  const waiting = await initiate(app, projectId, smallFile);
  const foreignUpload = await initiate(foreign, foreignProjectId, smallFile);
  const asked = await app.call("POST", `/v1/projects/${projectId}/messages`, {
    key: organization.ownerKey,
    body: { question: "How tall can a fence in a front yard be?" },
  });
  if (asked.status !== 200) throw new Error(asked.text);
  const { orgId } = organization;
  const map = { orgId, projectId, label: "Map", docType: "map", filename: "map.txt", mimeType: "text/plain" };
  await service.artifacts.store(map, pieces("an older map"));
  const artifact = await service.artifacts.store(map, pieces("a map"));
  const artifactPath = `/v1/projects/${projectId}/artifacts/${artifact.id}`;
  const freshDownload = async () => {
    const answer = await app.call("GET", artifactPath, { key: organization.ownerKey });
    return lastSegment(String(answer.json.download_url));
  };
  const freshUpload = async () => lastSegment((await initiate(app, projectId, smallFile)).link);
  const spent = await freshDownload();
  await app.call("GET", `/v1/downloads/${spent}`);
  const landed = await initiate(app, projectId, smallFile);
  await put(app, landed.link, smallFile);

  const readProject = async () =>
    (await app.call("GET", `/v1/projects/${projectId}`, { key: organization.ownerKey })).json;
  const documentId = String((read.document as { document_id?: unknown } | null)?.document_id);
  const things: Readonly<Record<StandInName, readonly (() => Promise<string>)[]>> = {
    project_id: [projectId, projectId, String(unready.json.project_id), foreignProjectId].map(kept),
    job_id: [String(read.job_id), waiting.jobId, landed.jobId, foreignUpload.jobId].map(kept),
    document_id: [documentId, documentId, documentId, projectId].map(kept),
    turn_id: [String(asked.json.turn_id), String(asked.json.turn_id), projectId, artifact.id].map(kept),
    artifact_id: [artifact.id, artifact.id, artifact.id, documentId].map(kept),
    token: [freshDownload, freshUpload, kept(spent), kept("A".repeat(43))],
    user_id: [organization.memberId, organization.ownerId, stranger.ownerId, projectId].map(kept),
    cursor: [await cursorOf(app, "/v1/projects"), await cursorOf(app, `/v1/projects/${projectId}/artifacts`)].map(kept),
    goal_hash: [async () => String((await readProject()).user_goal_hash), kept("0".repeat(64))],
  };
  const store = await openStoreState(services.db);

  return {
    app,
    secrets: Object.values(keys).filter((key) => key !== undefined),
    ownIds: [projectId, String(unready.json.project_id)],
    async realized(request) {
      const resolve = (text: string) =>
        withoutStandIns(text, async (name, index) => (await things[name][index % things[name].length]?.()) ?? "");
      const path = await resolve(request.path);
      const url = new URL(`${testBaseUrl}${path}`);
      for (const [name, value] of request.query) url.searchParams.append(name, await resolve(value));
      const headers = new Headers(request.headers);
      const key = keys[request.caller];
      if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
      const body = request.body === undefined ? null : await resolve(request.body);
      // Bytes instead of text, for a text would bring a content type of its own.
      return new Request(url, { method: request.method, headers, body: body === null ? null : Buffer.from(body) });
    },
    settle: () => settle(services.db),
    state: () => store.digest(),
    close: () => app.close(),
  };
}

const kept = (value: string) => async () => value;
const lastSegment = (address: string) => address.slice(address.lastIndexOf("/") + 1);

async function* pieces(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** The cursor of a list's second page. */
async function cursorOf(app: ComposedService, list: string): Promise<string> {
  const page = await app.call("GET", `${list}?limit=1`, { key: app.organization.ownerKey });
  return String(page.json.next_cursor);
}

/** A secret for each kind of caller; nobody has none. */
async function callerKeys(app: ComposedService): Promise<Readonly<Record<Caller, string | undefined>>> {
  const { services, organization, stranger } = app;
  const { orgId, ownerId } = organization;
  const narrow = await services.apiKeys.mint({ orgId, createdBy: ownerId, name: "narrow" });
  await services.db.query(sql`-- narrow_key
    update api_key set scopes = ${["wallet:read"]} where id = ${narrow.row.id}`);
  const revoked = await services.apiKeys.mint({ orgId, createdBy: ownerId, name: "revoked" });
  await services.apiKeys.revoke(revoked.row.id);
  return {
    owner: organization.ownerKey,
    member: organization.memberKey,
    stranger: stranger.ownerKey,
    narrow: narrow.key,
    revoked: revoked.key,
    malformed: `${organization.ownerKey.slice(0, -1)}?`,
    nobody: undefined,
  };
}

async function settle(db: TestDatabase): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const [row] = await db.query<{ open: boolean }>(sql`-- fuzz_open_jobs
      select exists (
        select from background_job where state = 'running' or (state = 'queued' and run_at <= now())
      ) as open`);
    if (row?.open !== true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
