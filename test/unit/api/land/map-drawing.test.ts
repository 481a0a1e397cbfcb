import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFeet, toGeoJson } from "../../../../api/demo-town/frame.ts";
import { townCadastre } from "../../../../api/demo-town/town.ts";
import { centroidOf } from "../../../../api/land/maps/centroid.ts";
import { drawOverlay } from "../../../../api/land/maps/draw-overlay.ts";
import { frameSheet } from "../../../../api/land/maps/frame-map.ts";
import { drawSheetMap } from "../../../../api/land/maps/map-sheet.task.ts";
import { LabelPlacer, type SheetPoint } from "../../../../api/land/maps/place-labels.ts";
import { fromMercator, groundFeetAt, toMercator } from "../../../../api/land/maps/web-mercator.ts";
import type { SiteFeature } from "../../../../api/providers/site-features.ts";

const square = (west: number, south: number, size: number) =>
  ({
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  }) as const;

describe("the ground of a sheet", () => {
  it("shows all of the parcels at a usual scale, in the shape of the sheet", () => {
    for (const { area } of Object.values(townCadastre().scenarios)) {
      const frame = frameSheet({ parcels: [toGeoJson(area)], center: null, bufferMeters: null });
      if (typeof frame === "string") throw new Error(frame);
      const [left, bottom, right, top] = frame.box;
      const [west, south] = toFeet(fromMercator([left, bottom]));
      const [east, north] = toFeet(fromMercator([right, top]));
      for (const [x, y] of area.flat(2)) expect(x > west && x < east && y > south && y < north).toBe(true);
      expect(Math.abs(east - west - frame.widthFeet)).toBeLessThan(frame.widthFeet * 1e-3);
      expect(Math.abs(north - south - frame.heightFeet)).toBeLessThan(frame.heightFeet * 1e-3);
      expect(frame.widthFeet).toBeCloseTo(8 * frame.feetPerInch, 6);
    }
  });

  it("cannot be framed without parcels, or for parcels of two countries", () => {
    expect(frameSheet({ parcels: [], center: null, bufferMeters: null })).toBe("nothing_to_show");
    const parcels = [square(-72, 41, 0.001), square(-80, 30, 0.001)];
    expect(frameSheet({ parcels, center: null, bufferMeters: null })).toBe("too_large");
  });

  it("is measured on the ellipsoid", () => {
    // A degree of latitude at 41.72 degrees is 111,069 metres long, one of longitude 83,213 metres.
    const [x1, y1] = toMercator([-72, 41.22]);
    const [x2, y2] = toMercator([-71, 42.22]);
    const { perMeterX, perMeterY } = groundFeetAt(41.72);
    expect(((x2 - x1) * perMeterX * 0.3048) / 83_213).toBeCloseTo(1, 4);
    expect(((y2 - y1) * perMeterY * 0.3048) / 111_069).toBeCloseTo(1, 3);
  });
});

describe("the centroid of parcels", () => {
  it("weighs them by their size and takes holes away, whichever way the rings run", () => {
    const parcels = [square(0, 0, 2), square(10, 0, 1)];
    expect(centroidOf(parcels).longitude).toBeCloseTo((4 * 1 + 1 * 10.5) / 5, 9);
    const [outer] = square(0, 0, 4).coordinates;
    const [hole] = square(0, 0, 2).coordinates;
    for (const inner of [hole, [...hole].reverse()]) {
      const { latitude, longitude } = centroidOf([{ type: "Polygon", coordinates: [outer, inner] }]);
      expect([latitude, longitude]).toEqual([expect.closeTo(28 / 12, 9), expect.closeTo(28 / 12, 9)]);
    }
  });
});

describe("texts on a map", () => {
  it("never leave it, never stand upside down and keep apart", () => {
    const coordinate = fc.double({ min: 0, max: 500, noNaN: true });
    const line = fc.record({
      text: fc.string({ minLength: 1, maxLength: 20 }),
      points: fc.array(fc.tuple(coordinate, coordinate) as fc.Arbitrary<SheetPoint>, { minLength: 2, maxLength: 6 }),
    });
    const style = { kind: "street", size: 8, mostBend: 0.05, apart: 100, mostPerText: 2 } as const;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const placer = new LabelPlacer({ width: 500, height: 500 });
        const count = placer.placeAlong(lines, style);
        expect(placer.labels).toHaveLength(count);
        for (const [at, { x, y, angle }] of placer.labels.entries()) {
          expect(x > 6 && x < 494 && y > 6 && y < 494).toBe(true);
          expect(angle > -90 && angle <= 90).toBe(true);
          for (const other of placer.labels.slice(0, at)) {
            expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(2 * 8 * 0.75);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("the labels of contours", () => {
  const box = [0, 0, 300, 300] as const;
  const contour = (elevation_ft: number, north: number): SiteFeature => ({
    type: "Feature",
    geometry: { type: "LineString", coordinates: [fromMercator([0, north]), fromMercator([300, north])] },
    properties: { elevation_ft, is_index: elevation_ft % 5 === 0 },
  });
  const labelsOf = async (contours: readonly SiteFeature[]) => {
    const without = { roadsJson: null, overlaysJson: [], pictures: [], parcels: [] };
    const sheet = await drawSheetMap({ kind: "contours", box, contoursJson: JSON.stringify(contours), ...without });
    return new Set(sheet.labels.map(({ text }) => text));
  };

  it("are those of index lines, and of all lines where hardly an index line crosses the sheet", async () => {
    const hill = Array.from({ length: 21 }, (_, at) => contour(200 + at, 10 + at * 14));
    expect(await labelsOf(hill)).toEqual(new Set(["200", "205", "210", "215", "220"]));
    expect(await labelsOf(hill.slice(1, 4).map((_, at) => contour(201 + at, 75 * (at + 1))))).toEqual(
      new Set(["201", "202", "203"]),
    );
  });
});

describe("a layer of a map file over the imagery", () => {
  const onSheet = ([x, y]: readonly [number, number]): SheetPoint => [x, y];
  const feature = (geometry: SiteFeature["geometry"]): SiteFeature => ({ type: "Feature", geometry, properties: {} });
  const point = (x: number, y: number) => feature({ type: "Point", coordinates: [x, y] });

  it("is drawn where it is on the map, as boundaries, lines and points", () => {
    const line = feature({
      type: "LineString",
      coordinates: [
        [-50, 100],
        [5_000, 100],
      ],
    });
    const drawn = drawOverlay([line, point(10, 10), point(-10, 10)], "#56b4e9", onSheet);
    expect(drawn).toMatchObject({ shown: "all", isPoints: false });
    expect(drawn.svg).toContain("M0.00 100.00L576.00 100.00");
    expect(drawn.svg.match(/<circle/g)).toHaveLength(1);
    expect(drawOverlay([point(10, 10)], "#56b4e9", onSheet)).toMatchObject({ shown: "all", isPoints: true });
  });

  it("says that nothing of it is on the map, or not all of it", () => {
    expect(drawOverlay([point(-1, 5)], "#56b4e9", onSheet)).toEqual({ svg: "", shown: "none", isPoints: false });
    const crowd = Array.from({ length: 50_000 }, (_, at) => point(at % 500, 10));
    const { svg, shown } = drawOverlay(crowd, "#56b4e9", onSheet);
    expect(shown).toBe("part");
    expect(svg.length).toBeLessThan(3_000_000);
  });
});
