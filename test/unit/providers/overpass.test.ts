import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { centerOf, grown, holds } from "../../../api/demo-town/clip.ts";
import { toFeet, toGeoJson } from "../../../api/demo-town/frame.ts";
import { buildings } from "../../../api/demo-town/land/buildings.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { place, townCadastre } from "../../../api/demo-town/town.ts";
import { countyGisIndexDescription } from "../../../api/providers/county-gis-index.ts";
import type { MapTopic } from "../../../api/providers/overpass/map-element.ts";
import { makeOverpassLayer, overpassDescription } from "../../../api/providers/overpass/overpass.ts";
import { makeCountyUtilities } from "../../../api/providers/utilities/county-utilities.ts";
import { makeSiteUtilities } from "../../../api/providers/utilities/site-utilities.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";
import { openTownProviders, type TownProviders } from "../../support/town-provider.ts";

let db: TestDatabase;
let town: TownProviders;
beforeAll(async () => {
  [db, town] = await Promise.all([openTestDatabase(), openTownProviders()]);
});
afterAll(async () => {
  await town.close();
  await db.close();
});

const { scenarios } = townCadastre();
const jurisdiction = { municipality: place.town, county: place.county, state: place.state };
const around = (name: ScenarioName, marginMeters = 60) => ({
  ...{ site: toGeoJson(scenarios[name].area), marginMeters, jurisdiction },
});
const townLayer = (topic: MapTopic, provider = "overpass") =>
  makeOverpassLayer(
    { client: town.clientOf(db, "overpass", { ...overpassDescription, provider }), compute: inlineCompute },
    topic,
  );

describe("the open map of the demo town", () => {
  it("has the street in front of a lot", async () => {
    const result = await townLayer("roads")(around("plain"));
    expect(result).toMatchObject({ state: "ready", provenance: { isSynthetic: true, vintage: "as of 2026-10-01" } });
    if (result.state !== "ready") return;
    expect(result.value.features.map(({ properties }) => properties)).toContainEqual({
      ...{ name: "Mill Street", class: "secondary", lanes: 2, surface: "asphalt" },
    });
  });

  it("has the buildings of a lot, with their heights in feet, inside the lot", async () => {
    const built = buildings().find(({ kind }) => kind === "apartments");
    if (!built) throw new Error("no apartments");
    const { area } = built.parcel;
    const result = await townLayer("buildings")({ site: toGeoJson(area), marginMeters: 20, jurisdiction });
    if (result.state !== "ready") throw new Error(result.state);
    const apartments = result.value.features.filter(({ properties }) => properties.kind === "apartments");
    expect(apartments.length).toBeGreaterThan(0);
    const [one] = apartments;
    expect(one?.properties).toMatchObject({ levels: 3, height_ft: 42 });
    if (one?.geometry.type !== "Polygon") throw new Error(one?.geometry.type);
    for (const position of one.geometry.coordinates[0] ?? []) {
      expect(holds(grown(area, 1), toFeet(position))).toBe(true);
    }
  });

  it("is asked once for all layers of a site", async () => {
    const client = town.clientOf(db, "overpass", { ...overpassDescription, provider: "overpass_once" });
    const [first, ...others] = await Promise.all(
      (["roads", "utilities", "buildings"] as const).map((topic) =>
        makeOverpassLayer({ client, compute: inlineCompute }, topic)(around("commercial")),
      ),
    );
    expect(others.every(({ state }) => state === "ready" || state === "empty")).toBe(true);
    await town.fail("overpass", "500");
    const again = await makeOverpassLayer({ client, compute: inlineCompute }, "roads")(around("commercial"));
    expect(again.state).toBe(first?.state);
    await town.fail("overpass", "500", 0);
  });

  it("and the county's mains make the utilities, with the credit of both", async () => {
    const county = makeCountyUtilities({
      client: town.clientOf(db, "countyGisIndex", countyGisIndexDescription),
      compute: inlineCompute,
    });
    const result = await makeSiteUtilities({ county, openMap: townLayer("utilities") })(around("plain"));
    if (result.state !== "ready") throw new Error(result.state);
    const kinds = new Set(result.value.features.map(({ properties }) => properties.kind));
    expect([...kinds].sort()).toEqual(expect.arrayContaining(["power_line", "sewer_main", "water_main"]));
    expect((result.value.summary.sources as unknown[]).length).toBe(2);
  });

  it.each(["500", "html", "malformed_json", "empty_body", "429", "wrong_type"])(
    "is failed, and never empty, while it answers with %s",
    async (fault) => {
      await town.fail("overpass", fault);
      expect((await townLayer("roads", `overpass_${fault}`)(around("narrow", 40))).state).toBe("failed");
      await town.fail("overpass", fault, 0);
    },
  );

  it("does not shorten the utilities to those of the county while it cannot be asked", async () => {
    const county = makeCountyUtilities({
      client: town.clientOf(db, "countyGisIndex", countyGisIndexDescription),
      compute: inlineCompute,
    });
    await town.fail("overpass", "500");
    const openMap = townLayer("utilities", "overpass_down");
    expect((await makeSiteUtilities({ county, openMap })(around("corner"))).state).toBe("failed");
    await town.fail("overpass", "500", 0);
  });

  it("has buildings on most parcels in use, and none in a street", () => {
    expect(buildings().length).toBeGreaterThan(400);
    for (const { ring, parcel } of buildings()) expect(holds(parcel.area, centerOf([[ring]]))).toBe(true);
  });
});

