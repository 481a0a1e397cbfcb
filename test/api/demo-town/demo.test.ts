import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import type { TownDescription } from "../../../api/demo-town/describe-town.ts";
import { scenarioNames } from "../../../api/demo-town/land/scenarios.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

let town: DemoTown;
let app: ComposedService;
let listed: TownDescription;
beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({}, { townUrls: town.urls, describeTown: town.describe });
  listed = (await app.call("GET", "/demo")).json as unknown as TownDescription;
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const resolve = (body: unknown) => app.call("POST", "/v1/parcels/resolve", { key: app.organization.ownerKey, body });

describe("GET /demo", () => {
  it("lists every scenario, with what its site needs", () => {
    expect(listed.scenarios.map(({ name }) => name)).toEqual([...scenarioNames]);
    expect(listed.notice).toContain("Synthetic");
    const having = (member: "also" | "ordinance_url" | "gis_url") =>
      listed.scenarios.filter((scenario) => scenario[member] !== null).map(({ name }) => name);
    expect([having("also"), having("ordinance_url"), having("gis_url")]).toEqual([
      ["multi_parcel"],
      ["blocked_publisher", "ordinance_pdf"],
      ["gis_viewer"],
    ]);
    expect(listed.scenarios[0]?.address).toBe("12 Mill Street, Alder Falls, CT 06000");
  });

  it("is a page for browsers", async () => {
    const answer = await app.call("GET", "/demo", { headers: { accept: "text/html" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const name of scenarioNames) expect(answer.text).toContain(`id="${name}"`);
  });

  it("does not exist while the town is off", async () => {
    const other = await openComposedService({ DEMO_TOWN: "off" });
    expect((await other.call("GET", "/demo")).status).toBe(404);
    await other.close();
  });
});

describe("every scenario of the demo town", () => {
  it.each(scenarioNames)("%s is found by its address", async (name) => {
    const scenario = listed.scenarios.find((one) => one.name === name);
    const answer = await resolve({ address: scenario?.address, limit: 20 });
    expect(answer.status, answer.text).toBe(200);
    const ids = (answer.json.candidates as { ll_uuid: string }[]).map(({ ll_uuid }) => ll_uuid);
    if (name === "ambiguous") expect([answer.json.match, ids.length > 1]).toEqual(["ambiguous", true]);
    else if (name === "multi_parcel") {
      expect(answer.json.match).toBe("several_parcels");
      expect(ids.slice(0, 2).sort()).toEqual([scenario?.ll_uuid, scenario?.also].sort());
    } else expect([answer.json.match, ids[0]]).toEqual(["exact", scenario?.ll_uuid]);
  });

  it("knows no government of land outside its borders, and says so instead of failing", async () => {
    const ring = [
      [-72.5, 41.7],
      [-72.499, 41.7],
      [-72.499, 41.701],
      [-72.5, 41.701],
      [-72.5, 41.7],
    ];
    const parcels = [{ geometry: { type: "Polygon", coordinates: [ring] } }];
    const body = { goal_text: "Build a house", dry_run: true, parcels };
    const answer = await app.call("POST", "/v1/projects", { key: app.organization.ownerKey, body });
    expect(answer.status, answer.text).toBe(200);
    expect((answer.json.gaps as { code: string }[]).map(({ code }) => code)).toContain("jurisdiction_unknown");
  });

  it.each(scenarioNames)("%s is found by its point, number and id", async (name) => {
    const scenario = listed.scenarios.find((one) => one.name === name);
    if (!scenario) throw new Error(name);
    const { latitude, longitude, apn, ll_uuid } = scenario;
    for (const selector of [{ latitude, longitude }, { apn, state: "CT" }, { ll_uuid }]) {
      const answer = await resolve(selector);
      expect(answer.json).toMatchObject({ match: "exact", candidates: [{ ll_uuid, confidence: 1 }] });
    }
  });
});
