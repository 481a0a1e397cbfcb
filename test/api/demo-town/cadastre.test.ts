import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { intersection, squareFeetOf, union } from "../../../api/demo-town/clip.ts";
import { addressOf } from "../../../api/demo-town/land/parcels.ts";
import { type ScenarioName, scenarioNames } from "../../../api/demo-town/land/scenarios.ts";
import { rightOfWay, streets } from "../../../api/demo-town/land/streets.ts";
import { openWater, townLand } from "../../../api/demo-town/land/waters.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

let town: DemoTown;
beforeAll(async () => {
  town = await shareDemoTown();
});
afterAll(() => town.close());

const { parcels, scenarios, second } = townCadastre();

/** Asks one of the town's services as a connector would. */
async function ask(path: string): Promise<Record<string, never>> {
  return (await (await fetch(`${town.origin}${path}`)).json()) as Record<string, never>;
}

describe("the parcels of the demo town", () => {
  it("cover each place at most once, and neither streets nor water", () => {
    const total = parcels.reduce((sum, { squareFeet }) => sum + squareFeet, 0);
    const together = union(...parcels.map(({ area }) => area));
    expect(parcels.length).toBeGreaterThanOrEqual(150);
    expect(Math.abs(squareFeetOf(together) / total - 1)).toBeLessThan(1e-5);
    const kept = union(...streets.map(rightOfWay), openWater);
    expect(squareFeetOf(intersection(together, kept)) / total).toBeLessThan(1e-5);
    expect(Math.abs(squareFeetOf(intersection(together, townLand)) / total - 1)).toBeLessThan(1e-5);
  });

  it("each have one polygon, a street, an address and a number of their own", () => {
    for (const { area, fronts } of parcels) expect([area.length, fronts.length > 0]).toEqual([1, true]);
    const addresses = parcels.map(addressOf);
    // Two parcels of one site share an address on purpose.
    expect(new Set(addresses).size).toBe(parcels.length - 1);
    expect(new Set(parcels.map(({ apn }) => apn)).size).toBe(parcels.length);
    expect(new Set(parcels.map(({ llUuid }) => llUuid)).size).toBe(parcels.length);
    expect(addressOf(second)).toBe(addressOf(scenarios.multi_parcel));
  });

  it.each(scenarioNames)(
    "that show %s are found by their address over the parcel service",
    async (name: ScenarioName) => {
      const parcel = scenarios[name];
      const query = new URLSearchParams({ query: `${addressOf(parcel)}, Alder Falls, CT`, token: "any", limit: "20" });
      const answer = (await ask(`/parcels/parcels/address?${query}`)) as unknown as {
        parcels: { features: { properties: { ll_uuid: string; fields: { zoning?: string } } }[] };
      };
      const found = answer.parcels.features.find(({ properties }) => properties.ll_uuid === parcel.llUuid);
      expect(found?.properties.fields.zoning ?? null).toBe(parcel.recordedDistrict);
    },
  );
});

describe("the zoning map of the demo town", () => {
  async function zoningAt(name: ScenarioName): Promise<unknown[]> {
    const query = new URLSearchParams({ query: addressOf(scenarios[name]), token: "any", limit: "1" });
    const found = (await ask(`/parcels/parcels/address?${query}`)) as unknown as {
      parcels: { features: { properties: { fields: { lat: string; lon: string } } }[] };
    };
    const { lat, lon } = found.parcels.features[0]?.properties.fields ?? {};
    const layer = "/county/arcgis/rest/services/Planning/Zoning/MapServer/0/query";
    const at = new URLSearchParams({
      where: "1=1",
      geometry: `${lon},${lat}`,
      geometryType: "esriGeometryPoint",
      inSR: "4326",
    });
    at.set("outFields", "ZONE_CODE");
    at.set("f", "json");
    const answer = (await ask(`${layer}?${at}`)) as unknown as { features: { attributes: { ZONE_CODE: string } }[] };
    return answer.features.map(({ attributes }) => attributes.ZONE_CODE);
  }

  it("agrees with the record of an ordinary parcel, differs from another, and has a gap at a third", async () => {
    expect(await zoningAt("plain")).toEqual(["R-2"]);
    expect(scenarios.zoning_conflict.recordedDistrict).toBe("R-1");
    expect(await zoningAt("zoning_conflict")).toEqual(["R-2"]);
    expect(await zoningAt("zoning_unknown")).toEqual([]);
  });
});

describe("a service of the demo town", () => {
  it("fails as it is told to, until it is told to stop", async () => {
    const path = "/parcels/parcels/address?query=12+Mill+Street&token=any";
    const control = (method: string, body?: unknown) =>
      fetch(`${town.origin}/faults/parcels`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    expect((await control("PUT", { fault: "503", times: 1 })).status).toBe(204);
    expect((await fetch(`${town.origin}${path}`)).status).toBe(503);
    expect((await fetch(`${town.origin}${path}`)).status).toBe(200);
    await control("PUT", { fault: "html" });
    expect((await fetch(`${town.origin}${path}`)).headers.get("content-type")).toBe("text/html");
    await control("DELETE");
    const answer = await fetch(`${town.origin}${path}`);
    expect([answer.status, answer.headers.get("x-synthetic-data")]).toEqual([200, expect.stringContaining("invented")]);
    expect((await control("PUT", { fault: "no such fault" })).status).toBe(422);
  });
});
