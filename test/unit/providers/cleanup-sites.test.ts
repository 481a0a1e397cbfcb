import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeCleanupSites, makeSuperfundBoundaries } from "../../../api/providers/environmental/cleanup-sites.ts";
import { makeSiteEnvironmental } from "../../../api/providers/environmental/site-environmental.ts";
import type { ProviderResult } from "../../../api/providers/provider-result.ts";
import type { LayerRequest } from "../../../api/providers/providers.ts";
import type { LayerData, SiteFeature } from "../../../api/providers/site-features.ts";
import { inlineCompute as compute } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let site: CountingSite | undefined;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(() => site?.close());
afterAll(() => db.close());

const square = [
  [-85.7, 40.0],
  [-85.6, 40.0],
  [-85.6, 40.1],
  [-85.7, 40.0],
] as const;
const request: LayerRequest = {
  ...{ site: { type: "Polygon", coordinates: [square] }, marginMeters: 0 },
  jurisdiction: { municipality: null, county: null, state: null },
};

type Attributes = Readonly<Record<string, unknown>>;

/** Serves an ArcGIS service whose layers have these features, by their numbers. */
async function serve(
  layers: Readonly<Record<string, { name: string; geometry: object; rows: readonly Attributes[] }>>,
) {
  site = await startCountingSite((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://site.test");
    const [, , id = "", operation = ""] = pathname.split("/");
    const layer = layers[id];
    const type = layer && "rings" in layer.geometry ? "esriGeometryPolygon" : "esriGeometryPoint";
    const fields = Object.keys(layer?.rows[0] ?? {}).map((name) => ({ name, type: "esriFieldTypeString" }));
    const info = {
      ...{ id: Number(id), name: layer?.name, type: "Feature Layer", geometryType: type, fields },
      ...{ objectIdField: fields[0]?.name, maxRecordCount: 1_000, capabilities: "Map,Query,Data" },
      ...{ advancedQueryCapabilities: { supportsPagination: true }, supportedQueryFormats: "JSON" },
    };
    const body = () => {
      if (id === "") return { layers: Object.entries(layers).map(([key, { name }]) => ({ id: Number(key), name })) };
      if (operation !== "query") return info;
      const features = layer?.rows.map((attributes) => ({ attributes, geometry: layer.geometry })) ?? [];
      return { geometryType: type, spatialReference: { wkid: 4326 }, features };
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body()));
  });
  return clientOf(db, `${site.origin}/service`, { provider: `cleanup${Math.random()}`, name: "The cleanup service" });
}

const at = { x: -85.62, y: 40.02 };
const superfund = {
  ...{ registry_id: "110", primary_name: "OLD MILL", pgm_sys_acrnm: "SEMS", pgm_sys_id: "IND000000001" },
  facility_url: "https://example.gov/site",
};
const brownfield = { ...superfund, registry_id: "120", primary_name: "DEPOT", pgm_sys_acrnm: "ACRES", pgm_sys_id: "9" };

describe("the layer of clean-up sites", () => {
  it("lists Superfund sites and brownfields by their registry number, with the number in the program", async () => {
    const client = await serve({
      0: { name: "Superfund", geometry: at, rows: [superfund] },
      5: { name: "Brownfields", geometry: at, rows: [brownfield] },
    });
    const result = await makeCleanupSites({ client, compute })(request);
    expect(result).toMatchObject({
      state: "ready",
      value: {
        features: [
          { properties: { id: "110", program_id: "IND000000001", name: "OLD MILL", program: "SEMS" } },
          { properties: { id: "120", name: "DEPOT", program: "ACRES", url: "https://example.gov/site" } },
        ],
      },
    });
  });

  it("fails where the layer of a number lists another program, instead of calling its sites Superfund sites", async () => {
    const client = await serve({
      0: { name: "Toxic releases", geometry: at, rows: [{ ...superfund, pgm_sys_acrnm: "TRIS" }] },
      5: { name: "Brownfields", geometry: at, rows: [brownfield] },
    });
    expect(await makeCleanupSites({ client, compute })(request)).toMatchObject({
      ...{ state: "failed", detail: "The cleanup service sent sites of TRIS in place of SEMS." },
    });
  });

  it("states the standing of a boundary on the National Priorities List", async () => {
    const rings = { rings: [square] };
    const rows = [
      { SITE_NAME: "OLD MILL", EPA_ID: "IND000000001", NPL_STATUS_CODE: "D" },
      { SITE_NAME: "TANK FARM", EPA_ID: "IND000000002", NPL_STATUS_CODE: "Z" },
    ];
    const client = await serve({ 0: { name: "Superfund Site Boundaries", geometry: rings, rows } });
    const result = await makeSuperfundBoundaries({ client, compute })(request);
    expect(result.state === "ready" && result.value.features.map(({ properties }) => properties.status)).toEqual([
      ...["Deleted from the National Priorities List", "National Priorities List status Z"],
    ]);
  });
});

