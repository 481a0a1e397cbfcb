import { meets } from "../arcgis/feature.ts";
import { around, centerOf, type FeetArea, holds, squareFeetOf, union } from "../clip.ts";
import { type Feet, type FeetRing, toDegrees, toFeet, toGeoJson } from "../frame.ts";
import { addressOf, districtTitle, type Parcel } from "../land/parcels.ts";
import { credit, notice, place, townCadastre } from "../town.ts";

/** Answers the parcel service, by the path below its base URL. The body of a request may contain a GeoJSON geometry. */
export function answerParcelApi(path: string, query: URLSearchParams): Response {
  if (query.get("token") === null) return Response.json({ error: "A token is required" }, { status: 401 });
  const [, parcels = "", operation = ""] = path.replace(/^\/us(?=\/)/, "").split("/");
  if (parcels !== "parcels") return Response.json({ error: "Not found" }, { status: 404 });
  const limit = Math.min(Math.max(Number(query.get("limit") ?? 20) || 20, 1), 1000);
  switch (operation) {
    case "address":
      return collection(byAddress(query.get("query") ?? "", query.get("path")), limit);
    case "typeahead":
      return typeahead(byAddress(query.get("query") ?? "", null).slice(0, 10));
    case "apn":
      return collection(byApn(query.get("parcelnumb") ?? "", query.get("path")), limit);
    case "point":
    case "area":
      return byPlace(query, limit);
    default:
      return byId(operation);
  }
}

interface Found {
  readonly parcel: Parcel;
  readonly score: number;
}

const county = "/us/ct/marlow";
const isHere = (path: string | null) => path === null || `${county}/alder-falls`.startsWith(path.replace(/\/$/, ""));

/** How texts are compared: capitals, the usual abbreviations written in full, without punctuation. */
const wordForms: Readonly<Record<string, string>> = {
  ST: "STREET",
  RD: "ROAD",
  LN: "LANE",
  DR: "DRIVE",
  CT: "COURT",
  CIR: "CIRCLE",
  RTE: "ROUTE",
  RT: "ROUTE",
  EXT: "EXTENSION",
};
const wordsOf = (text: string) => (text.toUpperCase().match(/[A-Z0-9]+/g) ?? []).map((word) => wordForms[word] ?? word);

/** The longest address that is looked up; the rest is not read. */
const longestQuery = 200;

function byAddress(text: string, path: string | null): Found[] {
  if (!isHere(path)) return [];
  const asked = wordsOf(text.slice(0, longestQuery));
  const number = asked.find((word) => /^\d+$/.test(word));
  return townCadastre()
    .parcels.flatMap((parcel): Found[] => {
      const street = wordsOf(parcel.street);
      const shared = street.filter((word) => asked.includes(word)).length / street.length;
      const hasName = street.slice(0, 1).every((word) => asked.includes(word)) && asked.indexOf(street[0] ?? "") <= 1;
      if (!hasName || shared < 0.5) return [];
      const sameNumber = number === undefined ? 0.6 : Number(number) === parcel.number ? 1 : 0.35;
      return [{ parcel, score: Math.round(100 * shared * sameNumber) }];
    })
    .sort((a, b) => b.score - a.score || a.parcel.number - b.parcel.number || a.parcel.id - b.parcel.id);
}

const plain = (apn: string) => apn.toUpperCase().replace(/[^A-Z0-9]/g, "");

function byApn(apn: string, path: string | null): Found[] {
  if (!isHere(path) || plain(apn) === "") return [];
  const asked = plain(apn).replace(/^0+/, "");
  return townCadastre()
    .parcels.filter((parcel) => plain(parcel.apn).replace(/^0+/, "") === asked)
    .map((parcel) => ({ parcel, score: 100 }));
}

function byPlace(query: URLSearchParams, limit: number): Response {
  const area = readArea(query);
  if (!area) return Response.json({ error: "lat and lon, or geojson, are required" }, { status: 400 });
  const found = townCadastre().parcels.filter((parcel) => meets({ kind: "area", area: parcel.area }, area));
  const from = Number(query.get("offset_id") ?? 0);
  const listed = found.filter(({ id }) => id > from).map((parcel) => ({ parcel, score: 100 }));
  if (query.get("return_count") === "true") return Response.json({ count: found.length, ...labels });
  return collection(listed, limit);
}

