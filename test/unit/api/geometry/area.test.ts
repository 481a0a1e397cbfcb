import fc from "fast-check";
import proj4 from "proj4";
import { describe, expect, it } from "vitest";
import { acresFrom, areaOf, squareFeetFrom } from "../../../../api/geometry/ellipsoid-area.ts";
import type { Position, Ring } from "../../../../api/geometry/geojson.ts";
import { readArea } from "../../../../api/geometry/read-area.ts";
import { crossingEdges } from "../../../../api/geometry/ring-crossing.ts";

const rectangle = (west: number, south: number, width: number, height: number): Ring => [
  [west, south],
  [west + width, south],
  [west + width, south + height],
  [west, south + height],
  [west, south],
];
/** Of the ellipsoid of WGS 84, in square metres. Source: Karney, Algorithms for geodesics (2013), section 6. */
const wholeEarth = 510_065_621_724_088;

describe("the area on the ellipsoid", () => {
  it("of an eighth of the earth is an eighth of its surface", () => {
    const eighth: Ring = [
      [0, 0],
      [90, 0],
      [0, 90],
      [0, 0],
    ];
    expect(areaOf([[eighth]]) / (wholeEarth / 8)).toBeCloseTo(1, 12);
  });

  it("of a lot is its width times its depth as surveyed at that latitude", () => {
    // Metres in a degree of longitude and of latitude. Source: Snyder (1987), series of the arcs with the constants of WGS 84, good to
    // a centimetre.
    const latitude = (42.3 * Math.PI) / 180;
    const cosine = (times: number) => Math.cos(times * latitude);
    const eastM = 111_412.84 * cosine(1) - 93.5 * cosine(3) + 0.118 * cosine(5);
    const northM = 111_132.954 - 559.822 * cosine(2) + 1.175 * cosine(4);
    const area = areaOf([[rectangle(-72.6, 42.2998, 0.0004, 0.0004)]]);
    expect(area / (0.0004 * eastM * 0.0004 * northM)).toBeCloseTo(1, 5);
  });

  it("leaves out holes and adds the parts of a many-part area", () => {
    const outer = rectangle(-72.6, 42.3, 0.002, 0.002);
    const hole = rectangle(-72.5995, 42.3005, 0.001, 0.001);
    const apart = rectangle(-72.5, 42.3, 0.001, 0.001);
    const [whole, missing, other] = [outer, hole, apart].map((ring) => areaOf([[ring]]));
    expect(areaOf([[outer, hole], [apart]])).toBeCloseTo((whole ?? 0) - (missing ?? 0) + (other ?? 0), 6);
  });

  it("does not depend on the direction or the first corner of a ring, and grows with the parts it is cut into", () => {
    const small = fc.record({
      west: fc.double({ min: -170, max: 170, noNaN: true }),
      south: fc.double({ min: -80, max: 79, noNaN: true }),
      width: fc.double({ min: 1e-4, max: 0.5, noNaN: true }),
      height: fc.double({ min: 1e-4, max: 0.5, noNaN: true }),
      cut: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(small, ({ west, south, width, height, cut }) => {
        const ring = rectangle(west, south, width, height);
        const area = areaOf([[ring]]);
        const turned = [...ring.slice(2), ...ring.slice(1, 3)];
        expect(areaOf([[ring.toReversed()]]) / area).toBeCloseTo(1, 7);
        expect(areaOf([[turned]]) / area).toBeCloseTo(1, 7);
        const parts = [
          rectangle(west, south, width * cut, height),
          rectangle(west + width * cut, south, width * (1 - cut), height),
        ];
        // An edge cut in two bends twice, so the parts agree with the whole to the bend of a long edge and no further.
        expect(areaOf(parts.map((part) => [part])) / area).toBeCloseTo(1, 3);
      }),
    );
  });

  it("is told in international feet and acres", () => {
    expect(acresFrom(squareFeetFrom(4046.8564224))).toBeCloseTo(1, 12);
  });
});

describe("a ring", () => {
  it("that crosses itself is found whatever corner it begins at", () => {
    const bow: Position[] = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ];
    for (let first = 0; first < bow.length; first++) {
      const ring = [...bow.slice(first), ...bow.slice(0, first)];
      expect(crossingEdges([...ring, ring[0] ?? [0, 0]])).toBeDefined();
    }
  });

  it("that touches itself at a corner, or runs back over an edge, is one that crosses itself", () => {
    expect(
      crossingEdges([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
        [0, 0],
      ]),
    ).toBeDefined();
    expect(
      crossingEdges([
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 2],
        [0, 0],
      ]),
    ).toBeDefined();
  });

  it("around any number of points on a circle crosses itself nowhere, and does once two of them are exchanged", () => {
    const count = fc.integer({ min: 5, max: 60 });
    fc.assert(
      fc.property(count, fc.nat(), (corners, at) => {
        const points = Array.from({ length: corners }, (_, k): Position => {
          const angle = (2 * Math.PI * k) / corners;
          return [Math.cos(angle), Math.sin(angle)];
        });
        const closed = (ring: readonly Position[]) => [...ring, ring[0] ?? ([0, 0] as const)];
        expect(crossingEdges(closed(points))).toBeUndefined();
        const [one, two] = [at % corners, (at + 2) % corners];
        const exchanged = points.map(
          (point, k) => (k === one ? points[two] : k === two ? points[one] : point) ?? point,
        );
        expect(crossingEdges(closed(exchanged))).toBeDefined();
      }),
    );
  });

  it("may give a position twice in a row", () => {
    expect(
      crossingEdges([
        [0, 0],
        [2, 0],
        [2, 0],
        [2, 2],
        [0, 0],
      ]),
    ).toBeUndefined();
  });
});

