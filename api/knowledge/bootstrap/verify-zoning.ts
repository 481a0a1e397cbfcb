import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { Queryable } from "../../../migrations/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import type { SiteFeature } from "../../providers/site-features.ts";
import type { ZoningProperties } from "../../providers/site-layer.ts";
import type { ParcelRow, ZoningEvidence } from "../projects/project-parcels.repository.ts";
import * as parcelsRepository from "../projects/project-parcels.repository.ts";
import { agreedSources, judgeZoning, type ZoningJudgement } from "./judge-zoning.ts";
import type * as work from "./zoning-shares.task.ts";

const sharesTask = computeTask<typeof work, "zoningShares">({
  module: join(import.meta.dirname, "zoning-shares.task.ts"),
  name: "zoningShares",
  lane: "background",
  deadlineMs: 20_000,
});

/** A parcel as far as its zoning is judged. */
export type JudgedParcel = Pick<ParcelRow, "geometry" | "zoning_evidence">;

/** The zoning map around a site. */
export interface ZoningMap {
  readonly features: readonly SiteFeature[];
  /** Name of the dataset. */
  readonly source: string;
}

/**
 * Compares the records of parcels with the zoning map around them; the districts are measured in a worker thread.
 *
 * @throws ComputeFailed
 */
export async function judgeParcels(
  compute: Compute,
  parcels: readonly JudgedParcel[],
  { features, source }: ZoningMap,
  signal: AbortSignal | undefined,
): Promise<ZoningJudgement[]> {
  const districts = features.flatMap(baseDistrict);
  const areas = parcels.map(({ geometry }) => geometry ?? { type: "MultiPolygon" as const, coordinates: [] });
  const work = { parcels: areas, districts: districts.map(({ area }) => area) };
  const shares =
    districts.length === 0 ? areas.map(() => []) : await compute.run(sharesTask, work, signal ? { signal } : {});
  return parcels.map((parcel, at) =>
    judgeZoning(
      recordedOf(parcel, source),
      districts.map(({ code, name }, of) => ({ code, description: name, source, share: shares[at]?.[of] ?? 0 })),
    ),
  );
}

/** Records what the sources state of each parcel's zoning. */
export async function recordJudgements(
  transaction: Queryable,
  projectId: string,
  parcels: readonly ParcelRow[],
  judgements: readonly ZoningJudgement[],
): Promise<void> {
  for (const [at, { isAgreed, ...judgement }] of judgements.entries()) {
    const parcelIndex = parcels[at]?.parcel_index ?? at;
    const verifiedBy = isAgreed ? agreedSources : null;
    await parcelsRepository.recordZoning(transaction, { projectId, parcelIndex, ...judgement, verifiedBy });
  }
}

/** What the record of the parcel states; what an earlier attempt took from the map is not it. */
function recordedOf({ zoning_evidence: evidence }: JudgedParcel, mapName: string): ZoningEvidence | null {
  return evidence.find(({ source }) => source !== mapName) ?? null;
}

function baseDistrict({ geometry, properties }: SiteFeature) {
  const { code, name, is_overlay: isOverlay } = properties as unknown as ZoningProperties;
  if (isOverlay || !code || (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon")) return [];
  return [{ area: geometry as AreaGeometry, code, name }];
}
