import { textIn } from "../read-value.ts";

/** What a parcel layer says, under any of the names that counties use; the first name that has a value wins. */
const namesOf = {
  apn: "APN PIN PARCEL_ID PARCELID PARCELNO PARCEL_NUM PARNO PRCLNMBR GEO_ID PROP_ID PIDN TAXPIN LOWPARCELID BLOCKLOT SBL",
  address: "SITUS SITUS_ADDR SITEADDRESS SITE_ADDR LOC_ADDR PROPERTY_ADDRESS PHYSADDR",
  zoning: "ZONING ZONE ZONING_CODE ZONECODE ZN ZONE_CLASS",
  use: "USE_DESC USEDESC USE_CODE USECD LANDUSE LUCODE PROPCLASS DOR_UC",
  city: "SITUS_CITY SITE_CITY PROP_CITY CITY MUNICIPALITY TOWN TOWN_NAME",
  acres: "DEEDACRES DEED_ACRES DEEDED_ACRES LEGAL_ACRE LEGAL_ACRES ACRES ACREAGE GIS_ACRES CALC_ACRES",
  zip: "SITUS_ZIP SITE_ZIP PROP_ZIP ZIP ZIPCODE",
} as const;
export type ParcelField = keyof typeof namesOf;

const wanted = Object.fromEntries(
  Object.entries(namesOf).map(([field, names]) => [field, names.split(" ")]),
) as unknown as Readonly<Record<ParcelField, readonly string[]>>;

/** Returns the name of a layer's field for this; undefined where the layer has none. */
export function fieldNamed(field: ParcelField, fields: readonly string[]): string | undefined {
  for (const name of wanted[field]) {
    // Layers that join tables write the table in front.
    const found = fields.find((one) => one.slice(one.lastIndexOf(".") + 1).toUpperCase() === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what the attributes of a parcel say of this; null where they say nothing. */
export function fieldIn(field: ParcelField, attributes: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(attributes);
  for (const name of wanted[field]) {
    const own = names.find((one) => one.toUpperCase() === name);
    const value = own === undefined ? null : textIn(attributes[own]);
    if (value !== null) return value;
  }
  return null;
}

const squareFeetPerAcre = 43_560;

/** Returns a recorded area in square feet; null where it is missing or not positive. */
export function recordedArea(stated: {
  readonly acres: string | null;
  readonly squareFeet?: string | null;
}): number | null {
  const [acres, squareFeet] = [stated.acres, stated.squareFeet ?? null].map((text) =>
    Number(text?.replaceAll(",", "")),
  );
  const area = acres !== undefined && acres > 0 ? acres * squareFeetPerAcre : squareFeet;
  return area !== undefined && area > 0 && Number.isFinite(area) ? area : null;
}

/** Returns a parcel number as it is compared: letters and digits only. */
export function plainApn(apn: string): string {
  return apn.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