describe("reading an area", () => {
  it("keeps the coordinates, leaves out heights, and knows what is covered", () => {
    const coordinates = [rectangle(-72.6, 42.3, 0.001, 0.001).map(([x, y]) => [x, y, 31.5])];
    const read = readArea({ type: "Polygon", coordinates });
    expect(read).toMatchObject({ geometry: { type: "Polygon", coordinates: [rectangle(-72.6, 42.3, 0.001, 0.001)] } });
  });

  it.each([
    ["no rings", { type: "Polygon", coordinates: [] }, ".coordinates", "wrong_format"],
    ["no polygons", { type: "MultiPolygon", coordinates: [] }, ".coordinates", "wrong_format"],
    [
      "three positions",
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      ".coordinates[0]",
      "too_few",
    ],
    [
      "texts for numbers",
      {
        type: "Polygon",
        coordinates: [
          [
            ["0", 0],
            [1, 0],
            [1, 1],
            ["0", 0],
          ],
        ],
      },
      ".coordinates[0][0]",
      "wrong_format",
    ],
    [
      "latitude first",
      {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [42, -172],
              [43, -172],
              [43, -171],
              [42, -172],
            ],
          ],
        ],
      },
      ".coordinates[0][0][0]",
      "out_of_range",
    ],
    [
      "no width",
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [2, 0],
            [0, 0],
          ],
        ],
      },
      ".coordinates[0]",
      "crosses_itself",
    ],
    [
      "a hole outside of its outer ring",
      { type: "Polygon", coordinates: [rectangle(0, 0, 0.001, 0.001), rectangle(0.0005, 0.0005, 0.001, 0.0001)] },
      ".coordinates[1]",
      "hole_outside",
    ],
    [
      "land that is given twice",
      {
        type: "MultiPolygon",
        coordinates: [[rectangle(0, 0, 0.001, 0.001)], [rectangle(0.0005, 0, 0.001, 0.001).toReversed()]],
      },
      ".coordinates[1][0]",
      "overlaps",
    ],
    ["a grain of land", { type: "Polygon", coordinates: [rectangle(0, 0, 1e-6, 1e-6)] }, "", "out_of_range"],
  ])("with %s says where it is wrong", (_, value, path, code) => {
    const read = readArea(value);
    expect("faults" in read && read.faults[0]).toMatchObject({ path, code });
  });

  it("takes a hole that touches its outer ring, and land inside of a hole", () => {
    const [outer, island] = [rectangle(0, 0, 0.003, 0.003), rectangle(0.0015, 0.0015, 0.0005, 0.0005)];
    const hole = rectangle(0, 0.001, 0.002, 0.001);
    const read = readArea({
      type: "MultiPolygon",
      coordinates: [[outer, hole], [island.map(([x, y]) => [x, y - 1e-4])]],
    });
    expect(read).toHaveProperty("squareMetres");
  });

  it("takes the longest shore it allows without delay and no longer one", () => {
    const shore = (positions: number): Ring => {
      const along = Array.from({ length: positions - 3 }, (_, at): Position => [at * 1e-6, 0.01 + (at % 2) * 1e-5]);
      const first: Position = [0, 0];
      return [first, ...along, [(positions - 4) * 1e-6, 0], first];
    };
    expect(readArea({ type: "Polygon", coordinates: [shore(5_000)] })).toHaveProperty("squareMetres");
    expect(readArea({ type: "Polygon", coordinates: [shore(5_001)] })).toMatchObject({
      faults: [{ code: "too_many" }],
    });
  });
});

describe("the area and an equal-area projection", () => {
  it("agree on lots to a millionth, whatever their size and place", () => {
    const lot = fc.record({
      west: fc.double({ min: -160, max: -60, noNaN: true }),
      south: fc.double({ min: 18, max: 70, noNaN: true }),
      size: fc.double({ min: 1e-4, max: 5e-3, noNaN: true }),
    });
    fc.assert(
      fc.property(lot, ({ west, south, size }) => {
        const ring: Ring = [
          [west, south],
          [west + size, south + size * 0.1],
          [west + size * 1.1, south + size],
          [west - size * 0.05, south + size * 0.9],
          [west, south],
        ];
        const plane = `+proj=laea +lat_0=${south + size / 2} +lon_0=${west + size / 2} +x_0=0 +y_0=0 +ellps=WGS84 +units=m +no_defs`;
        const flat = ring.map(([x, y]) => proj4("WGS84", plane, [x, y]));
        const twice = flat.slice(1).reduce((sum, [x = 0, y = 0], at) => {
          const [fromX = 0, fromY = 0] = flat[at] ?? [];
          return sum + fromX * y - x * fromY;
        }, 0);
        expect(areaOf([[ring]]) / Math.abs(twice / 2)).toBeCloseTo(1, 6);
      }),
    );
  });
});
