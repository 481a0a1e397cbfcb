import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeFloodLayer } from "../../../api/providers/flood/flood-hazard.ts";
import type { LayerRequest } from "../../../api/providers/providers.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer, type TestLayer } from "../../support/arcgis-server.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let server: ArcgisServer | undefined;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => db.close());

const request: LayerRequest = {
  site: {
    type: "Polygon",
    coordinates: [
      [
        [-97.5, 31.5],
        [-97.499, 31.5],
        [-97.499, 31.501],
        [-97.5, 31.501],
        [-97.5, 31.5],
      ],
    ],
  },
  marginMeters: 30,
  jurisdiction: { municipality: null, county: null, state: null },
};

const named = (name: string, fields: string) => ({
  name,
  fields: `OBJECTID ${fields}`.split(" ").map((field) => ({ name: field })),
});
const zoneLayer = named("Flood Hazard Zones", "FLD_ZONE ZONE_SUBTY SFHA_TF STATIC_BFE LEN_UNIT");
const panelLayer = named("FIRM Panels", "FIRM_PAN PANEL_TYP EFF_DATE");
/** Attributes of the recorded example of the service. */
const recorded = {
  ...{ DFIRM_ID: "48021C", FLD_ZONE: "AE", ZONE_SUBTY: "FLOODWAY", SFHA_TF: "T", STATIC_BFE: -9999.0, V_DATUM: null },
  GFID: "2007",
};
const printed = {
  ...{ DFIRM_ID: "48021C", FIRM_PAN: "48021C0125F", PANEL_TYP: "Countywide, Panel Printed" },
  EFF_DATE: Date.UTC(2006, 0, 19),
};

interface Nfhl {
  readonly zones?: readonly object[];
  readonly panels?: readonly object[];
  readonly isAvailable?: boolean;
  readonly more?: readonly Partial<TestLayer>[];
}

const featuresOf = (all: readonly object[], west = -97.5) =>
  all.map((attributes, at) => ({
    attributes: { OBJECTID: at + 1, ...attributes },
    geometry: esriSquare(west, 31.5, 0.002),
  }));

async function ask({ zones = [], panels = [], isAvailable = false, more = [] }: Nfhl) {
  const layers = [
    { id: 0, definition: named("NFHL Availability", "STUDY_ID"), features: featuresOf(isAvailable ? [{}] : []) },
    { id: 3, definition: panelLayer, features: featuresOf(panels) },
    { id: 28, definition: zoneLayer, features: featuresOf(zones) },
  ];
  const changed = layers.map((layer) => ({ ...layer, ...more.find(({ id }) => id === layer.id) }));
  const added = more.filter(({ id }) => layers.every((layer) => layer.id !== id)) as TestLayer[];
  server = await startArcgisServer([...changed, ...added]);
  const client = clientOf(db, server.serviceUrl, { provider: "flood", name: "The flood hazard layer" });
  return makeFloodLayer({ client, compute: inlineCompute })(request);
}

async function zonesOf(...zones: readonly object[]) {
  const result = await ask({ zones, panels: [printed] });
  return result.state === "ready" ? result.value.features.map(({ properties }) => properties) : result;
}

