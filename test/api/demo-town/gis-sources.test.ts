import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { addressOf } from "../../../api/demo-town/land/parcels.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { viewerPath } from "../../../api/demo-town/services/portal.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import type { SiteDigest } from "../../../api/land/site-digest/site-digest.model.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { pollUntil } from "../knowledge/knowledge-app.ts";

let town: DemoTown;
let app: ComposedService;
let viewer: string;
const { scenarios } = townCadastre();
const key = () => app.organization.ownerKey;

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  viewer = `${town.origin}${viewerPath}`;
}, 60_000);
afterAll(async () => {
  await app.close();
  await town.close();
});

async function create(name: ScenarioName, more: object = {}) {
  const body = {
    ...{ goal_text: "Build a house", skip_ordinance_discovery: true, skip_supplemental_discovery: true },
    ...{ site: { address: `${addressOf(scenarios[name])}, Alder Falls, CT` }, allow_duplicate: true },
    ...more,
  };
  const created = await app.call("POST", "/v1/projects", { key: key(), body });
  expect(created.status, created.text).toBe(202);
  const id = String(created.json.project_id);
  await pollUntil(app, `/v1/projects/${id}`, ({ status }) => status !== "bootstrapping");
  return id;
}

interface Readiness {
  readonly supplemental_sources: readonly { lane: string; status: string; detail: string | null }[];
  readonly advisories: readonly { code: string; detail: string }[];
}
const readinessOf = (json: object) => (json as { readiness: Readiness }).readiness;
const register = (id: string, url: string, scope = "municipality") =>
  app.call("POST", `/v1/projects/${id}/gis-sources`, { key: key(), body: { url, scope } });
async function settled(id: string): Promise<Readiness> {
  const isSettled = (json: object) =>
    readinessOf(json).supplemental_sources.every(({ status }) => status !== "queued" && status !== "ingesting");
  return readinessOf(await pollUntil(app, `/v1/projects/${id}`, isSettled));
}
async function layersOf(id: string) {
  const answer = await app.call("GET", `/v1/projects/${id}/site-knowledge?sections=spatial_layers`, { key: key() });
  const { spatial_layers: layers } = answer.json as unknown as SiteDigest;
  return layers.filter(({ layer }) => layer.startsWith("gis:"));
}

describe("a GIS service of the town's viewer", { timeout: 120_000 }, () => {
  it("is registered once, is read for each project of the jurisdiction, and is exported with the other layers", async () => {
    const first = await create("gis_viewer");
    const added = await register(first, viewer);
    expect([added.status, added.json]).toMatchObject([
      200,
      { url: viewer, scope: "municipality", status: "queued", rest_bases_found: null },
    ]);
    expect((await settled(first)).supplemental_sources).toMatchObject([{ lane: "gis", status: "ready" }]);
    const [layer] = await layersOf(first);
    expect(layer).toMatchObject({ title: "Proposed Greenways", state: "ready", is_synthetic: true });
    const { json: project } = await app.call("GET", `/v1/projects/${first}`, { key: key() });
    expect(project).toMatchObject({
      readiness: { gis_layers: { [layer?.layer ?? ""]: { state: "ready", features: layer?.features } } },
    });
    const body = { format: "geojson" };
    const exported = await app.call("POST", `/v1/projects/${first}/gis-exports`, { key: key(), body });
    expect(exported.status, exported.text).toBe(200);
    const { pathname } = new URL(String(exported.json.download_url));
    const request = new Request(`http://localhost:3000${pathname}`);
    const file = await app.service.app.fetch(request, { address: "203.0.113.7" });
    expect(await file.text()).toContain("Orchard Path");
    const again = await register(first, viewer);
    expect(again.json).toMatchObject({ status: "duplicate", rest_bases_found: 1 });

    const second = await create("gis_viewer");
    const shared = await register(second, viewer);
    expect(shared.json).toMatchObject({ status: "duplicate", rest_bases_found: 1 });
    await settled(second);
    expect(await layersOf(second)).toMatchObject([{ title: "Proposed Greenways", state: "ready" }]);
  });

  it("is registered while a project is created with it, and from the route of sources", async () => {
    const pending = [{ url: viewer, scope: "county" }];
    const created = await create("plain", { pending_gis_sources: pending });
    expect((await settled(created)).supplemental_sources).toMatchObject([{ lane: "gis", status: "ready" }]);
    const routed = await create("plain");
    const url = `${town.origin}/arcgis/rest/services/Nowhere/MapServer`;
    const added = await app.call("POST", `/v1/projects/${routed}/sources`, { key: key(), body: { url } });
    expect(added.json).toMatchObject({ lane: "gis", status: "queued", dispatched: true });
    const { advisories } = await settled(routed);
    expect(await layersOf(routed)).toMatchObject([{ state: "failed" }]);
    expect(advisories.map(({ code }) => code)).toContain("layer_failed");
  });

  it.each([
    "http://127.0.0.1:9/arcgis/rest/services",
    "http://10.0.0.7/arcgis/rest/services/Zoning/MapServer",
    "http://169.254.169.254/latest",
    "http://[::1]/arcgis",
    "ftp://maps.example/x",
    "no address",
  ])("is rejected at once where its address is %s", async (url) => {
    const id = await create("plain");
    const answer = await register(id, url);
    expect([answer.status, answer.json]).toMatchObject([200, { status: "rejected", rest_bases_found: null }]);
    expect(answer.json.message).toMatch(/^The address (?!The)[^.]+\./);
    expect(
      readinessOf((await app.call("GET", `/v1/projects/${id}`, { key: key() })).json).supplemental_sources,
    ).toEqual([]);
  });
});
