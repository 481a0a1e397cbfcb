import { describe, expect, it } from "vitest";
import type { PlanObject } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import { planFeatures } from "../../../api/land/site-plan/plan-features.ts";

/** A plan object on a region of one ring, of corners in feet. */
const areaOf = (corners: readonly (readonly [number, number])[]): PlanObject => ({
  ...{ id: "z1/open_space/1", objectType: "open_space", label: "Open space", layer: "C-OPEN", status: "proposed" },
  ...{ editable: false, zoneId: "z1", measurements: {} },
  shape: { type: "region", region: { rings: [corners.map(([x, y]) => ({ x: x * 1_000, y: y * 1_000 }))] } },
});
const geometryOf = (corners: readonly (readonly [number, number])[]) =>
  planFeatures([areaOf(corners)], [-72.3, 41.7])[0]?.geometry;

describe("the GeoJSON of an area", () => {
  it("is two polygons where its ring touches itself from outside", () => {
    const corners = [
      [0, 0],
      [40, 0],
      [40, 40],
      [80, 40],
      [80, 80],
      [40, 80],
      [40, 40],
      [0, 40],
    ] as const;
    const geometry = geometryOf(corners);
    expect(geometry?.type).toBe("MultiPolygon");
    expect(geometry?.coordinates.map((polygon) => (polygon as readonly unknown[]).length)).toEqual([1, 1]);
  });

  it("is a polygon with a hole where its ring touches itself from inside", () => {
    const corners = [
      [0, 0],
      [30, 60],
      [60, 30],
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ] as const;
    const geometry = geometryOf(corners);
    expect(geometry?.type).toBe("Polygon");
    expect(geometry?.coordinates).toHaveLength(2);
  });

  it("is one polygon where its ring touches itself nowhere", () => {
    const geometry = geometryOf([
      [0, 0],
      [40, 0],
      [40, 40],
      [0, 40],
    ]);
    expect(geometry).toMatchObject({ type: "Polygon" });
    expect(geometry?.coordinates).toHaveLength(1);
  });
});
