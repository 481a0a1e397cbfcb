import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeGisServices } from "../../../api/providers/arcgis/gis-services.ts";
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

const app = "a".repeat(32);
const map = "b".repeat(32);
const inner = "c".repeat(32);
const hidden = "d".repeat(32);

const near: LayerRequest = {
  site: {
    type: "Polygon",
    coordinates: [
      [
        [-72.5, 41.5],
        [-72.499, 41.5],
        [-72.499, 41.501],
        [-72.5, 41.5],
      ],
    ],
  },
  marginMeters: 200,
  jurisdiction: { municipality: null, county: null, state: null },
};
const parcels = (count: number): TestLayer["features"] =>
  Array.from({ length: count }, (_, at) => ({
    attributes: { OBJECTID: at + 1, "Parcels.ZONE": `R-${at}` },
    geometry: esriSquare(-72.5 + (at % 20) * 0.0001, 41.5, 0.00005),
  }));

async function start(layers: readonly TestLayer[], others?: Parameters<typeof startArcgisServer>[1]) {
  server = await startArcgisServer(layers, others);
  const client = clientOf(db, server.site.origin, { provider: "gis", name: "The GIS service" });
  return { server, gis: makeGisServices({ client, compute: inlineCompute }) };
}

async function readFirst(layer: Partial<TestLayer>) {
  const { server: started, gis } = await start([{ id: 0, features: parcels(3), ...layer }]);
  const url = `${started.serviceUrl}/0`;
  const layerOf = { url, name: "Zoning", geometryType: "polygon" as const, attribution: null, license: null };
  return { result: await gis.read(layerOf, near), server: started };
}

describe("tracing an address to its services", () => {
  it.each([
    ["a service", (base: string) => base],
    ["a layer", (base: string) => `${base}/0`],
    ["a query of a layer", (base: string) => `${base}/0/query?where=1%3D1&f=html`],
    ["the directory of services", (base: string) => base.slice(0, base.indexOf("/Town"))],
    ["a web application", (base: string) => `${new URL(base).origin}/portal/apps/webappviewer/index.html?id=${app}`],
    ["a web map", (base: string) => `${new URL(base).origin}/portal/home/webmap/viewer.html?webmap=${map}`],
    ["the item of a service", (base: string) => `${new URL(base).origin}/portal/home/item.html?id=${inner}`],
    ["an experience", (base: string) => `${new URL(base).origin}/portal/apps/experiencebuilder/experience/?id=${app}`],
    ["a page of another viewer", (base: string) => `${new URL(base).origin}/maps/town.html`],
  ])("finds the layers of %s", async (_, address) => {
    const items = "/portal/sharing/rest/content/items";
    const { server: started, gis } = await start([{ id: 0, features: parcels(1) }], (origin) => {
      const service = `${origin}/arcgis/rest/services/Town/MapServer`;
      return {
        "/arcgis/rest/services": {
          folders: [],
          services: [
            { name: "Town", type: "MapServer" },
            { name: "Find", type: "GPServer" },
          ],
        },
        [`${items}/${app}`]: { id: app, type: "Web Mapping Application", url: null },
        [`${items}/${app}/data`]: { map: { itemId: map }, widgetPool: { widgets: [{ uri: "widgets/Search" }] } },
        [`${items}/${map}`]: { id: map, type: "Web Map" },
        [`${items}/${map}/data`]: {
          operationalLayers: [{ itemId: inner, title: "Zoning" }],
          baseMap: {
            baseMapLayers: [{ url: "https://services.arcgisonline.com/ArcGIS/rest/services/World/MapServer" }],
          },
        },
        [`${items}/${inner}`]: {
          id: inner,
          type: "Map Service",
          url: service,
          accessInformation: "Town of Alder Falls",
        },
        "/maps/town.html": `<html><script>const layer = "${service.replaceAll("/", "\\/")}\\/0";</script></html>`,
      };
    });
    const traced = await gis.trace(address(started.serviceUrl));
    expect(traced).toMatchObject({ state: "ready", value: { restBases: [started.serviceUrl] } });
    if (traced.state !== "ready") return;
    expect(traced.value.layers).toMatchObject([{ url: `${started.serviceUrl}/0`, geometryType: "polygon" }]);
  });

  it("takes the credit of the layer, then of the service, then of the item", async () => {
    const definition = { copyrightText: "Assessor" };
    const { server: started, gis } = await start([
      { id: 0, features: [], definition },
      { id: 1, features: [] },
    ]);
    const traced = await gis.trace(started.serviceUrl);
    const credits = traced.state === "ready" ? traced.value.layers.map(({ attribution }) => attribution) : [];
    expect(credits).toEqual(["Assessor", "Town GIS"]);
  });

  it("leaves groups, pictures and tables of a service out", async () => {
    const { server: started, gis } = await start([
      { id: 0, features: [], definition: { type: "Group Layer" } },
      { id: 1, features: [], definition: { type: "Raster Layer", geometryType: undefined } },
      { id: 2, features: [] },
    ]);
    const traced = await gis.trace(started.serviceUrl);
    expect(traced.state === "ready" && traced.value.layers.map(({ url }) => url.slice(-2))).toEqual(["/2"]);
  });

  it("says blocked when the item is private, and empty when a viewer names no service", async () => {
    const { server: started, gis } = await start([], () => ({
      [`/portal/sharing/rest/content/items/${hidden}`]: {
        error: { code: 403, message: "You do not have permissions" },
      },
      "/viewer": "<html><canvas></canvas></html>",
    }));
    const { origin } = started.site;
    const blocked = await gis.trace(`${origin}/portal/home/item.html?id=${hidden}`);
    expect(blocked).toMatchObject({ state: "blocked" });
    expect((await gis.trace(`${origin}/viewer`)).state).toBe("empty");
  });

  it("does not go round in a circle of items", async () => {
    const items = "/portal/sharing/rest/content/items";
    const { server: started, gis } = await start([], () => ({
      [`${items}/${app}`]: { id: app },
      [`${items}/${app}/data`]: { map: { itemId: map } },
      [`${items}/${map}`]: { id: map },
      [`${items}/${map}/data`]: { layers: [{ itemId: app }, { itemId: map }] },
    }));
    expect((await gis.trace(`${started.site.origin}/portal/home/item.html?id=${app}`)).state).toBe("empty");
    expect(started.site.requests.filter((request) => request.includes(app))).toHaveLength(2);
  });

  it("fails when a layer that was named cannot be read", async () => {
    const { server: started, gis } = await start([{ id: 7, features: [], definition: { capabilities: "Map" } }]);
    const traced = await gis.trace(`${started.serviceUrl}/7`);
    expect(traced).toMatchObject({ state: "failed", detail: expect.stringContaining("does not allow queries") });
  });
});