describe("the flood layer", () => {
  it("reads zones and the panel of the service", async () => {
    expect(await ask({ zones: [recorded], panels: [printed] })).toMatchObject({
      state: "ready",
      value: {
        features: [
          {
            type: "Feature",
            geometry: { type: "Polygon" },
            properties: { zone: "AE", is_floodway: true, base_flood_elevation_ft: null },
          },
        ],
        summary: { is_mapped: true, panel: { id: "48021C0125F", effective_date: "2006-01-19", is_printed: true } },
      },
      provenance: { vintage: "panel 48021C0125F, effective 2006-01-19" },
    });
  });

  it("finds its layers by name when their numbers have changed", async () => {
    const water = { id: 28, definition: named("Water Areas", "FLD_ZONE"), features: [] };
    const moved = { id: 20, definition: zoneLayer, features: featuresOf([recorded]) };
    expect((await ask({ panels: [printed], more: [water, moved] })).state).toBe("ready");
    expect(server?.site.requests.some((path) => path.includes("/28"))).toBe(false);
  });

  it("tells shaded X, coastal zones and elevations in metres", async () => {
    const shaded = { FLD_ZONE: "X", ZONE_SUBTY: "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", SFHA_TF: "F", STATIC_BFE: null };
    const coastal = { FLD_ZONE: "VE", ZONE_SUBTY: null, SFHA_TF: "T", STATIC_BFE: 13, LEN_UNIT: "Feet" };
    const metric = { FLD_ZONE: "AH", ZONE_SUBTY: " ", SFHA_TF: null, STATIC_BFE: "4", LEN_UNIT: "Meters" };
    expect(await zonesOf(shaded, coastal, metric)).toEqual([
      {
        ...{ zone: "X", subtype: "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", is_special_flood_hazard_area: false },
        ...{ is_floodway: false, base_flood_elevation_ft: null },
      },
      {
        ...{ zone: "VE", subtype: null, is_special_flood_hazard_area: true, is_floodway: false },
        base_flood_elevation_ft: 13,
      },
      {
        ...{ zone: "AH", subtype: null, is_special_flood_hazard_area: true, is_floodway: false },
        base_flood_elevation_ft: 13.1,
      },
    ]);
  });

  it("is not published where nothing is mapped, and where the study leaves the place out", async () => {
    expect((await ask({})).state).toBe("not_published");
    await server?.close();
    const left = await ask({ zones: [{ FLD_ZONE: "AREA NOT INCLUDED", ZONE_SUBTY: null, SFHA_TF: "F" }] });
    expect(left.state).toBe("not_published");
  });

  it("says that the place is not mapped where there is a panel without zones", async () => {
    const panel = { ...printed, PANEL_TYP: "Countywide, Not Printed", EFF_DATE: null };
    expect(await ask({ panels: [panel] })).toMatchObject({
      state: "ready",
      value: {
        features: [],
        summary: { is_mapped: false, panel: { id: "48021C0125F", effective_date: null, is_printed: false } },
      },
    });
  });

  it("says that the place is not mapped where zones are only around it", async () => {
    const beside = { id: 28, features: [{ attributes: recorded, geometry: esriSquare(-97.4989, 31.5, 0.002) }] };
    expect(await ask({ panels: [printed], more: [beside] })).toMatchObject({
      state: "ready",
      value: { features: [{ properties: { zone: "AE" } }], summary: { is_mapped: false } },
    });
  });

  it("fails when maps are listed as available but none is returned", async () => {
    expect(await ask({ isAvailable: true })).toMatchObject({ state: "failed", detail: expect.stringMatching(/lists/) });
  });

  it.each<[string, Nfhl]>([
    [
      "an error in a response of status 200",
      { more: [{ id: 28, answer: { error: { code: 500, message: "Error" } } }] },
    ],
    ["an error of the panels", { zones: [recorded], more: [{ id: 3, answer: { error: { code: 400 } } }] }],
    ["a response that is no list", { more: [{ id: 28, answer: { features: undefined } }] }],
    ["zones without a name", { zones: [{ ...recorded, FLD_ZONE: null }], panels: [printed] }],
    ["another layer of this number", { more: [{ id: 28, definition: named("Flood Hazard Zones", "ZONE") }] }],
    ["geometries that cannot be read", { more: [{ id: 28, features: [{ attributes: recorded, geometry: null }] }] }],
  ])("fails for %s", async (_, nfhl) => {
    expect((await ask(nfhl)).state).toBe("failed");
  });

  it("fails for the page that the older address of the service sends", async () => {
    server = await startArcgisServer([], () => ({ "/gis/nfhl/rest/services/public/NFHL/MapServer": "<html>" }));
    const client = clientOf(db, `${server.site.origin}/gis/nfhl/rest/services/public/NFHL/MapServer`);
    const result = await makeFloodLayer({ client, compute: inlineCompute })(request);
    expect(result).toMatchObject({ state: "failed", detail: expect.stringMatching(/web page/) });
  });
});
