import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grown } from "../../../api/demo-town/clip.ts";
import { toGeoJson } from "../../../api/demo-town/frame.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { place, townCadastre } from "../../../api/demo-town/town.ts";
import type { AreaGeometry } from "../../../api/geometry/geojson.ts";
import { intersectAreas } from "../../../api/geometry/repair-area.ts";
import { countyGisIndexDescription } from "../../../api/providers/county-gis-index.ts";
import { makeCountyZoning } from "../../../api/providers/zoning/county-zoning.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer } from "../../support/arcgis-server.ts";
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

const alderFalls = { municipality: place.town, county: place.county, state: place.state };
const { scenarios } = townCadastre();

describe("the zoning layer of the demo town", () => {
  const zoningOf = (name: ScenarioName, provider = "county_gis") =>
    makeCountyZoning({
      client: town.clientOf(db, "countyGisIndex", { ...countyGisIndexDescription, provider }),
      compute: inlineCompute,
    })({ site: toGeoJson(scenarios[name].area), marginMeters: 0, jurisdiction: alderFalls });

  it("has the district of a lot with its name and its government", async () => {
    const result = await zoningOf("plain");
    expect(result).toMatchObject({ state: "ready", provenance: { isSynthetic: true } });
    if (result.state !== "ready") return;
    expect(result.value.features.map(({ properties }) => properties)).toContainEqual({
      ...{ code: "R-2", name: "Village Residential", is_overlay: false, jurisdiction: place.town },
    });
    expect(result.value.summary).toMatchObject({ is_complete: true });
  });

  it("has the overlays over a lot, marked as such", async () => {
    const result = await zoningOf("floodway");
    if (result.state !== "ready") throw new Error(result.state);
    const overlays = result.value.features.filter(({ properties }) => properties.is_overlay === true);
    expect(overlays.map(({ properties }) => properties.code)).toContain("FP");
  });

  it("has no district where the map of the town has none", async () => {
    const client = town.clientOf(db, "countyGisIndex", countyGisIndexDescription);
    const site = toGeoJson(grown(scenarios.zoning_unknown.area, -30));
    const result = await makeCountyZoning({ client, compute: inlineCompute })({
      ...{ site, marginMeters: 0, jurisdiction: alderFalls },
    });
    // The box around a lot that is not square to the map holds a corner of its neighbour.
    expect(["ready", "empty"]).toContain(result.state);
    const districts = result.state === "ready" ? result.value.features : [];
    const inside = districts.filter(({ geometry }) => intersectAreas(geometry as AreaGeometry, site) !== undefined);
    expect(inside.filter(({ properties }) => properties.is_overlay !== true)).toEqual([]);
  });

  it("is not published for a place without a listed layer", async () => {
    const client = town.clientOf(db, "countyGisIndex", countyGisIndexDescription);
    const jurisdiction = { municipality: null, county: "Nowhere County", state: "Ohio" };
    const site = toGeoJson(scenarios.plain.area);
    const result = await makeCountyZoning({ client, compute: inlineCompute })({ site, marginMeters: 0, jurisdiction });
    expect(result).toMatchObject({ state: "not_published", detail: expect.stringContaining("Nowhere County, Ohio") });
  });

  it.each(["500", "html", "arcgis_error", "malformed_json", "empty_body"])(
    "is failed, and never empty, while the county's server answers with %s",
    async (fault) => {
      await town.fail("county", fault);
      expect((await zoningOf("steep", `county_${fault}`)).state).toBe("failed");
      await town.fail("county", fault, 0);
    },
  );
});

describe("a zoning layer with the habits of real counties", () => {
  let server: ArcgisServer;
  let made = 0;
  beforeAll(async () => {
    const fieldsOf = (...names: string[]) => names.map((name) => ({ name }));
    server = await startArcgisServer(
      [
        {
          id: 0,
          definition: { name: "County zoning", fields: fieldsOf("OBJECTID", "gis.zn.ZONING", "gis.zn.ZONE_DESC") },
          features: [
            {
              attributes: { OBJECTID: 1, "gis.zn.ZONING": "A-1", "gis.zn.ZONE_DESC": "Agriculture" },
              geometry: esriSquare(-72.9, 41.5, 0.01),
            },
            { attributes: { OBJECTID: 2, "gis.zn.ZONING": " " }, geometry: esriSquare(-72.9, 41.5, 0.01) },
          ],
        },
        { id: 1, definition: { name: "Town zoning", fields: fieldsOf("OBJECTID", "ZONE_CODE") }, features: [] },
        { id: 2, definition: { name: "Parks", fields: fieldsOf("OBJECTID", "ACRES") }, features: [] },
        {
          id: 3,
          definition: { name: "Closed", capabilities: "Map", fields: fieldsOf("OBJECTID", "ZONE_CODE") },
          features: [],
        },
      ],
      (origin) => {
        const layer = (kind: string, id: number, municipality: string | null) => ({
          ...{ kind, state: "OH", county: "Green County", municipality, name: `Zoning ${id}`, attribution: "Green" },
          url: `${origin}/arcgis/rest/services/Town/MapServer/${id}`,
        });
        return {
          "/good.json": { layers: [layer("zoning", 1, "Elm"), layer("zoning", 0, null)] },
          "/wrong.json": { layers: [layer("zoning", 2, null)] },
          "/closed.json": { layers: [layer("zoning", 0, null), layer("zoning_overlay", 3, null)] },
        };
      },
    );
  });
  afterAll(() => server.close());

  const ask = (index: string, west = -72.899) => {
    made += 1;
    const client = clientOf(db, `${server.site.origin}/${index}.json`, { provider: `zoning${made}` });
    const site = {
      type: "Polygon",
      coordinates: [
        [
          [west, 41.501],
          [west + 0.001, 41.501],
          [west + 0.001, 41.502],
          [west, 41.502],
          [west, 41.501],
        ],
      ],
    } as const;
    const jurisdiction = { municipality: "Elm", county: "Green County", state: "Ohio" };
    return makeCountyZoning({ client, compute: inlineCompute })({ site, marginMeters: 10, jurisdiction });
  };

  it("is read from the county where the town maps nothing here, by qualified field names", async () => {
    const result = await ask("good");
    expect(result).toMatchObject({ state: "ready", provenance: { attribution: "Green", isSynthetic: false } });
    if (result.state !== "ready") return;
    expect(result.value.features.map(({ properties }) => properties)).toEqual([
      { code: "A-1", name: "Agriculture", is_overlay: false, jurisdiction: "Green County" },
    ]);
  });

  it("is failed where the layer states no codes, or an overlay cannot be read", async () => {
    expect(await ask("wrong")).toMatchObject({ state: "failed", detail: expect.stringContaining("codes") });
    expect(await ask("closed")).toMatchObject({ state: "failed", detail: expect.stringContaining("queries") });
  });
});
