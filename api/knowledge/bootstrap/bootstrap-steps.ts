import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import type { ProvidedLayerName } from "../../providers/site-layer.ts";
import type { PlannedOrdinance } from "../sources/governing-ordinances.ts";
import type { NewStep } from "./bootstrap.repository.ts";

/** The layers around a site with how far around it each is asked for, in metres. */
const margins: Readonly<Record<ProvidedLayerName, number>> = {
  zoning: 150,
  flood: 150,
  wetlands: 150,
  soils: 60,
  contours: 60,
  roads: 250,
  utilities: 250,
  buildings: 150,
  environmental: 1_600,
  adjacency: 60,
};

/** A step that fetches one layer. */
export interface LayerStep {
  readonly name: string;
  readonly layer: ProvidedLayerName;
  readonly marginMeters: number;
}

/** One step for each layer; zoning first, because the verification of the zoning waits for it. */
export const layerSteps: readonly LayerStep[] = Object.entries(margins).map(([layer, marginMeters]) => ({
  name: `gis_${layer}`,
  layer: layer as ProvidedLayerName,
  marginMeters,
}));

/** How far around a site its zoning districts are asked for, in metres. */
export const zoningMarginMeters = margins.zoning;

/** Returns all parcels of a site as one area. */
export function siteOf(parcels: readonly { readonly geometry: AreaGeometry | null }[]): AreaGeometry {
  const polygons = parcels.flatMap(({ geometry }) => (geometry === null ? [] : polygonsOf(geometry)));
  const [only, ...others] = polygons;
  if (only && others.length === 0) return { type: "Polygon", coordinates: only };
  return { type: "MultiPolygon", coordinates: polygons };
}

/** The steps that read a governing ordinance. */
export const ordinanceSteps = [
  { name: "municipal_ordinance", target: "municipal" },
  { name: "county_ordinance", target: "county" },
] as const;

/** What the first steps of a project are made of. */
export interface StepPlan {
  readonly parcels: number;
  /** How many of the parcels were looked up, and what that costs. */
  readonly lookedUp: number;
  readonly lookUpCredits: number;
  /** Names of the governments, largest last; empty where none is known. */
  readonly governments: readonly string[];
  readonly ordinances: readonly PlannedOrdinance[];
  readonly hasDiscovery: boolean;
  readonly hasLayers: boolean;
  readonly supplementalSources: number;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Returns the steps of a project as they are when it is created: what the request itself did has ended. */
export function firstSteps(plan: StepPlan): NewStep[] {
  const pending = { state: "pending", detail: null, credits: 0 } as const;
  const skipped = (detail: string) => ({ state: "skipped", detail, credits: 0 }) as const;
  const done = (detail: string, credits = 0) => ({ state: "done", detail, credits }) as const;
  const { parcels, lookedUp, governments, ordinances } = plan;
  const found = `${count(parcels, "parcel")}, ${lookedUp} of them looked up`;
  return [
    { name: "parcels", ...done(lookedUp === 0 ? `${count(parcels, "parcel")} as given` : found, plan.lookUpCredits) },
    {
      name: "jurisdiction",
      ...(governments.length === 0 ? skipped("The government is not known.") : done(governments.join(", "))),
    },
    {
      name: "ordinance_discovery",
      ...(plan.hasDiscovery
        ? done(ordinances.map(discovered).join(" "))
        : skipped("Skipped: the request sets setup_mode provided or skip_ordinance_discovery.")),
    },
    ...ordinanceSteps.map(({ name, target }) => {
      const planned = ordinances.find((one) => one.target === target);
      if (planned?.status === "fetch") return { name, ...pending };
      return { name, ...skipped(planned?.detail ?? "No address was given.") };
    }),
    ...layerSteps.map(({ name }) => ({
      name,
      ...(plan.hasLayers ? pending : skipped("Map layers were not requested.")),
    })),
    {
      name: "supplemental",
      ...(plan.supplementalSources === 0 ? skipped("No supplemental source was given.") : pending),
    },
    { name: "zoning_verification", ...pending },
    { name: "settle", ...pending },
  ];
}

function discovered({ target, status, title, detail }: PlannedOrdinance): string {
  const name = target === "municipal" ? "Municipal" : "County";
  return status === "fetch" ? `${name}: ${title ?? "as given"}.` : `${name}: ${detail ?? status}`;
}
