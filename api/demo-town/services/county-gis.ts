import type { TownFeature } from "../arcgis/feature.ts";
import type { TownService } from "../arcgis/server.ts";
import { fieldsOf } from "../arcgis/server.ts";
import { baseDistricts, overlayDistricts, type ZoningArea } from "../land/overlays.ts";
import { addressOf } from "../land/parcels.ts";
import { mains } from "../land/utilities.ts";
import { once } from "../once.ts";
import { credit, notice, place, townCadastre } from "../town.ts";

const parcelFeatures = once((): TownFeature[] =>
  townCadastre().parcels.map((parcel) => ({
    shape: { kind: "area", area: parcel.area },
    attributes: {
      ...{ PARCEL_ID: parcel.apn, SITUS_ADDR: addressOf(parcel).toUpperCase(), TOWN: place.town, USE_CODE: parcel.use },
      ...{ GIS_ACRES: Number((parcel.squareFeet / 43_560).toFixed(4)), ZONING: parcel.recordedDistrict },
    },
  })),
);

const zoningFeature = ({ code, name, area }: ZoningArea): TownFeature => ({
  shape: { kind: "area", area },
  attributes: { ZONE_CODE: code, ZONE_NAME: name, TOWN: place.town },
});
const zoningFields = fieldsOf({ ZONE_CODE: "text", ZONE_NAME: "text", TOWN: "text" });

/** The services of the county's own ArcGIS server. */
export const countyServices: readonly TownService[] = [
  {
    ...{ name: "Cadastre/Parcels", type: "MapServer", title: "Marlow County Parcels" },
    layers: [
      {
        ...{ id: 0, name: "Parcels", geometryType: "esriGeometryPolygon", features: parcelFeatures },
        fields: fieldsOf({
          ...{
            PARCEL_ID: "text",
            SITUS_ADDR: "text",
            TOWN: "text",
            USE_CODE: "text",
            GIS_ACRES: "number",
            ZONING: "text",
          },
        }),
      },
    ],
  },
  {
    ...{ name: "Planning/Zoning", type: "MapServer", title: "Alder Falls Zoning" },
    layers: [
      {
        ...{ id: 0, name: "Zoning Districts", geometryType: "esriGeometryPolygon", fields: zoningFields },
        features: once(() => baseDistricts(townCadastre().scenarios).map(zoningFeature)),
      },
      {
        ...{ id: 1, name: "Overlay Districts", geometryType: "esriGeometryPolygon", fields: zoningFields },
        features: once(() => overlayDistricts().map(zoningFeature)),
      },
    ],
  },
  {
    ...{ name: "Utilities/Mains", type: "MapServer", title: "Alder Falls Utilities" },
    layers: (["Water Mains", "Sewer Mains", "Storm Drains", "Gas Mains"] as const).map((name, id) => ({
      ...{ id, name, geometryType: "esriGeometryPolyline" as const },
      fields: fieldsOf({ OWNER: "text", DIAMETER_IN: "number", MATERIAL: "text" }),
      features: once(() => mains(name)),
    })),
  },
  {
    ...{ name: "Utilities/Hydrants", type: "FeatureServer", title: "Alder Falls Hydrants" },
    layers: [
      {
        ...{ id: 0, name: "Hydrants", geometryType: "esriGeometryPoint" as const },
        fields: fieldsOf({ OWNER: "text", FLOW_GPM: "number" }),
        features: once(() => mains("Hydrants")),
      },
    ],
  },
];

/** A service that the index of the county does not list; a web viewer leads to it. */
export const unlistedServices: readonly TownService[] = [
  {
    ...{ name: "Trails/Greenways", type: "FeatureServer", title: "Alder Falls Greenways" },
    layers: [
      {
        ...{ id: 0, name: "Proposed Greenways", geometryType: "esriGeometryPolyline" },
        fields: fieldsOf({ NAME: "text", SURFACE: "text", WIDTH_FT: "number" }),
        features: once(() => mains("Greenways")),
      },
    ],
  },
];

/** Answers the directory of an ArcGIS server, `…/rest/services`. */
export function directoryBody(services: readonly TownService[], folder: string | null): unknown {
  const folderOf = (name: string) => (name.includes("/") ? name.slice(0, name.indexOf("/")) : null);
  const folders = folder === null ? [...new Set(services.flatMap(({ name }) => folderOf(name) ?? []))] : [];
  const listed = services.filter(({ name }) => folderOf(name) === folder);
  return { currentVersion: 11.3, folders, services: listed.map(({ name, type }) => ({ name, type })) };
}

/** Answers the index of the layers that the county and the town publish. */
export function countyIndex(origin: string): unknown {
  const layer = (kind: string, path: string, name: string) => ({
    ...{ kind, state: place.stateCode, county: place.county, municipality: place.town, name: `${name} (synthetic)` },
    ...{ url: `${origin}/county/arcgis/rest/services/${path}`, attribution: credit, license: notice },
  });
  return {
    layers: [
      { ...layer("parcels", "Cadastre/Parcels/MapServer/0", "Marlow County Parcels"), municipality: null },
      layer("zoning", "Planning/Zoning/MapServer/0", "Alder Falls Zoning Districts"),
      layer("zoning_overlay", "Planning/Zoning/MapServer/1", "Alder Falls Overlay Districts"),
      layer("water_main", "Utilities/Mains/MapServer/0", "Alder Falls Water Mains"),
      layer("sewer_main", "Utilities/Mains/MapServer/1", "Alder Falls Sewer Mains"),
      layer("storm_drain", "Utilities/Mains/MapServer/2", "Alder Falls Storm Drains"),
      layer("gas_main", "Utilities/Mains/MapServer/3", "Alder Falls Gas Mains"),
      layer("hydrant", "Utilities/Hydrants/FeatureServer/0", "Alder Falls Hydrants"),
    ],
  };
}
