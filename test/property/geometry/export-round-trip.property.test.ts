import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportFormat } from "../../../api/land/gis-exports/export-layer.ts";
import { writeExport } from "../../../api/land/gis-exports/write-export.task.ts";
import { parseDocument } from "../../../ingest/parse/parse-document.ts";

const mediaTypes = {
  geojson: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
  kmz: "application/vnd.google-earth.kmz",
  shapefile: "application/zip",
} satisfies Partial<Record<ExportFormat, string>>;

type Position = [number, number];
const degree = (least: number, most: number) =>
  fc.integer({ min: least * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
/** Areas: boxes, counterclockwise as RFC 7946 asks, each with a place, a size in degrees, and a name. */
const boxes = fc.array(
  fc.record({
    west: degree(-73, -72),
    south: degree(42, 43),
    width: degree(0.0001, 0.01),
    height: degree(0.0001, 0.01),
    name: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[A-Za-z]$/),
  }),
  { minLength: 1, maxLength: 8 },
);
const ring = ({
  west,
  south,
  width,
  height,
}: {
  west: number;
  south: number;
  width: number;
  height: number;
}): Position[] => [
  [west, south],
  [west + width, south],
  [west + width, south + height],
  [west, south + height],
  [west, south],
];
const area = (positions: readonly Position[]) =>
  Math.abs(
    positions
      .slice(1)
      .reduce((sum, [x, y], at) => sum + (positions[at]?.[0] ?? 0) * y - x * (positions[at]?.[1] ?? 0), 0),
  ) / 2;

describe("an export that is uploaded again", () => {
  it.each(Object.entries(mediaTypes))("as %s gives the same areas and names", async (format, mediaType) => {
    await fc.assert(
      fc.asyncProperty(boxes, async (drawn) => {
        const features = drawn.map((box) => ({
          ...{ type: "Feature" as const, properties: { name: box.name } },
          geometry: { type: "Polygon" as const, coordinates: [ring(box)] },
        }));
        const layer = { name: "zones", title: "Zones", source: null, attribution: null, retrievedAt: null };
        const { bytes } = writeExport({
          format: format as ExportFormat,
          content: {
            ...{
              projectName: "Round trip",
              place: { state: null, county: null },
              anchor: null,
              generatedAt: "2026-11-24T00:00:00Z",
              notice: null,
            },
            layers: [{ ...layer, featuresJson: JSON.stringify(features) }],
          },
        });
        const { mapLayers } = await parseDocument({ bytes, mediaType, filename: `zones.${format}` });
        const read: {
          geometry: { type: string; coordinates: Position[][] };
          properties: { name?: string; NAME?: string };
        }[] = (mapLayers ?? []).flatMap(({ featuresJson }) => JSON.parse(featuresJson));
        // A shapefile writes the names of attributes in capitals.
        expect(read.map(({ properties: { name, NAME } }) => name ?? NAME)).toEqual(drawn.map(({ name }) => name));
        for (const [at, { geometry }] of read.entries()) {
          const expected = area(ring(drawn[at] as (typeof drawn)[number]));
          // A ten-millionth of a degree is a centimeter.
          expect(area(geometry.coordinates[0] ?? [])).toBeCloseTo(expected, 8);
        }
      }),
      { numRuns: 15 },
    );
  });
});
