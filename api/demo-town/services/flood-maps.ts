import type { TownFeature } from "../arcgis/feature.ts";
import { fieldsOf, type TownService } from "../arcgis/server.ts";
import { effectiveAt, firmId, firmPanels, floodZones } from "../land/flood-map.ts";
import { mappedForFloods } from "../land/overlays.ts";
import { once } from "../once.ts";
import { place } from "../town.ts";

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
