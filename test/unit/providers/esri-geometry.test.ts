import { describe, expect, it } from "vitest";
import { areaOf, squareFeetFrom } from "../../../api/geometry/ellipsoid-area.ts";
import { polygonsOf } from "../../../api/geometry/geojson.ts";
import { signedArea } from "../../../api/geometry/repair-area.ts";
import { geometryFromEsri } from "../../../api/providers/arcgis/esri-geometry.ts";
import { clipToBox } from "../../../api/providers/clip-feature.ts";
import type { AreaGeometry, SiteGeometry } from "../../../api/providers/site-features.ts";
import { esriSquare } from "../../support/arcgis-server.ts";

const ring = (west: number, south: number, size: number) => esriSquare(west, south, size).rings[0] ?? [];
const hole = (west: number, south: number, size: number) => ring(west, south, size).toReversed();
const areaFrom = (rings: unknown): { geometry: AreaGeometry; isRepaired: boolean } => {
  const read = geometryFromEsri({ rings });
  if (!read || !(read.geometry.type === "Polygon" || read.geometry.type === "MultiPolygon")) throw new Error("no area");
  return { geometry: read.geometry, isRepaired: read.isRepaired };
};
const squareDegrees = (geometry: AreaGeometry) =>
  polygonsOf(geometry).reduce((sum, rings) => sum + rings.reduce((area, each) => area + signedArea(each) / 2, 0), 0);

describe("conversion of Esri geometries", () => {
  it("turns outer rings counter-clockwise and keeps a hole with its outer ring", () => {
    const { geometry, isRepaired } = areaFrom([ring(0, 0, 4), hole(1, 1, 1)]);
    expect(geometry.type).toBe("Polygon");
    const [outer = [], inner = []] = polygonsOf(geometry)[0] ?? [];
    expect(signedArea(outer)).toBeGreaterThan(0);
    expect(signedArea(inner)).toBeLessThan(0);
    expect(squareDegrees(geometry)).toBeCloseTo(15);
    expect(isRepaired).toBe(false);
  });

  it("sorts rings that come in any order into polygons, an island in a hole among them", () => {
    const { geometry } = areaFrom([hole(1, 1, 4), ring(10, 10, 1), ring(2, 2, 1), ring(0, 0, 6)]);
    expect(geometry.type).toBe("MultiPolygon");
    expect(polygonsOf(geometry)).toHaveLength(3);
    expect(squareDegrees(geometry)).toBeCloseTo(36 - 16 + 1 + 1);
  });

  it("takes a ring in the direction of holes that is in no outer ring as land", () => {
    expect(squareDegrees(areaFrom([hole(0, 0, 2)]).geometry)).toBeCloseTo(4);
  });

  it("keeps both lobes of a ring that crosses itself, and says that it was repaired", () => {
    const bowTie = [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ];
    const { geometry, isRepaired } = areaFrom(bowTie);
    expect(isRepaired).toBe(true);
    expect(polygonsOf(geometry)).toHaveLength(2);
    expect(squareDegrees(geometry)).toBeCloseTo(2, 6);
  });

  it("closes a ring that is open and drops rings that enclose nothing", () => {
    const { geometry, isRepaired } = areaFrom([
      ring(0, 0, 1).slice(0, -1),
      [
        [5, 5],
        [6, 6],
        [5, 5],
      ],
    ]);
    expect(squareDegrees(geometry)).toBeCloseTo(1);
    expect(isRepaired).toBe(true);
  });

  it.each([
    ["null", null],
    ["no rings", { rings: [] }],
    ["a point of NaN", { x: "NaN", y: "NaN" }],
    ["a line of one position", { paths: [[[1, 1]]] }],
  ])("returns nothing for %s", (_, given) => {
    expect(geometryFromEsri(given)).toBeUndefined();
  });

  it("converts points, multipoints and lines, without heights", () => {
    expect(geometryFromEsri({ x: 1, y: 2, z: 3 })?.geometry).toEqual({ type: "Point", coordinates: [1, 2] });
    expect(geometryFromEsri({ points: [[1, 2, 3]] })?.geometry).toEqual({ type: "MultiPoint", coordinates: [[1, 2]] });
    const paths = [
      [
        [0, 0, 7],
        [1, 1, 7],
      ],
    ];
    expect(geometryFromEsri({ paths })?.geometry).toEqual({
      type: "LineString",
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    });
  });
});

describe("cutting at a box", () => {
  it("keeps the part of an area inside, with its hole", () => {
    const { geometry } = areaFrom([ring(0, 0, 4), hole(1, 1, 2)]);
    const cut = clipToBox(geometry, [2, 0, 9, 9]) as AreaGeometry;
    expect(squareDegrees(cut)).toBeCloseTo(8 - 2, 6);
  });

  it("returns an area inside unchanged, and nothing for one outside", () => {
    const { geometry } = areaFrom([ring(0, 0, 4)]);
    expect(clipToBox(geometry, [-1, -1, 9, 9])).toBe(geometry);
    expect(clipToBox(geometry, [5, 5, 9, 9])).toBeUndefined();
  });

  it("keeps the parts of a line inside, in its direction", () => {
    const line: SiteGeometry = {
      type: "LineString",
      coordinates: [
        [-1, 1],
        [5, 1],
        [5, 2],
        [-1, 2],
      ],
    };
    expect(clipToBox(line, [0, 0, 3, 3])).toEqual({
      type: "MultiLineString",
      coordinates: [
        [
          [0, 1],
          [3, 1],
        ],
        [
          [3, 2],
          [0, 2],
        ],
      ],
    });
  });

  it("agrees with the ellipsoid about the area of what it cut", () => {
    const { geometry } = areaFrom([ring(-72.5, 41.5, 0.01)]);
    const cut = clipToBox(geometry, [-72.5, 41.5, -72.495, 41.51]) as AreaGeometry;
    const whole = squareFeetFrom(areaOf(polygonsOf(geometry)));
    expect(squareFeetFrom(areaOf(polygonsOf(cut))) / whole).toBeCloseTo(0.5, 4);
  });
});
