import { type EdgeRun, edgeRuns } from "./edge-classes.ts";
import { flagLotSetbacks, isFlagLot } from "./flag-lot.ts";
import { difference, intersection, offset, piecesOf, soundRegion, squareFeet, union } from "./kernel.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanRules, RuleValue, SiteConstraint, SiteInput } from "./plan-input.ts";
import { buildingSetbacks, insideSetbacks, pavingSetbacks } from "./setbacks.ts";

/** Parcels nearer than this touch, feet. */
const touching = 0.5;

/** The land of a compile and where things may be put on it. */
export interface SiteLand {
  readonly site: GridRegion;
  readonly lots: readonly { readonly region: GridRegion; readonly runs: readonly EdgeRun[] }[];
  readonly runs: readonly EdgeRun[];
  /** The setbacks that buildings are measured against. */
  readonly setbacks: PlanRules["setbacks"];
  /** The setbacks as they are drawn, with those that are assumed, feet. */
  readonly setbackFeet: ReturnType<typeof buildingSetbacks>["feet"];
  /** Where buildings may stand. */
  readonly buildable: GridRegion;
  /** Where stalls and drives may lie. */
  readonly pavable: GridRegion;
  /** Where a driveway may lie on its way from the street. */
  readonly drivable: GridRegion;
  /** Where a basin or open space may lie. */
  readonly reservable: GridRegion;
  readonly notes: readonly { readonly code: string; readonly text: string }[];
}

/** Returns the land of a site under the rules. */
export function siteLand(input: SiteInput, rules: PlanRules): SiteLand {
  const parcels = input.parcels.map(soundRegion).filter((parcel) => squareFeet(parcel) > 0);
  const lots = lotsOf(parcels, input.mergeParcels);
  const withRuns = lots.map((region) => ({
    region,
    runs: edgeRuns(
      region,
      lots.filter((other) => other !== region),
      input,
    ),
  }));
  const flagLots = new Set(withRuns.filter(({ region, runs }) => isFlagLot(region, runs)));
  const ofFlagLots = flagLotSetbacks(rules.setbacks, rules.flagLotSetback);
  const building = buildingSetbacks(rules);
  const flagLot = buildingSetbacks({ ...rules, setbacks: ofFlagLots });
  const paving = pavingSetbacks(rules);
  const site = union(lots);
  const excluded = (effects: readonly SiteConstraint["effect"][]) =>
    union(input.constraints.filter(({ effect }) => effects.includes(effect)).map(({ region }) => soundRegion(region)));
  const noBuild = excluded(["exclude_all", "exclude_buildings"]);
  const noPave = excluded(["exclude_all", "exclude_paving"]);
  const inside = (feetOf: (lot: (typeof withRuns)[number]) => typeof building.feet) =>
    union(withRuns.map((lot) => insideSetbacks(lot.region, lot.runs, feetOf(lot))));
  const notes = [
    ...assumptionNotes("setback_assumed", "No building setback was found in the indexed ordinance", building),
    ...assumptionNotes(
      "parking_setback_assumed",
      "No distance of parking from these lot lines was found in the indexed ordinance",
      paving,
    ).map(({ code, text }) => ({ code, text: `${text} The driveway from the street may lie nearer to them.` })),
    ...(flagLots.size > 0 ? [flagLotNote(rules.flagLotSetback)] : []),
    ...(withRuns.some(({ runs }) => runs.some(({ edgeClass }) => edgeClass === "unknown"))
      ? [
          {
            code: "edge_class_assumed",
            text: "Some lot lines could not be classified: the largest setback was used there.",
          },
        ]
      : []),
  ];
  return {
    site,
    lots: withRuns,
    runs: withRuns.flatMap(({ runs }) => runs),
    setbacks: flagLots.size === lots.length ? ofFlagLots : rules.setbacks,
    setbackFeet: (flagLots.size === lots.length ? flagLot : building).feet,
    buildable: difference(
      inside((lot) => (flagLots.has(lot) ? flagLot : building).feet),
      noBuild,
    ),
    pavable: difference(
      inside(() => paving.feet),
      noPave,
    ),
    drivable: difference(site, noPave),
    reservable: difference(offset(site, -5), excluded(["exclude_all"])),
    notes,
  };
}

function flagLotNote(setback: RuleValue) {
  const ruled =
    "value" in setback
      ? `its buildings keep at least ${setback.value} ft from every lot line (${setback.source.statement}).`
      : "no setback of flag lots was found in the indexed ordinance, so those of the district are used.";
  return { code: "flag_lot", text: `The lot meets its street with a strip for access only: ${ruled}` };
}

function assumptionNotes(
  code: string,
  why: string,
  { feet, assumed }: ReturnType<typeof buildingSetbacks>,
): { readonly code: string; readonly text: string }[] {
  if (assumed.length === 0) return [];
  const list = assumed.map((name) => `${name.replaceAll("_", " ")} ${feet[name as keyof typeof feet]} ft`).join(", ");
  return [{ code, text: `${why}; this concept assumes ${list}.` }];
}

/** The lots that setbacks are measured from: parcels, or the pieces of their union when they count as one lot. */
function lotsOf(parcels: readonly GridRegion[], isMerged: boolean): readonly GridRegion[] {
  if (!isMerged || parcels.length < 2) return parcels;
  const grown = union(parcels.map((parcel) => offset(parcel, touching / 2)));
  const closed = offset(grown, -touching / 2);
  return piecesOf(union([intersection(closed, grown), ...parcels]));
}