describe("an Overpass server with the habits of the real ones", () => {
  let site: CountingSite;
  let answer: { status: number; type: string; body: string; headers?: Record<string, string> };
  let made = 0;
  beforeAll(async () => {
    site = await startCountingSite((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(answer.status, { "content-type": answer.type, ...answer.headers });
        response.end(answer.body);
      });
    });
  });
  afterAll(() => site.close());

  const square = {
    type: "Polygon",
    coordinates: [
      [
        [-85.7, 40],
        [-85.69, 40],
        [-85.69, 40.01],
        [-85.7, 40.01],
        [-85.7, 40],
      ],
    ],
  } as const;
  const ask = (topic: MapTopic, given: Partial<typeof answer> & { readonly json?: unknown }) => {
    made += 1;
    const { json, ...rest } = given;
    answer = { status: 200, type: "application/json", body: json === undefined ? "" : JSON.stringify(json), ...rest };
    const client = clientOf(db, `${site.origin}/api/interpreter`, { provider: `map${made}` });
    const request = { site: square, marginMeters: 10, jurisdiction };
    return makeOverpassLayer({ client, compute: inlineCompute }, topic)(request);
  };
  const places = (...pairs: (readonly [number, number])[]) => pairs.map(([lon, lat]) => ({ lat, lon }));

  it("is empty where it lists nothing, and failed where it lists nothing because it ran out of time", async () => {
    expect((await ask("roads", { json: { elements: [] } })).state).toBe("empty");
    const remark = 'runtime error: Query timed out in "query" at line 1 after 26 seconds.';
    expect((await ask("roads", { json: { elements: [], remark } })).state).toBe("failed");
  });

  it("is failed where it is busy, refuses the agent, or has no list", async () => {
    const busy =
      "<html><p>Dispatcher_Client::request_read_and_idx::timeout. The server is probably too busy</p></html>";
    expect((await ask("roads", { type: "text/html", body: busy })).state).toBe("failed");
    expect((await ask("roads", { status: 504 })).state).toBe("failed");
    expect((await ask("roads", { status: 406 })).state).toBe("failed");
    expect((await ask("roads", { status: 400, type: "text/html", body: "parse error" })).state).toBe("failed");
    expect(await ask("roads", { status: 429, headers: { "retry-after": "90" } })).toMatchObject({
      ...{ state: "failed", retryAfterSeconds: 90 },
    });
    expect((await ask("roads", { json: { version: 0.6 } })).state).toBe("failed");
  });

  it("gives streets without paths, and heights in either unit", async () => {
    const way = (tags: object, ...line: (readonly [number, number])[]) => ({
      ...{ type: "way", id: 1, tags, geometry: places(...line) },
    });
    const roads = await ask("roads", {
      json: {
        elements: [
          way({ highway: "residential", ref: "CR 9", lanes: "2" }, [-85.699, 40.001], [-85.692, 40.002]),
          way({ highway: "footway" }, [-85.699, 40.003], [-85.692, 40.003]),
          way({ highway: "service" }, [-85.5, 40.1], [-85.5, 40.2]),
        ],
      },
    });
    expect(roads).toMatchObject({
      state: "ready",
      value: { features: [{ properties: { name: "CR 9", class: "residential", lanes: 2, surface: null } }] },
      provenance: { attribution: "Test county" },
    });
    const ring = [
      [-85.699, 40.001],
      [-85.698, 40.001],
      [-85.698, 40.002],
      [-85.699, 40.001],
    ] as const;
    const built = await ask("buildings", {
      json: {
        elements: [
          way({ building: "yes", height: "12 m" }, ...ring),
          way({ building: "church", height: "40'", "building:levels": "x" }, ...ring),
        ],
      },
    });
    if (built.state !== "ready") throw new Error(built.state);
    expect(built.value.features.map(({ properties }) => properties)).toEqual([
      { name: null, kind: null, levels: null, height_ft: 39.4 },
      { name: null, kind: "church", levels: null, height_ft: 40 },
    ]);
  });

  it("gives a building with a courtyard whose ring is drawn in pieces", async () => {
    const member = (role: string, ...line: (readonly [number, number])[]) => ({
      ...{ type: "way", ref: 1, role, geometry: places(...line) },
    });
    const relation = {
      ...{ type: "relation", id: 7, tags: { building: "school", type: "multipolygon" } },
      members: [
        member("outer", [-85.699, 40.001], [-85.697, 40.001], [-85.697, 40.003]),
        member("outer", [-85.699, 40.001], [-85.699, 40.003], [-85.697, 40.003]),
        member("inner", [-85.6985, 40.0015], [-85.6975, 40.0015], [-85.6975, 40.0025], [-85.6985, 40.0015]),
      ],
    };
    const result = await ask("buildings", { json: { elements: [relation] } });
    if (result.state !== "ready") throw new Error(result.state);
    const [school] = result.value.features;
    expect(school?.geometry.type).toBe("Polygon");
    expect(school?.geometry.coordinates).toHaveLength(2);
    const broken = { ...relation, members: relation.members.slice(0, 1) };
    expect((await ask("buildings", { json: { elements: [broken] } })).state).toBe("failed");
  });
});
