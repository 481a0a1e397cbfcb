import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { addressOf } from "../../../api/demo-town/land/parcels.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { digestSections, type SiteDigest } from "../../../api/land/site-digest/site-digest.model.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { pollUntil } from "../knowledge/knowledge-app.ts";

let town: DemoTown;
let app: ComposedService;
const { scenarios } = townCadastre();
const projects = new Map<ScenarioName, string>();
const key = () => app.organization.ownerKey;
/** The digest of the first project right after it was created. */
let firstSeen: Record<string, unknown> | undefined;

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  for (const name of ["wetland", "floodway", "flood_not_published", "plain", "large"] as const) {
    const body = {
      ...{ goal_text: "Build a house", skip_ordinance_discovery: true, skip_supplemental_discovery: true },
      site: { address: `${addressOf(scenarios[name])}, Alder Falls, CT` },
    };
    const created = await app.call("POST", "/v1/projects", { key: key(), body });
    expect(created.status, created.text).toBe(202);
    const id = String(created.json.project_id);
    firstSeen ??= (await app.call("GET", `/v1/projects/${id}/site-knowledge`, { key: key() })).json;
    await pollUntil(app, `/v1/projects/${id}`, ({ status }) => status !== "bootstrapping");
    projects.set(name, id);
  }
}, 180_000);
afterAll(async () => {
  await app.close();
  await town.close();
});

const pathOf = (name: ScenarioName) => `/v1/projects/${projects.get(name)}/site-knowledge`;
async function digest(name: ScenarioName, query = ""): Promise<SiteDigest> {
  const answer = await app.call("GET", `${pathOf(name)}${query}`, { key: key() });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text.length).toBeLessThan(100_000);
  return answer.json as unknown as SiteDigest;
}

