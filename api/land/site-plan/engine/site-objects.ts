import type { PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { areaDraft, boundaryMeasures, type Draft, numbered, rounded } from "./drafts.ts";
import { piecesOf, soundRegion, squareFeet } from "./kernel.ts";
import type { SiteConstraint, SiteInput } from "./plan-input.ts";
import type { SiteLand } from "./site-land.ts";

/** What a constraint is drawn as; null for one that only the buildable land shows. */
const constraintTypes: Readonly<Record<SiteConstraint["kind"], PlanObjectType | null>> = {
  wetland: "wetland",
  wetland_buffer: "wetland_buffer",
  floodway: "floodway",
  floodplain: "floodplain",
  steep_slope: "steep_slope",
  easement: "easement",
  right_of_way: "easement",
  stream: "wetland_buffer",
  tree: "easement",
  utility: "easement",
  user_keepout: "easement",
  neighbor_setback: null,
  neighbor_buffer: "landscape_buffer",
};

/** Returns what stands on the plan whatever the zones hold: boundaries, constraints and the buildable land. */
export function siteObjects(land: SiteLand, { constraints }: SiteInput, shared: readonly Draft[]): PlanObject[] {
  const existing = (draft: Draft): Draft => ({ ...draft, status: "existing" });
  const drafts: Draft[] = [
    ...piecesOf(land.site).map((piece) =>
      existing(areaDraft("site_boundary", "Site boundary", piece, boundaryMeasures(piece))),
    ),
    ...(land.lots.length > 1
      ? land.lots.map(({ region }, at) =>
          existing(areaDraft("parcel", `Parcel ${at + 1}`, region, boundaryMeasures(region))),
        )
      : []),
    ...constraints
      .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
      .flatMap(({ kind, label, region }): Draft[] => {
        const sound = soundRegion(region);
        const type = constraintTypes[kind];
        if (sound.rings.length === 0 || type === null) return [];
        const draft = areaDraft(type, label, sound);
        return [kind === "neighbor_buffer" ? draft : { ...draft, status: "constraint" }];
      }),
    ...piecesOf(land.buildable).map(
      (piece): Draft => ({
        ...areaDraft("buildable_area", "Buildable area", piece, { area_sf: rounded(squareFeet(piece)) }),
        status: "constraint",
      }),
    ),
    ...shared,
  ];
  return numbered(drafts, null);
}
