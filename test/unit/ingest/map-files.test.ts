import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { detectMediaType } from "../../../ingest/parse/media-type.ts";
import { parseDocument } from "../../../ingest/parse/parse-document.ts";

const text = (value: string) => new TextEncoder().encode(value);
const types = {
  geojson: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
  kmz: "application/vnd.google-earth.kmz",
  shapefile: "application/zip",
};
const read = (kind: keyof typeof types, bytes: Uint8Array, filename = `trees.${kind}`) =>
  parseDocument({ bytes, mediaType: types[kind], filename });
const geojson = (value: object) => read("geojson", text(JSON.stringify(value)));
const point = (coordinates: readonly unknown[], properties: object = {}) => ({
  ...{ type: "Feature", geometry: { type: "Point", coordinates }, properties },
});
const collection = (features: readonly object[], more: object = {}) => ({
  ...{ type: "FeatureCollection", features, ...more },
});
const kml = (inside: string) =>
  text(`<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`);
const placemark = "<Placemark><name>Oak</name><Point><coordinates>-72.5,42.3,11</coordinates></Point></Placemark>";
const refused = (code: string, said: RegExp) => expect.objectContaining({ code, detail: expect.stringMatching(said) });

describe("a GeoJSON file", () => {
  it("becomes a layer, and a text with its attributes that can be searched", async () => {
    const { mapLayers, text: told } = await geojson(
      collection([
        point([-72.5, 42.3, 11], { species: "oak", height_ft: 60 }),
        point([-72.6, 42.4], { species: "elm" }),
      ]),
    );
    expect(mapLayers).toMatchObject([{ name: "trees", featureCount: 2, bounds: { west: -72.6, north: 42.4 } }]);
    expect(JSON.parse(mapLayers?.[0]?.featuresJson ?? "")[0]).toEqual(
      point([-72.5, 42.3], { species: "oak", height_ft: 60 }),
    );
    expect(told).toContain("Map layer with 2 features: 2 points");
    expect(told).toContain("oak | 60");
  });

  it("keeps corners that are a millimeter apart, so that no outline crosses itself by rounding", async () => {
    const near = [-72.500000011, 42.300000009];
    const { mapLayers } = await geojson(collection([point(near)]));
    expect(JSON.parse(mapLayers?.[0]?.featuresJson ?? "")).toEqual([point(near)]);
  });

  it("in feet of a state plane is brought to longitude and latitude", async () => {
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::2264" } };
    const { mapLayers, text: told } = await geojson(collection([point([1_149_556.356544, 588_434.807365])], { crs }));
    // By `gdaltransform -s_srs EPSG:2264 -t_srs EPSG:4326`: -81.8518935 35.3332644
    expect(mapLayers?.[0]?.bounds).toMatchObject({
      west: expect.closeTo(-81.8518935, 5),
      south: expect.closeTo(35.3332644, 5),
    });
    expect(told).toMatch(/Converted to WGS 84 from .*North_Carolina/);
  });

  it("is mended where a ring is open, and tells what has no geometry", async () => {
    const open = {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    };
    const parts = { type: "GeometryCollection", geometries: [open, { type: "Point", coordinates: [2, 2] }] };
    const { mapLayers, warnings } = await geojson(
      collection([
        { type: "Feature", geometry: parts, properties: null },
        { type: "Feature", geometry: null },
      ]),
    );
    const [area, place] = JSON.parse(mapLayers?.[0]?.featuresJson ?? "");
    expect(area.geometry.coordinates[0]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(place.geometry.type).toBe("Point");
    expect(warnings).toMatchObject([
      { code: "map.without-geometry", message: expect.stringContaining("feature 2 of the file. Features kept: 2.") },
    ]);
  });

  it("says of each feature that cannot be drawn which it is and why, and keeps slivers", async () => {
    const area = (...rings: (readonly number[])[][]) => ({
      ...{ type: "Feature", properties: null, geometry: { type: "Polygon", coordinates: rings } },
    });
    const there = [
      [-95.7276, 29.9773],
      [-95.7275, 29.9719],
      [-95.7276, 29.9773],
    ];
    const hole = [
      [-95.7, 29.9],
      [-95.6, 29.9],
      [-95.6, 29.8],
      [-95.7, 29.9],
    ];
    const sliver = [
      [-95.5, 29.5],
      [-95.4, 29.5],
      [-95.4, 29.5 + 1e-9],
      [-95.5, 29.5],
    ];
    const line = { type: "Feature", properties: null, geometry: { type: "LineString", coordinates: [[-95, 29]] } };
    const { mapLayers, warnings } = await geojson(
      collection([area(there), area(sliver), area(there, hole), area([...hole, [null, 29]] as never), line]),
    );
    expect(JSON.parse(mapLayers?.[0]?.featuresJson ?? "")).toMatchObject([{ geometry: { coordinates: [sliver] } }]);
    expect(warnings).toEqual([
      {
        code: "map.without-geometry",
        message:
          'Features left out of the layer "trees": 2 without an area (an outline of fewer than three different corners), features 1 and 3 of the file; 1 with positions that are not numbers, feature 4 of the file; 1 without a length (a line of a single position), feature 5 of the file. Features kept: 1.',
      },
    ]);
  });

  it.each([
    ["feet without a system", collection([point([1_149_556, 588_434])]), "unsupported", /WGS 84 \(EPSG:4326\)/],
    ["a number that is none", collection([point([null, 42])]), "empty", /no feature with a geometry.*not numbers/],
    ["no features", collection([]), "empty", /no feature with a geometry/],
    [
      "more attributes than a map needs",
      collection(Array.from({ length: 8_001 }, () => point([1, 2], { note: "x".repeat(1_000) }))),
      "too-large",
      /Leave out the columns/,
    ],
    ["JSON of another kind", { rows: [] }, "unsupported", /no GeoJSON/],
    [
      "a system nobody knows",
      collection([point([1, 2])], { crs: { properties: { name: "LOCAL:7" } } }),
      "unsupported",
      /LOCAL:7/,
    ],
    [
      "more features than a site has",
      collection(Array.from({ length: 20_001 }, () => point([1, 2]))),
      "too-large",
      /surroundings of the site/,
    ],
  ])("of %s is refused with what to do", async (_, value, code, said) => {
    await expect(geojson(value)).rejects.toEqual(refused(`document.${code}`, said));
  });

  it("that ends early is refused as damaged", async () => {
    await expect(read("geojson", text('{"type":"FeatureCollection","features":['))).rejects.toEqual(
      refused("document.truncated", /Export it again/),
    );
  });
});

describe("a KML or KMZ file", () => {
  it("becomes a layer under the name of its document", async () => {
    const bytes = kml(`<name>Site trees</name>${placemark}`);
    for (const [kind, file] of [
      ["kml", bytes],
      ["kmz", zipSync({ "doc.kml": bytes })],
    ] as const) {
      const { mapLayers } = await read(kind, file);
      expect(mapLayers).toMatchObject([{ name: "Site trees", featureCount: 1 }]);
      expect(JSON.parse(mapLayers?.[0]?.featuresJson ?? "")[0]).toMatchObject(point([-72.5, 42.3], { name: "Oak" }));
    }
  });

  it.each([
    ["defines entities", text(`<!DOCTYPE kml [<!ENTITY a "b">]><kml>${placemark}</kml>`), "unsupported"],
    ["nests without end", kml(`${"<Folder>".repeat(50_000)}${"</Folder>".repeat(50_000)}`), "too-complex"],
    ["ends early", text("<kml><Document><Placemark>"), "truncated"],
    ["has no places", kml("<name>Empty</name>"), "empty"],
  ])("that %s is refused", async (_, bytes, code) => {
    await expect(read("kml", bytes)).rejects.toEqual(refused(`document.${code}`, /\w/));
  });

  it("without a KML file inside is refused", async () => {
    await expect(read("kmz", zipSync({ "picture.png": text("x") }))).rejects.toEqual(refused("document.empty", /KML/));
  });
});

describe("a zipped shapefile", () => {
  it.each([
    ["without its shapes", { "lots.dbf": text("x") }, "empty"],
    ["with damaged shapes", { "lots.shp": text("not a shapefile") }, "truncated"],
    [
      "of an unknown coordinate system",
      { "lots.shp": text("x"), "lots.prj": text('PROJCS["Mars",nonsense') },
      "unsupported",
    ],
  ])("%s is refused", async (_, files, code) => {
    await expect(read("shapefile", zipSync(files))).rejects.toEqual(refused(`document.${code}`, /\w/));
  });
});

describe("the kind of a map file", () => {
  it.each([
    [text(' {"type": "FeatureCollection"}'), "application/geo+json", "a.geojson", types.geojson],
    [text('{"type": "FeatureCollection"}'), "application/octet-stream", "a.bin", types.geojson],
    [text("<?xml version='1.0'?>\n<kml xmlns='x'>"), "", "a.kml", types.kml],
    [zipSync({ "doc.kml": text("<kml/>") }), types.kml, "a.kml", types.kmz],
    [zipSync({ "lots.shp": text("x") }), "application/x-zip-compressed", "lots.zip", types.shapefile],
  ])("is told by its bytes", (bytes, declared, filename, type) => {
    expect(detectMediaType(bytes, declared, filename)).toBe(type);
  });

  it("is refused under a false declaration", () => {
    expect(() => detectMediaType(text("Every lot has a front."), types.geojson, "a.geojson")).toThrow(
      refused("document.mislabelled", /Change mime_type to text\/plain/),
    );
  });
});
