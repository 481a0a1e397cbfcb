import type { Position } from "../../geometry/geojson.ts";
import type { PlanObject } from "./engine/compiled-plan.ts";
import { polygonsOfRegion } from "./engine/kernel.ts";
import type { GridPoint, GridRing } from "./engine/plan-geometry.ts";
import { type SiteFrame, siteFrame } from "./site-frame.ts";

/** A plan object as GeoJSON, in WGS 84. */
export interface PlanFeature {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry:
    | { readonly type: "Point"; readonly coordinates: Position }
    | { readonly type: "LineString"; readonly coordinates: readonly Position[] }
    | { readonly type: "Polygon"; readonly coordinates: readonly (readonly Position[])[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly Position[])[])[] };
  readonly properties: {
    readonly object_type: string;
    readonly label: string;
    readonly layer: string;
    readonly status: string;
    readonly editable: boolean;
    readonly zone_id: string | null;
    readonly measurements: Readonly<Record<string, number | string>>;
  };
}

/**
 * Returns plan objects as GeoJSON features in their order: outer rings counter-clockwise, coordinates with 8 decimals.
 *
 * @param origin origin of the frame of the plan
 */
export function planFeatures(objects: readonly PlanObject[], origin: Position): PlanFeature[] {
  const frame = siteFrame(origin);
  return objects.map((object) => ({
    type: "Feature",
    id: object.id,
    geometry: geometryOf(object, frame),
    properties: {
      ...{ object_type: object.objectType, label: object.label, layer: object.layer, status: object.status },
      ...{ editable: object.editable, zone_id: object.zoneId, measurements: object.measurements },
    },
  }));
}

function geometryOf({ shape }: PlanObject, frame: SiteFrame): PlanFeature["geometry"] {
  if (shape.type === "point") return { type: "Point", coordinates: frame.toPosition(shape.point) };
  if (shape.type === "line") return { type: "LineString", coordinates: shape.points.map(frame.toPosition) };
  const region = { rings: shape.region.rings.flatMap(apartWhereTouching) };
  const polygons = polygonsOfRegion(region).map((rings) => rings.map((ring) => closed(ring, frame)));
  const [only] = polygons;
  return polygons.length === 1 && only
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates: polygons };
}

/**
 * Splits a ring at each corner where it touches itself, because programs that read GeoJSON reject a ring with the same corner
 * twice as invalid. A part outside the rest of the ring becomes a polygon, and a part inside it becomes a hole.
 */
function apartWhereTouching(ring: GridRing): GridRing[] {
  const parts: GridRing[] = [];
  const places = new Map<string, number>();
  const open: GridPoint[] = [];
  for (const point of ring) {
    const from = places.get(keyOf(point));
    if (from !== undefined) {
      const part = open.splice(from);
      for (const each of part) places.delete(keyOf(each));
      parts.push(part);
    }
    places.set(keyOf(point), open.length);
    open.push(point);
  }
  return [open, ...parts].filter((part) => part.length > 2);
}

const keyOf = ({ x, y }: GridPoint) => `${x} ${y}`;

function closed(ring: GridRing, frame: SiteFrame): Position[] {
  const positions = ring.map(frame.toPosition);
  const [first] = positions;
  return first ? [...positions, first] : positions;
}