describe("reading a layer around a site", () => {
  it("reads every page and names attributes by the last segment", async () => {
    const { result, server: started } = await readFirst({ features: parcels(620) });
    expect(result.state === "ready" && result.value).toHaveLength(620);
    expect(result.state === "ready" && result.value[7]?.properties).toEqual({ OBJECTID: 8, ZONE: "R-7" });
    expect(started.queries.map((query) => query.get("resultOffset"))).toEqual(["0", "250", "500"]);
  });

  it("reads by ids where the server has no paging, with long lists sent as a form", async () => {
    const definition = { supportsPagination: false };
    const many = parcels(620).map(({ attributes, geometry }, at) => ({
      attributes: { ...attributes, OBJECTID: 10_000_000_000_000 + at },
      geometry,
    }));
    const { result, server: started } = await readFirst({ features: many, definition });
    expect(result.state === "ready" && result.value).toHaveLength(620);
    expect(started.site.requests.filter((request) => request.startsWith("POST"))).not.toHaveLength(0);
  });

  it("says empty when no feature is near, or the extent of the layer does not reach the site", async () => {
    expect((await readFirst({ features: [] })).result.state).toBe("empty");
    const extent = { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } };
    const far = await readFirst({ definition: { extent } });
    expect(far.result.state).toBe("empty");
    expect(far.server.queries).toEqual([]);
  });

  it.each([
    ["an error in a response of status 200", { answer: { error: { code: 400, message: "Invalid field: FOO" } } }],
    ["a response without features", { answer: { features: undefined, name: "Layer 0" } }],
    ["coordinates of another reference", { answer: { spatialReference: { wkid: 2264 } } }],
    ["geometries none of which can be read", { features: [{ attributes: { OBJECTID: 1 }, geometry: null }] }],
    ["a layer that is not of features", { definition: { type: "Raster Layer" } }],
  ])("fails for %s", async (_, layer) => {
    expect((await readFirst(layer)).result.state).toBe("failed");
  });

  it("says blocked when the service wants a token", async () => {
    const answer = { error: { code: 499, message: "Token Required" } };
    expect((await readFirst({ answer })).result.state).toBe("blocked");
  });

  it("converts Web Mercator where the server sends that instead", async () => {
    const west = -8_070_663;
    const south = 5_086_500;
    const answer = { spatialReference: { wkid: 102_100, latestWkid: 3857 } };
    const features = [{ attributes: { OBJECTID: 1 }, geometry: { x: west, y: south } }];
    const { result } = await readFirst({ answer, features, definition: { geometryType: "esriGeometryPoint" } });
    const geometry = result.state === "ready" ? result.value[0]?.geometry : undefined;
    expect(geometry?.type === "Point" && geometry.coordinates[0]).toBeCloseTo(-72.4995, 3);
    expect(geometry?.type === "Point" && geometry.coordinates[1]).toBeCloseTo(41.5005, 3);
  });
});