function readArea(query: URLSearchParams): FeetArea | undefined {
  const feet = Number(query.get("radius") ?? 0) / 0.3048;
  const around1 = ([x, y]: Feet) =>
    around(
      [
        [x, y],
        [x + 0.02, y],
      ],
      Math.max(feet, 0.25),
    );
  const geojson = query.get("geojson");
  if (geojson === null) {
    const [latitude, longitude] = [Number(query.get("lat") ?? Number.NaN), Number(query.get("lon") ?? Number.NaN)];
    return Number.isFinite(latitude + longitude) ? around1(toFeet([longitude, latitude])) : undefined;
  }
  const { type, coordinates } = JSON.parse(geojson) as { type: string; coordinates: never };
  if (type === "Point") return around1(toFeet(coordinates));
  const polygons = (type === "Polygon" ? [coordinates] : coordinates) as readonly (readonly (readonly Feet[])[])[];
  const area = polygons.map((rings) => rings.map((ring): FeetRing => ring.slice(0, -1).map(toFeet)));
  return feet > 0 ? union(area, ...area.flat().map((ring) => around([...ring, ring[0] as Feet], feet))) : area;
}

function byId(llUuid: string): Response {
  const parcel = townCadastre().parcels.find((one) => one.llUuid === llUuid.toLowerCase());
  return parcel ? collection([{ parcel, score: 100 }], 1) : Response.json({ error: "Not found" }, { status: 404 });
}

const labels = { synthetic: true, notice };

function collection(found: readonly Found[], limit: number): Response {
  const listed = found.slice(0, limit);
  const zoning = listed.flatMap(({ parcel }) => zoningOf(parcel));
  return Response.json({
    parcels: { type: "FeatureCollection", features: listed.map(featureOf) },
    zoning: { type: "FeatureCollection", features: zoning },
    ...labels,
  });
}

/** The standardised zoning record of a parcel, with the provider's placeholders where it has no number. */
function zoningOf({ recordedDistrict, id }: Parcel): unknown[] {
  if (recordedDistrict === null) return [];
  const properties = {
    ...{ zoning_id: String(id), zoning: recordedDistrict, zoning_description: districtTitle(recordedDistrict) },
    ...{ zoning_type: recordedDistrict.startsWith("R") ? "Residential" : "Commercial", municipality_name: place.town },
    ...{ min_lot_area_sq_ft: -9999, max_far: -5555, zoning_data_date: "2026-04-01" },
  };
  return [{ type: "Feature", geometry: null, properties }];
}

function featureOf({ parcel, score }: Found): unknown {
  const { id, llUuid, apn, number, street, squareFeet, recordedDistrict, use, area } = parcel;
  const path = `${county}/alder-falls/${id}`;
  const [longitude, latitude] = toDegrees(insideOf(parcel));
  return {
    ...{ type: "Feature", id, geometry: toGeoJson(area) },
    properties: {
      ...{ headline: addressOf(parcel), path, ll_uuid: llUuid, score },
      context: {
        headline: `${place.town}, CT`,
        name: `${place.town}, CT`,
        path: `${county}/alder-falls`,
        active: true,
      },
      fields: {
        ...{ ogc_fid: id, geoid: place.countyFips, parcelnumb: apn, parcelnumb_no_formatting: plain(apn) },
        ...{ address: addressOf(parcel).toUpperCase(), saddno: String(number), saddstr: street.toUpperCase() },
        ...{ scity: place.town.toUpperCase(), city: "alder-falls", county: "marlow", state2: place.stateCode },
        ...{ szip: place.zip, szip5: place.zip, usedesc: use },
        ...(recordedDistrict === null
          ? {}
          : { zoning: recordedDistrict, zoning_description: districtTitle(recordedDistrict) }),
        ...{ lat: latitude.toFixed(6), lon: longitude.toFixed(6) },
        deeded_acres: Number((squareFeet / 43_560).toFixed(3)),
        ...{ ll_gisacre: Number((squareFeet / 43_560).toFixed(5)), ll_gissqft: Math.round(squareFeet), path },
        ...{
          ll_stable_id: "parcelnumb",
          ll_uuid: llUuid,
          ll_updated_at: "2026-06-01 00:00:00 -0400",
          sourceagent: credit,
        },
        ll_last_refresh: "2026-06-01",
      },
    },
  };
}

/** A place inside a parcel: its centre of gravity, or for a bent one the first place of a grid that lies in it. */
export function insideOf({ area }: Pick<Parcel, "area">): Feet {
  const middle = centerOf(area);
  if (holds(area, middle)) return middle;
  const [largest] = [...area].sort((a, b) => squareFeetOf([b]) - squareFeetOf([a]));
  const ring = largest?.[0] ?? [];
  const [a, b] = [ring[0] as Feet, ring[1] as Feet];
  const near = ring.map(([x, y]): Feet => [(x * 9 + middle[0]) / 10, (y * 9 + middle[1]) / 10]);
  return near.find((one) => holds(area, one)) ?? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function typeahead(found: readonly Found[]): Response {
  const features = found.map(({ parcel, score }) => ({
    type: "Feature",
    properties: {
      address: addressOf(parcel),
      ll_uuid: parcel.llUuid,
      score,
      context: `${place.town}, CT`,
      path: county,
    },
    geometry: { type: "Point", coordinates: toDegrees(insideOf(parcel)) },
  }));
  return Response.json({ parcel_centroids: { type: "FeatureCollection", features }, ...labels });
}
