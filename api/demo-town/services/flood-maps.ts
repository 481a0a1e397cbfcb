import type { TownFeature } from "../arcgis/feature.ts";
import { fieldsOf, type TownService } from "../arcgis/server.ts";
import { around, difference, type FeetArea, intersection, union } from "../clip.ts";
import { mappedForFloods } from "../land/overlays.ts";
import { floodAreas, river, townLand } from "../land/waters.ts";
import { once } from "../once.ts";
import { place } from "../town.ts";

const firmId = `${place.countyFips}C`;
/** Panels end at this line, in feet north. */
const panelEdge = 5100;
const effectiveAt = Date.UTC(2021, 5, 2);

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

/** The sheets of the flood map, with the numbers printed on them. */
export const firmPanels = once(() =>
  (
    [
      ["0125", panelEdge, 10_300],
      ["0150", -200, panelEdge],
    ] as const
  ).map(([panel, south, north]) => ({
    id: `${firmId}${panel}F`,
    panel,
    suffix: "F",
    effectiveAt,
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

const studied = { DFIRM_ID: firmId, VERSION_ID: "2.6.3.6" };

const zoneFeatures = once((): TownFeature[] =>
  floodZones().flatMap(({ zone, subtype, isSpecial, elevationFt, area }) =>
    // The agency writes one polygon a record.
    area.map((polygon, at) => ({
      shape: { kind: "area" as const, area: [polygon] },
      attributes: {
        ...{ ...studied, FLD_AR_ID: `${firmId}_${zone}_${at + 1}`, STUDY_TYP: "NP", FLD_ZONE: zone },
        ...{ ZONE_SUBTY: subtype, SFHA_TF: isSpecial ? "T" : "F", STATIC_BFE: elevationFt ?? -9999 },
        ...{ V_DATUM: elevationFt === null ? null : "NAVD88", DEPTH: -9999, LEN_UNIT: "Feet", SOURCE_CIT: "SYNTHETIC" },
      },
    })),
  ),
);

const panelFeatures = once((): TownFeature[] =>
  firmPanels().map(({ id, panel, suffix, area }) => ({
    shape: { kind: "area", area },
    attributes: {
      ...{ ...studied, FIRM_ID: firmId, PANEL: panel, SUFFIX: suffix, FIRM_PAN: id, SCALE: "12000" },
      ...{ PANEL_TYP: "Countywide, Panel Printed", PRE_DATE: null, EFF_DATE: effectiveAt, BASE_TYP: "SYNTHETIC" },
    },
  })),
);

/** The flood hazard layer as the agency's ArcGIS server offers it, with the numbers that its layers have there. */
export const floodServices: readonly TownService[] = [
  {
    ...{ name: "public/NFHL", type: "MapServer", title: "National Flood Hazard Layer of Alder Falls" },
    layers: [
      {
        ...{ id: 0, name: "NFHL Availability", geometryType: "esriGeometryPolygon" },
        fields: fieldsOf({ STUDY_ID: "text", STATE: "text" }),
        features: once((): TownFeature[] => [
          {
            shape: { kind: "area", area: mappedForFloods() },
            attributes: { STUDY_ID: firmId, STATE: place.state },
          },
        ]),
      },
      {
        ...{ id: 3, name: "FIRM Panels", geometryType: "esriGeometryPolygon", features: panelFeatures },
        fields: fieldsOf({
          ...{ DFIRM_ID: "text", VERSION_ID: "text", FIRM_ID: "text", PANEL: "text", SUFFIX: "text", FIRM_PAN: "text" },
          ...{ PANEL_TYP: "text", PRE_DATE: "date", EFF_DATE: "date", SCALE: "text", BASE_TYP: "text" },
        }),
      },
      {
        ...{ id: 28, name: "Flood Hazard Zones", geometryType: "esriGeometryPolygon", features: zoneFeatures },
        fields: fieldsOf({
          ...{ DFIRM_ID: "text", VERSION_ID: "text", FLD_AR_ID: "text", STUDY_TYP: "text", FLD_ZONE: "text" },
          ...{ ZONE_SUBTY: "text", SFHA_TF: "text", STATIC_BFE: "number", V_DATUM: "text", DEPTH: "number" },
          ...{ LEN_UNIT: "text", SOURCE_CIT: "text" },
        }),
      },
    ],
  },
];