describe("the environmental layer of several sources", () => {
  const provenance = (name: string) => ({
    ...{ provider: name, name, url: "https://example.gov", vintage: null, license: null, isSynthetic: false },
    ...{ fetchedAt: new Date(0), attribution: `Credit of ${name}` },
  });
  const listed = (
    geometry: SiteFeature["geometry"],
    id: string,
    program: string,
    more: { program_id?: string; status?: string } = {},
  ): SiteFeature => ({
    ...{ type: "Feature", geometry },
    properties: { id, program_id: null, name: id, program, status: null, url: null, ...more },
  });
  const point = { type: "Point", coordinates: [-85.62, 40.02] } as const;
  const area = { type: "Polygon", coordinates: [square] } as const;
  const ready = (name: string, ...features: SiteFeature[]): ProviderResult<LayerData> => ({
    ...{ state: "ready", value: { features, summary: {} }, provenance: provenance(name) },
  });
  const empty = (name: string): ProviderResult<LayerData> => ({ state: "empty", provenance: provenance(name) });
  type Result = ProviderResult<LayerData>;
  const failed: Result = {
    ...{ state: "failed", detail: "It is down.", retryAfterSeconds: 60, provenance: null },
  };
  const missing = { state: "unavailable", detail: "Not configured." } as ProviderResult<LayerData>;
  const ask = (facilities: Result | null, cleanups: Result | null, boundaries: Result | null) => {
    const source = (result: Result | null) => result && (async () => result);
    const sources = { facilities: source(facilities), cleanups: source(cleanups), boundaries: source(boundaries) };
    return makeSiteEnvironmental(sources, async () => missing)(request);
  };

  it("shows a site once: as its boundary where there is one, else with all programs that list it", async () => {
    const result = await ask(
      ready(
        "ECHO",
        listed(point, "100", "RCRAINFO", { status: "Inactive" }),
        listed(point, "110", "AIR"),
        listed(point, "130", "NPDES"),
      ),
      ready("Points", listed(point, "100", "SEMS", { program_id: "IND1" }), listed(point, "110", "ACRES")),
      ready("Boundaries", listed(area, "IND1", "SEMS", { program_id: "IND1", status: "Final" })),
    );
    expect(result.state === "ready" && result.value.features.map(({ geometry }) => geometry.type)).toEqual([
      ...["Polygon", "Point", "Point"],
    ]);
    expect(result.state === "ready" && result.value.features.map(({ properties }) => properties)).toMatchObject([
      { id: "100", program: "SEMS, RCRAINFO", status: "Final; Inactive" },
      { id: "110", program: "ACRES, AIR", status: null },
      { id: "130", program: "NPDES" },
    ]);
    expect(result).toMatchObject({ provenance: { name: "ECHO; Points; Boundaries" } });
  });

  it("shows what the sources that answered list, and how each one stands", async () => {
    const result = await ask(ready("ECHO", listed(point, "1", "AIR")), failed, empty("Boundaries"));
    expect(result).toMatchObject({
      state: "ready",
      detail: "The list of Superfund sites and brownfields could not be read: It is down.",
      value: { features: [{ properties: { id: "1" } }] },
      provenance: { name: "ECHO; Boundaries" },
    });
    expect(result.state === "ready" && result.value.summary.standings).toEqual([
      { listing: "boundaries of Superfund sites", state: "empty", detail: null },
      { listing: "Superfund sites and brownfields", state: "failed", detail: "It is down." },
      { listing: "regulated facilities", state: "ready", detail: null },
    ]);
  });

  it("is empty only where every source answered and lists nothing, and fails where one of them could not be asked", async () => {
    expect((await ask(empty("ECHO"), empty("Points"), empty("Boundaries"))).state).toBe("empty");
    expect(await ask(empty("ECHO"), failed, empty("Boundaries"))).toBe(failed);
    expect(await ask(failed, failed, failed)).toBe(failed);
    expect(await ask(empty("ECHO"), null, null)).toMatchObject({ state: "empty" });
    expect(await ask(null, null, null)).toBe(missing);
  });
});
