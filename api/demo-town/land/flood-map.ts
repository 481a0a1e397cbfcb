import { around, difference, type FeetArea, intersection, union } from "../clip.ts";
import { once } from "../once.ts";
import { place } from "../town.ts";
import { mappedForFloods } from "./overlays.ts";
import { floodAreas, river, townLand } from "./waters.ts";

/** Number of the study that the maps of the town belong to. */
export const firmId = `${place.countyFips}C`;
/** Panels end at this line, in feet north. */
const panelEdge = 5100;
/** From when the maps are in force. */
export const effectiveAt = Date.UTC(2021, 5, 2);

const strip = (south: number, north: number): FeetArea => [
  [
    [
      [-200, south],
      [13_400, south],
      [13_400, north],
      [-200, north],
    ],
  ],
];

/** A sheet of the flood map. */
export interface TownPanel {
  /** As it is printed on the sheet. */
  readonly id: string;
  readonly panel: string;
  readonly suffix: string;
  readonly area: FeetArea;
}

/** The sheets of the flood map. */
export const firmPanels = once((): TownPanel[] =>
  (
    [
      ["0125", panelEdge, 10_300],
      ["0150", -200, panelEdge],
    ] as const
  ).map(([panel, south, north]) => ({
    id: `${firmId}${panel}F`,
    panel,
    suffix: "F",
    area: intersection(mappedForFloods(), strip(south, north)),
  })),
);

/** A flood hazard zone of the town's map. */
export interface FloodZone {
  readonly zone: string;
  readonly subtype: string | null;
  readonly isSpecial: boolean;
  /** Base flood elevation in feet; null where none is fixed. */
  readonly elevationFt: number | null;
  readonly area: FeetArea;
}

/** Reaches of the river, in feet north; the flood stands at one height in each. */
const reachLength = 1500;
/** The base flood stands so far above the bed of the river, which rises to the north. */
const floodDepth = 8;

/** Returns the flood hazard zones: they cover all land that is mapped, and no place twice. */
export const floodZones = once((): FloodZone[] => {
  const mapped = intersection(townLand, mappedForFloods());
  const { floodway, fringe, shaded } = floodAreas();
  const [way, edge, rare] = [floodway, fringe, shaded].map((area) => intersection(area, mapped)) as [
    FeetArea,
    FeetArea,
    FeetArea,
  ];
  const alongRiver = intersection(edge, around(river, 1200));
  const reaches = Array.from({ length: Math.ceil(10_300 / reachLength) }, (_, at): FloodZone => {
    const south = at * reachLength - 200;
    const elevationFt = Math.round((142 + (south + reachLength) * 0.0016 + floodDepth) * 10) / 10;
    const area = intersection(alongRiver, strip(south, south + reachLength));
    return { zone: "AE", subtype: null, isSpecial: true, elevationFt, area };
  });
  const rest = difference(mapped, union(way, edge, rare));
  return [
    { zone: "AE", subtype: "FLOODWAY", isSpecial: true, elevationFt: null, area: way },
    ...reaches.filter(({ area }) => area.length > 0),
    { zone: "AE", subtype: null, isSpecial: true, elevationFt: null, area: difference(edge, alongRiver) },
    { zone: "X", subtype: "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", isSpecial: false, elevationFt: null, area: rare },
    { zone: "X", subtype: "AREA OF MINIMAL FLOOD HAZARD", isSpecial: false, elevationFt: null, area: rest },
  ];
});
