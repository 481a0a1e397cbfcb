import { writeArrayBuffer } from "geotiff";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { centerOf } from "../../../api/demo-town/clip.ts";
import { toFeet, toGeoJson } from "../../../api/demo-town/frame.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { elevationAt, slopeAt } from "../../../api/demo-town/land/terrain.ts";
import { place, townCadastre } from "../../../api/demo-town/town.ts";
import { elevationDescription, makeElevation } from "../../../api/providers/elevation/elevation.ts";
import type { TerrainSummary } from "../../../api/providers/site-layer.ts";
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
const contoursOf = async (name: ScenarioName, provider = "elevation") => {
  const client = town.clientOf(db, "elevation", { ...elevationDescription, provider });
  const site = toGeoJson(scenarios[name].area);
  return makeElevation({ client, compute: inlineCompute })({ site, marginMeters: 30, jurisdiction });
};

describe("the contours of the demo town", () => {
  it.each<ScenarioName>(["plain", "steep", "large"])("of %s run where the ground has their height", async (name) => {
    const result = await contoursOf(name);
    expect(result).toMatchObject({ state: "ready", provenance: { isSynthetic: true } });
    if (result.state !== "ready") return;
    const off: number[] = [];
    for (const { geometry, properties } of result.value.features) {
      if (geometry.type !== "LineString") throw new Error(geometry.type);
      for (const position of geometry.coordinates) {
        const ground = elevationAt(toFeet(position)) ?? Number.NaN;
        off.push(Math.abs(ground - Number(properties.elevation_ft)));
      }
    }
    off.sort((a, b) => a - b);
    expect(off.length).toBeGreaterThan(5);
    expect(off[Math.floor(off.length * 0.95)]).toBeLessThan(0.6);
  });

  it("are index contours at every fifth interval", async () => {
    const result = await contoursOf("steep");
    if (result.state !== "ready") throw new Error(result.state);
    const { interval_ft: interval } = result.value.summary as unknown as TerrainSummary;
    for (const { properties } of result.value.features) {
      expect(properties.is_index).toBe(Math.round(Number(properties.elevation_ft) / interval) % 5 === 0);
    }
  });

  it("come with heights and slopes of the site alone", async () => {
    const result = await contoursOf("steep");
    if (result.state !== "ready") throw new Error(result.state);
    const summary = result.value.summary as unknown as TerrainSummary;
    const middle = centerOf(scenarios.steep.area);
    expect(summary.elevation_min_ft).toBeLessThan(elevationAt(middle) ?? 0);
    expect(summary.elevation_max_ft).toBeGreaterThan(elevationAt(middle) ?? 0);
    expect(summary.slope_max_percent).toBeGreaterThan((slopeAt(middle) ?? 0) - 1);
    expect(summary.vertical_datum).toBe("NAVD88");
    expect(summary.slope_classes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2);
    const flat = await contoursOf("plain");
    if (flat.state !== "ready") throw new Error(flat.state);
    expect((flat.value.summary as unknown as TerrainSummary).slope_mean_percent).toBeLessThan(
      summary.slope_mean_percent,
    );
  });

  it("are not published where the service has no data", async () => {
    expect(await contoursOf("no_contours")).toMatchObject({ state: "not_published" });
  });

  it.each(["500", "html", "arcgis_error", "empty_body", "wrong_type"])(
    "are failed, and never empty, while the service answers with %s",
    async (fault) => {
      await town.fail("elevation", fault);
      expect((await contoursOf("corner", `elevation_${fault}`)).state).toBe("failed");
      await town.fail("elevation", fault, 0);
    },
  );
});

describe("an elevation service with the habits of the real ones", () => {
  let site: CountingSite;
  let file: Buffer;
  let made = 0;
  beforeAll(async () => {
    site = await startCountingSite((_, response) => response.end(file));
  });
  afterAll(() => site.close());

  const tiff = async (values: Float32Array, keys: object = {}) => {
    const scale = { ModelPixelScale: [2, 2, 0], ModelTiepoint: [0, 0, 0, -9_540_000, 4_866_000, 0] };
    const metadata = {
      ...{ width: 100, height: 100, SampleFormat: [3], BitsPerSample: [32], GTModelTypeGeoKey: 1 },
      ...{ GTRasterTypeGeoKey: 1, ProjectedCSTypeGeoKey: 3857, ...scale, ...keys },
    };
    return Buffer.from((await writeArrayBuffer(values, metadata)) as ArrayBuffer);
  };
  const ask = () => {
    made += 1;
    const client = clientOf(db, `${site.origin}/ImageServer`, { provider: `dem${made}` });
    // About the middle of the picture.
    const at = ([x, y]: readonly [number, number]) =>
      [(x / 6_378_137 / Math.PI) * 180, (Math.atan(Math.sinh(y / 6_378_137)) * 180) / Math.PI] as const;
    const ring = [
      [-9_539_930, 4_865_870],
      [-9_539_870, 4_865_870],
      [-9_539_870, 4_865_930],
      [-9_539_930, 4_865_930],
      [-9_539_930, 4_865_870],
    ] as const;
    const square = { type: "Polygon", coordinates: [ring.map(at)] } as const;
    return makeElevation({ client, compute: inlineCompute })({ site: square, marginMeters: 20, jurisdiction });
  };
  const plane = (tilt: (column: number, row: number) => number) =>
    new Float32Array(10_000).map((_, at) => tilt(at % 100, Math.floor(at / 100)));

  it("gives the slope of a plane on the ground, not on the map", async () => {
    file = await tiff(plane((column) => 200 + column * 0.2));
    const result = await ask();
    if (result.state !== "ready") throw new Error(result.state);
    // A rise of 0.2 m in 2 m of the map, which at this latitude are 1.56 m of the ground.
    const cell = 2 / Math.cosh(4_865_900 / 6_378_137);
    expect((result.value.summary as unknown as TerrainSummary).slope_mean_percent).toBeCloseTo(20 / cell, 1);
  });

  it("is read around places without data, along which no contour runs", async () => {
    file = await tiff(plane((column, row) => (row < 50 ? -3.4028234663852886e38 : 200 + column * 0.2)));
    const result = await ask();
    if (result.state !== "ready") throw new Error(result.state);
    for (const { geometry } of result.value.features) {
      if (geometry.type !== "LineString") throw new Error(geometry.type);
      const longitudes = geometry.coordinates.map(([longitude]) => longitude);
      // Lines of this plane run straight to the north.
      expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(2e-5);
    }
  });

  it("is not published where all of it is without data, and failed where it cannot be read", async () => {
    file = await tiff(plane(() => -3.4028234663852886e38));
    expect((await ask()).state).toBe("not_published");
    file = (await tiff(plane(() => 200))).subarray(0, 900);
    expect((await ask()).state).toBe("failed");
    file = await tiff(
      plane(() => 200),
      { ProjectedCSTypeGeoKey: 26_916 },
    );
    expect((await ask()).state).toBe("failed");
    file = Buffer.from("89504e470d0a1a0a00000000", "hex");
    expect((await ask()).state).toBe("failed");
  });
});
