import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import { type Box, boxOf, metersPerDegree } from "../../geometry/box.ts";
import type { FetchLayer, ParcelRecord, ParcelSource } from "../providers.ts";
import type { AdjacencyProperties } from "../site-layer.ts";
import type * as work from "./sort-neighbours.task.ts";

const sortTask = computeTask<typeof work, "sortNeighbours">({
  module: join(import.meta.dirname, "sort-neighbours.task.ts"),
  name: "sortNeighbours",
  lane: "background",
  deadlineMs: 20_000,
});

/** Each record may be billed, so a site is not asked for the whole town around it. */
const mostParcels = 200;

/**
 * Makes the layer of neighbouring parcels: those of the parcel source that lie within the margin around the site, without
 * the site's own. Owners are not kept.
 */
export function makeAdjacency({
  parcels,
  compute,
}: {
  readonly parcels: Pick<ParcelSource, "byPoint">;
  readonly compute: Compute;
}): FetchLayer {
  return async ({ site, marginMeters }, signal) => {
    const { latitude, longitude, reachMeters } = circleAround(boxOf(site));
    const point = { latitude, longitude, radiusMeters: Math.ceil(reachMeters + marginMeters) };
    const found = await parcels.byPoint(point, mostParcels, signal);
    if (found.state !== "ready") return found;
    const areas = found.value.map(({ geometry }) => geometry);
    const kept = await compute.run(sortTask, { site, marginMeters, parcels: areas }, { signal });
    const { provenance } = found;
    const features = kept.flatMap((at) => {
      const record = found.value[at];
      return record
        ? [{ type: "Feature" as const, geometry: record.geometry, properties: { ...propertiesOf(record) } }]
        : [];
    });
    if (features.length === 0) return { state: "empty", provenance };
    return {
      state: "ready",
      value: { features, summary: { is_complete: found.value.length < mostParcels } },
      provenance,
    };
  };
}

const propertiesOf = ({ llUuid, apn, address, zoningCode, use }: ParcelRecord): AdjacencyProperties => ({
  ...{ ll_uuid: llUuid, apn, address, zoning_code: zoningCode, use },
});

function circleAround([west, south, east, north]: Box) {
  const latitude = (south + north) / 2;
  const perLongitude = metersPerDegree * Math.cos((latitude * Math.PI) / 180);
  const reachMeters = Math.hypot((east - west) * perLongitude, (north - south) * metersPerDegree) / 2;
  return { latitude, longitude: (west + east) / 2, reachMeters };
}
