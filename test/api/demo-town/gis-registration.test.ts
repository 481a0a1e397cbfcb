import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import type { SiteDigest } from "../../../api/land/site-digest/site-digest.model.ts";
import { sql } from "../../../migrations/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer, type TestLayer } from "../../support/arcgis-server.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type KoopServer, koopPlots, startKoop } from "../../support/koop-server.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { pollUntil } from "../knowledge/knowledge-app.ts";

let town: DemoTown;
let app: ComposedService;
let koop: KoopServer;
let wide: ArcgisServer;
let full: ArcgisServer;
let far: ArcgisServer;
let isDown = false;
const { scenarios, parcels } = townCadastre();
const { plain } = scenarios;
/** Near the plain lot, so that no answer about that one serves. */
const [beside = plain] = parcels
  .filter(({ street, id }) => street === plain.street && id !== plain.id)
  .sort((a, b) => Math.abs(a.number - plain.number) - Math.abs(b.number - plain.number));
const key = () => app.organization.ownerKey;
const site = [-72.3626, 41.7398] as const;

const squares = (count: number, [x, y]: readonly [number, number] = site): TestLayer["features"] =>
  Array.from({ length: count }, (_, at) => ({
    attributes: { OBJECTID: at + 1 },
    geometry: esriSquare(x + (at % 50) * 0.00001, y + Math.floor(at / 50) * 0.00001, 0.000005),
  }));
const broken = { error: { code: 500, message: "Service is not started", details: [] } };

beforeAll(async () => {
  [town, koop, wide, full, far] = await Promise.all([
    shareDemoTown(),
    startKoop(),
    startArcgisServer(Array.from({ length: 23 }, (_, id) => ({ id, features: squares(1) }))),
    startArcgisServer(
      [{ id: 0, features: squares(2_100) }],
      (): Record<string, unknown> => (isDown ? { "/arcgis/rest/services/Town/MapServer/0/query": broken } : {}),
    ),
    startArcgisServer([{ id: 0, features: [] }]),
  ]);
  const origins = [town.origin, koop.origin, ...[wide, full, far].map((server) => server.site.origin)];
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: origins.join() }, { townUrls: town.urls });
}, 60_000);
afterAll(async () => {
  await app.close();
  await Promise.all([town, koop, wide, full, far].map((one) => one.close()));
});

async function newProject(parcel = plain): Promise<string> {
  const land = { parcels: [{ ll_uuid: parcel.llUuid }], allow_duplicate: true };
  const skipped = { skip_ordinance_discovery: true, skip_gis_discovery: true };
  const body = { goal_text: "Build a house", ...land, ...skipped };
  const created = await app.call("POST", "/v1/projects", { key: key(), body });
  expect(created.status, created.text).toBe(202);
  return String(created.json.project_id);
}

interface Source {
  readonly status: string;
  readonly detail: string | null;
}

/** Registers a service and waits until it is read or has failed; returns how it stands and its layers. */
async function registered(id: string, url: string) {
  const path = `/v1/projects/${id}`;
  await app.call("POST", `${path}/gis-sources`, { key: key(), body: { url, scope: "municipality" } });
  const sourcesOf = (json: object) => (json as { readiness: { supplemental_sources: Source[] } }).readiness;
  const project = await pollUntil(app, path, (json) =>
    sourcesOf(json).supplemental_sources.every(({ status }) => status === "ready" || status === "failed"),
  );
  const query = `${path}/site-knowledge?sections=spatial_layers`;
  const { spatial_layers: all } = (await app.call("GET", query, { key: key() })).json as unknown as SiteDigest;
  const [source] = sourcesOf(project).supplemental_sources;
  return { source, layers: all.filter(({ layer }) => layer.startsWith("gis:")) };
}
const servicesAt = (url: string) =>
  app.services.db.query(sql`-- services_at
    select url from gis_service where url = ${url}`);

describe("a registered GIS service", { timeout: 120_000 }, () => {
  it("of Koop, an implementation that is not ours, is read page by page around the site with its credit", async () => {
    const { source, layers } = await registered(await newProject(), koop.url);
    expect(source).toMatchObject({ status: "ready", detail: null });
    const { near, title, credit, pageSize } = koopPlots;
    expect(layers).toMatchObject([{ title, state: "ready", features: near, attribution: credit }]);
    const pages = koop.requests.filter((each) => each.includes("/query"));
    expect(pages.map((each) => new URL(each, koop.origin).searchParams.get("resultOffset"))).toEqual([
      "0",
      String(pageSize),
      String(2 * pageSize),
    ]);
  });

  it("that two projects register for the first time at once is read for both and known once", async () => {
    const url = `${wide.serviceUrl}/3`;
    const both = await Promise.all([newProject(), newProject()]);
    const ends = await Promise.all(both.map((id) => registered(id, url)));
    expect(ends.map(({ source }) => source?.status)).toEqual(["ready", "ready"]);
    expect(ends.map(({ layers }) => layers.map(({ state }) => state))).toEqual([["ready"], ["ready"]]);
    expect(await servicesAt(url)).toHaveLength(1);
    const definitions = wide.site.requests.filter((asked) => /\/MapServer\/3\?/.test(asked));
    expect(definitions).toHaveLength(1);
  });

  it("with more layers than are read says which were left out", async () => {
    const { layers } = await registered(await newProject(), wide.serviceUrl);
    expect(layers).toHaveLength(20);
    expect(layers[0]?.detail).toContain("3 further layers of the service were left out");
  });

  it("with more features near the site than are kept says how many there are", async () => {
    const { layers } = await registered(await newProject(), full.serviceUrl);
    expect(layers).toMatchObject([{ state: "ready", features: 2_000 }]);
    expect(layers[0]?.detail).toBe("2000 of 2100 features near the site are kept.");
  });

  it("with nothing near the site is empty, which is no failure", async () => {
    const { source, layers } = await registered(await newProject(), far.serviceUrl);
    expect(source?.status).toBe("ready");
    expect(layers).toMatchObject([{ state: "empty", features: 0 }]);
  });

  it("that stops answering fails with the reason for a new project, and nothing that is known of it is lost", async () => {
    const before = await newProject();
    await registered(before, full.serviceUrl);
    isDown = true;
    const after = await newProject(beside);
    const failed = await registered(after, full.serviceUrl);
    expect(failed.source).toMatchObject({ status: "failed", detail: expect.stringContaining("None of the layers") });
    expect(failed.layers).toMatchObject([{ state: "failed" }]);
    expect((await registered(before, full.serviceUrl)).layers).toMatchObject([{ state: "ready", features: 2_000 }]);
    expect(await servicesAt(full.serviceUrl)).toHaveLength(1);
  });
});