describe("the digest of a site", () => {
  it("says of layers that are still being fetched that they are pending", () => {
    const pending = { state: "pending", is_mapped: null, special_flood_hazard_area: null };
    expect(firstSeen).toMatchObject({ flood: pending, wetlands: { state: "pending", total: null } });
  });

  it("contains every section with its source and date, labelled as synthetic, and no geometry", async () => {
    const all = await digest("wetland");
    expect(all.sections_returned).toEqual([...digestSections]);
    for (const name of ["flood", "wetlands", "soils", "roads", "adjacency", "environmental", "zoning"] as const) {
      expect(all[name], name).toMatchObject({ retrieved_at: expect.any(String), is_synthetic: true });
      expect(all[name]?.source, name).toMatch(/synthetic/);
    }
    expect(JSON.stringify(all)).not.toContain('"coordinates"');
    expect(all.spatial_layers.map(({ layer }) => layer)).toContain("flood");
    expect(all.source_readiness.length).toBeGreaterThan(10);
  });

  it("measures a wetland as a share of the site that agrees with its acres", async () => {
    const { wetlands, feasibility } = await digest("wetland", "?sections=wetlands,feasibility");
    const acres = wetlands?.total?.area_acres ?? 0;
    expect(acres).toBeGreaterThan(0);
    expect(wetlands?.nearest_feet).toBe(0);
    const site = feasibility?.site_area.acres ?? 0;
    expect(acres / site).toBeCloseTo(wetlands?.total?.share_of_site ?? 0, 3);
    expect((feasibility?.unconstrained_area?.acres ?? 0) + acres).toBeLessThanOrEqual(site + 0.001);
  });

  it("tells how much of a site lies beyond the end of the flood map, and takes none of it for free of floods", async () => {
    const { flood, feasibility } = await digest("large", "?sections=flood,feasibility");
    const mapped = (flood?.zones ?? []).reduce((sum, { share_of_site: share }) => sum + share, 0);
    expect(flood?.unmapped?.share_of_site).toBeGreaterThan(0.5);
    expect(mapped + (flood?.unmapped?.share_of_site ?? 0)).toBeCloseTo(1, 2);
    expect(feasibility).toMatchObject({ unconstrained_area: null, not_known: ["flood"] });
    expect((await digest("plain", "?sections=flood")).flood?.unmapped?.share_of_site).toBe(0);
    expect((await digest("flood_not_published", "?sections=flood")).flood?.unmapped).toBeNull();
    const question = { question: "Is any of the site in a flood zone?" };
    const path = `/v1/projects/${projects.get("large")}/messages`;
    const turn = await app.call("POST", path, { key: key(), body: question });
    expect(turn.json.answer).toContain("the flood hazard of that land is not known");
  });

  it("measures each mapped building on the site", async () => {
    const { feasibility } = await digest("wetland", "?sections=feasibility");
    const { total, covered, buildings } = feasibility?.existing_buildings ?? {};
    expect(total).toBe(2);
    expect(buildings?.map(({ kind }) => kind)).toEqual(["house", "garage"]);
    const sum = buildings?.reduce((area, one) => area + one.area_square_feet, 0);
    expect(Math.abs((sum ?? 0) - (covered?.area_square_feet ?? 0))).toBeLessThan(2);
  });

  it("tells the floodway from the land around it", async () => {
    const { flood } = await digest("floodway", "?sections=flood");
    expect(flood?.floodway?.area_acres).toBeGreaterThan(0);
    expect(flood?.special_flood_hazard_area?.area_acres).toBeGreaterThanOrEqual(flood?.floodway?.area_acres ?? 0);
    expect(flood?.panel).not.toBeNull();
  });

  it("does not call land free of flood where the agency publishes no map", async () => {
    const { flood, feasibility } = await digest("flood_not_published");
    const unknown = { special_flood_hazard_area: null, floodway: null, unmapped: null };
    expect(flood).toMatchObject({ state: "not_published", is_mapped: false, zones: [], ...unknown });
    expect(feasibility).toMatchObject({ unconstrained_area: null, not_known: ["flood"] });
    expect(feasibility?.constraints[0]).toMatchObject({ state: "not_published", area_acres: null });
  });

  it("leaves what was not asked for null or empty, and says which sections it returned", async () => {
    const some = await digest("plain", "?sections=roads,flood");
    expect(some).toMatchObject({ sections_returned: ["flood", "roads"], wetlands: null, spatial_layers: [] });
    expect(some.roads?.items[0]).toMatchObject({
      name: expect.stringContaining("Mill"),
      distance_feet: expect.any(Number),
    });
    const unknown = await app.call("GET", `${pathOf("plain")}?sections=flood,moon`, { key: key() });
    expect([unknown.status, unknown.json.code]).toEqual([422, "validation_failed"]);
    expect(unknown.json.detail).toContain('"moon" is not a section; use zoning, flood');
  });

  it("is measured once, and anew when a layer has changed", async () => {
    const { db } = app.services;
    const id = projects.get("plain") ?? "";
    const measuredAt = async () =>
      (
        await db.query<{ measured_at: Date }>(sql`select measured_at from site_measure where project_id = ${id}`)
      )[0]?.measured_at.getTime() ?? 0;
    await digest("plain");
    const first = await measuredAt();
    await digest("plain");
    expect(await measuredAt()).toBe(first);
    await db.query(sql`update site_layer set updated_at = now() where project_id = ${id} and layer = 'roads'`);
    await Promise.all([digest("plain"), digest("plain")]);
    expect(await measuredAt()).toBeGreaterThan(first);
  });

  it("is not there for another organization", async () => {
    expect((await app.call("GET", pathOf("plain"), { key: app.stranger.ownerKey })).status).toBe(404);
  });
});

describe("an answer of the project agent", () => {
  it("cites a measured fact of the site with its dataset", async () => {
    const body = { question: "Are there wetlands on the site?" };
    const path = `/v1/projects/${projects.get("wetland")}/messages`;
    const turn = await app.call("POST", path, { key: key(), body });
    expect(turn.json).toMatchObject({ status: "succeeded", answer: expect.stringContaining("wetlands cover") });
    const [citation] = turn.json.citations as { kind: string; source_document: string }[];
    expect(citation).toMatchObject({ kind: "fact", source_document: expect.stringContaining("Wetlands") });
  });
});
