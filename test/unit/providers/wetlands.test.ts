import { createCanvas } from "@napi-rs/canvas";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LayerRequest } from "../../../api/providers/providers.ts";
import { makeWetlandsLayer, makeWetlandsMap } from "../../../api/providers/wetlands/wetlands.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer, type TestLayer } from "../../support/arcgis-server.ts";
import { startCountingSite } from "../../support/counting-site.ts";
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
        [-97.1, 31.1],
        [-97.099, 31.1],
        [-97.099, 31.101],
        [-97.1, 31.1],
      ],
    ],
  },
  marginMeters: 0,
  jurisdiction: { municipality: null, county: null, state: null },
};

/** Attributes of the recorded example of the service. */
const recorded = {
  "Wetlands.ATTRIBUTE": "PEM1C",
  "Wetlands.WETLAND_TYPE": "Freshwater Emergent Wetland",
  "Wetlands.ACRES": 2.31,
  "NWI_Wetland_Codes.SYSTEM_NAME": "Palustrine",
};

async function ask(attributes: readonly object[], more: Partial<TestLayer> = {}) {
  const names = Object.keys(attributes[0] ?? recorded);
  server = await startArcgisServer([
    {
      id: 0,
      definition: { name: "Wetlands", fields: ["Wetlands.OBJECTID", ...names].map((name) => ({ name })) },
      features: attributes.map((each, at) => ({
        attributes: { OBJECTID: at + 1, ...each },
        geometry: esriSquare(-97.1, 31.1, 0.01),
      })),
      ...more,
    },
  ]);
  const client = clientOf(db, server.serviceUrl, { provider: "wetlands", name: "The wetlands inventory" });
  return makeWetlandsLayer({ client, compute: inlineCompute })(request);
}

describe("the wetlands layer", () => {
  it("reads fields whose names begin with their table, and cuts wetlands at the area", async () => {
    const result = await ask([recorded]);
    expect(result).toMatchObject({
      state: "ready",
      value: {
        features: [{ properties: { code: "PEM1C", type: "Freshwater Emergent Wetland", system: "Palustrine" } }],
      },
    });
    const [feature] = result.state === "ready" ? result.value.features : [];
    const [ring] = feature?.geometry.type === "Polygon" ? feature.geometry.coordinates : [];
    expect(Math.max(...(ring ?? []).map(([longitude]) => longitude))).toBeCloseTo(-97.099, 6);
    const query = server?.queries.at(0);
    expect([query?.get("where"), query?.get("outFields")]).toEqual(["1=1", "*"]);
  });

  it("reads the names that the service used before, and the system from the code", async () => {
    const result = await ask([{ ATTRIBUTE: "L1UBH", WETLAND_TYPE: "Lake", ACRES: 0 }]);
    expect(result.state === "ready" && result.value.features.map(({ properties }) => properties)).toEqual([
      { code: "L1UBH", type: "Lake", system: "Lacustrine" },
    ]);
  });

  it("says empty where no wetland is mapped", async () => {
    expect((await ask([])).state).toBe("empty");
  });

  it.each<[string, Partial<TestLayer>]>([
    [
      "the error for a list of fields that is wrong",
      { answer: { error: { code: 400, message: "Failed to execute query." } } },
    ],
    ["a response without features", { answer: { features: undefined } }],
    ["a layer without codes", { definition: { name: "Wetlands", fields: [{ name: "STATE" }] } }],
    ["a wetland without a code", { features: [{ attributes: { OBJECTID: 1 }, geometry: esriSquare(-97.1, 31.1) }] }],
  ])("fails, and is never empty, for %s", async (_, more) => {
    expect((await ask([recorded], more)).state).toBe("failed");
  });
});

describe("the wetlands picture", () => {
  const extent = { xmin: -10_809_000, ymin: 3_646_000, xmax: -10_808_000, ymax: 3_647_000 };
  const asked = {
    bboxWebMercator: [-10_809_000, 3_646_000, -10_808_000, 3_646_900] as const,
    widthPx: 400,
    heightPx: 400,
  };

  async function draw(answers: { readonly export?: object; readonly picture?: Uint8Array }) {
    const site = await startCountingSite((incoming, response) => {
      const { pathname } = new URL(incoming.url ?? "/", site.origin);
      if (pathname === "/output/1.png") return void response.end(answers.picture);
      const spatialReference = { wkid: 102_100, latestWkid: 3857 };
      const drawn = { href: `${site.origin}/output/1.png`, width: 400, height: 400 };
      const body = pathname.endsWith("/export")
        ? { ...drawn, extent: { ...extent, spatialReference }, ...answers.export }
        : { layers: [{ id: 0, name: "Wetlands" }], copyrightText: "", maxImageWidth: 4096, maxImageHeight: 4096 };
      response.end(JSON.stringify(body));
    });
    const client = clientOf(db, site.origin, { attribution: "U.S. Fish and Wildlife Service" });
    const result = await makeWetlandsMap({ client, compute: inlineCompute })(asked);
    await site.close();
    return { result, requests: site.requests };
  }
  const picture = createCanvas(400, 400).encodeSync("png");

  it("is what the service drew, with the extent that it drew; it may show no wetland", async () => {
    const { result, requests } = await draw({ picture });
    expect(result).toMatchObject({
      state: "ready",
      value: {
        ...{ widthPx: 400, heightPx: 400, attribution: "U.S. Fish and Wildlife Service" },
        bboxWebMercator: [-10_809_000, 3_646_000, -10_808_000, 3_647_000],
      },
    });
    const drawn = new URLSearchParams(requests.find((path) => path.includes("/export"))?.split("?")[1]);
    expect(Object.fromEntries(drawn)).toMatchObject({ format: "png32", transparent: "true", imageSR: "3857" });
  });

  it("fails at a scale at which the service draws no wetlands", async () => {
    const far = { extent: { xmin: 0, ymin: 0, xmax: 400_000, ymax: 400_000, spatialReference: { wkid: 3857 } } };
    expect((await draw({ picture, export: far })).result).toMatchObject({ state: "failed" });
  });

  it.each([
    ["an error instead of a picture", { export: { error: { code: 500, message: "Error exporting map" } } }],
    ["a page instead of a picture", { picture: Buffer.from("<html><body>Down</body></html>") }],
    ["half a picture", { picture: Buffer.from(picture).subarray(0, 60) }],
  ])("fails for %s", async (_, answers) => {
    expect((await draw(answers)).result.state).toBe("failed");
  });
});
