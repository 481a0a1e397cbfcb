import type { TownFeature } from "../arcgis/feature.ts";
import { fieldsOf, type TownService } from "../arcgis/server.ts";
import { toDegrees } from "../frame.ts";
import { brownfields, superfundSites } from "../land/cleanups.ts";
import { once } from "../once.ts";
import { notice, place } from "../town.ts";

const pointFields = fieldsOf({
  ...{ registry_id: "text", primary_name: "text", location_address: "text", city_name: "text", county_name: "text" },
  ...{ state_code: "text", postal_code: "text", latitude: "number", longitude: "number" },
  ...{ pgm_sys_acrnm: "text", pgm_sys_id: "text", facility_url: "text" },
});

interface Listed {
  readonly registryId: string;
  readonly programId: string;
  readonly name: string;
  readonly street: string;
  readonly at: readonly [number, number];
}

function pointOf(acronym: "SEMS" | "ACRES", { registryId, programId, name, street, at }: Listed): TownFeature {
  const [longitude, latitude] = toDegrees(at);
  return {
    shape: { kind: "point", at },
    attributes: {
      ...{ registry_id: registryId, primary_name: name, location_address: street, city_name: place.town.toUpperCase() },
      ...{ county_name: "MARLOW", state_code: place.stateCode, postal_code: place.zip, latitude, longitude },
      ...{ pgm_sys_acrnm: acronym, pgm_sys_id: programId, facility_url: null },
    },
  };
}

/** The agency's points of Superfund sites and brownfields, and the boundaries of Superfund sites, with its field names. */
export const cleanupServices: readonly TownService[] = [
  {
    ...{ name: "EMEF/efpoints", type: "MapServer", title: "Listed sites of Alder Falls" },
    layers: [
      {
        ...{ id: 0, name: "Superfund", geometryType: "esriGeometryPoint", fields: pointFields },
        features: once(() => superfundSites().map((site) => pointOf("SEMS", site))),
      },
      {
        ...{ id: 5, name: "Brownfields", geometryType: "esriGeometryPoint", fields: pointFields },
        features: once(() => brownfields().map((site) => pointOf("ACRES", site))),
      },
    ],
  },
  {
    ...{ name: "FAC_Superfund_Site_Boundaries_EPA_Public", type: "FeatureServer" },
    title: "Superfund site boundaries of Alder Falls",
    layers: [
      {
        ...{ id: 0, name: "Superfund Site Boundaries", geometryType: "esriGeometryPolygon" },
        fields: fieldsOf({
          ...{ SITE_NAME: "text", EPA_ID: "text", NPL_STATUS_CODE: "text", CITY_NAME: "text", STATE_CODE: "text" },
          ...{ STREET_ADDR_TXT: "text", SITE_FEATURE_TYPE: "text", URL_ALIAS_TXT: "text", GIS_AREA: "number" },
        }),
        features: once((): TownFeature[] =>
          superfundSites().map(({ programId, name, street, area, acres }) => ({
            shape: { kind: "area", area },
            attributes: {
              ...{ SITE_NAME: name, EPA_ID: programId, NPL_STATUS_CODE: "F", CITY_NAME: place.town.toUpperCase() },
              ...{ STATE_CODE: place.stateCode, STREET_ADDR_TXT: street, SITE_FEATURE_TYPE: notice },
              ...{ URL_ALIAS_TXT: null, GIS_AREA: acres },
            },
          })),
        ),
      },
    ],
  },
];
