import { distance } from "fastest-levenshtein";
import { holds } from "../clip.ts";
import { type Feet, toDegrees, toFeet } from "../frame.ts";
import { addressOf, type Parcel } from "../land/parcels.ts";
import { townLand } from "../land/waters.ts";
import { credit, notice, place, townCadastre } from "../town.ts";
import { insideOf } from "./parcel-api.ts";

const wordsOf = (text: string) => text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
const shortForms: Readonly<Record<string, string>> = {
  STREET: "ST",
  ROAD: "RD",
  LANE: "LN",
  DRIVE: "DR",
  COURT: "CT",
  CIRCLE: "CIR",
  EXTENSION: "EXT",
};
const shorten = (words: readonly string[]) => words.map((word) => shortForms[word] ?? word);

/** The longest address that is looked up. */
const longestQuery = 200;

/** Returns the parcels whose number and street an address names. */
function find(address: string): Parcel[] {
  const [number, ...rest] = shorten(wordsOf(address.slice(0, longestQuery)));
  return townCadastre().parcels.filter((parcel) => {
    const street = shorten(wordsOf(parcel.street));
    return String(parcel.number) === number && street.every((word, at) => rest[at] === word);
  });
}

/** Returns the number of letters that differ; swapped ones count as one. */
function errorsIn(typed: string, meant: string): number {
  const letters = (word: string) => [...word].sort().join("");
  const edits = distance(typed, meant);
  return edits > 1 && letters(typed) === letters(meant) ? 1 : edits;
}

/**
 * Returns the parcels that an address names with one typing error in the street's name or type. Such a match needs a place:
 * the town, the state or the ZIP code.
 */
function findInexact(address: string): Parcel[] {
  const [number, ...rest] = shorten(wordsOf(address.slice(0, longestQuery)));
  const places = [...wordsOf(place.town), place.stateCode, place.zip];
  if (!rest.some((word) => places.includes(word))) return [];
  const isNear = (words: readonly string[]) =>
    words.reduce((errors, word, at) => errors + errorsIn(rest[at] ?? "", word), 0) <= 1;
  return townCadastre().parcels.filter((parcel) => {
    const street = wordsOf(parcel.street);
    return String(parcel.number) === number && [street, shorten(street)].some(isNear);
  });
}

/** A place on the street in front of a parcel, where a geocoder of address ranges puts it. */
function onStreet(parcel: Parcel): Feet {
  const [front] = parcel.fronts;
  if (!front) return insideOf(parcel);
  const [x, y] = [(front.from[0] + front.to[0]) / 2, (front.from[1] + front.to[1]) / 2];
  const { direction, distance, isLeft } = front.middle;
  const side = isLeft ? 1 : -1;
  return [x + direction[1] * side * distance, y - direction[0] * side * distance];
}

/** Answers the geocoder of address ranges, by the path below its base URL. */
export function answerGeocoder(path: string, query: URLSearchParams): Response {
  const [, returnType = "", searchType = ""] = path.split("/");
  if (query.get("benchmark") === null) {
    return Response.json({ errors: ["Benchmark is required"], status: "400" }, { status: 400 });
  }
  const withGeographies = returnType === "geographies";
  if (searchType === "coordinates") {
    const position = [Number(query.get("x")), Number(query.get("y"))] as const;
    const geographies = geographiesAt(toFeet(position));
    return Response.json({
      result: { input: { location: { x: position[0], y: position[1] } }, geographies },
      ...labels,
    });
  }
  const parts = ["street", "city", "state", "zip"].map((name) => query.get(name) ?? "").join(" ");
  const address = searchType === "address" ? parts : (query.get("address") ?? "");
  const exact = find(address);
  const matches = exact.length > 0 ? exact : findInexact(address);
  const addressMatches = matches.map((parcel) => matchOf(parcel, withGeographies));
  return Response.json({ result: { input: { address: { address } }, addressMatches }, ...labels });
}

const labels = { synthetic: true, notice };

function matchOf(parcel: Parcel, withGeographies: boolean): unknown {
  const at = onStreet(parcel);
  const [x, y] = toDegrees(at);
  const words = shorten(wordsOf(parcel.street));
  return {
    tigerLine: { side: parcel.number % 2 === 0 ? "R" : "L", tigerLineId: String(100_000 + parcel.id) },
    ...{ coordinates: { x, y }, matchedAddress: `${parcel.number} ${words.join(" ")}, ALDER FALLS, CT, ${place.zip}` },
    addressComponents: {
      ...{
        streetName: words.slice(0, -1).join(" "),
        suffixType: words.at(-1),
        city: "ALDER FALLS",
        state: "CT",
        zip: place.zip,
      },
    },
    ...(withGeographies ? { geographies: geographiesAt(at) } : {}),
  };
}

/** The areas of government that contain the town, by layer of the Census Bureau; the town is no incorporated place. */
export const governments = {
  States: [{ GEOID: "09", NAME: place.state, BASENAME: place.state, STUSAB: place.stateCode, STATE: "09" }],
  Counties: [{ GEOID: place.countyFips, NAME: place.county, BASENAME: "Marlow", STATE: "09", COUNTY: "999" }],
  "County Subdivisions": [
    {
      ...{ GEOID: place.townFips, NAME: `${place.town} town`, BASENAME: place.town },
      ...{ LSADC: "43", FUNCSTAT: "A", STATE: "09" },
    },
  ],
  "Incorporated Places": [],
} as const;

function geographiesAt(at: Feet): Readonly<Record<string, readonly unknown[]>> {
  if (holds(townLand, at)) return governments;
  return Object.fromEntries(Object.keys(governments).map((layer) => [layer, []]));
}

/** Answers the fallback geocoder: `/search`, `/reverse` and `/status`. */
export function answerNominatim(path: string, query: URLSearchParams): Response {
  if (path === "/status") return Response.json({ status: 0, message: "OK" });
  if (path === "/search") {
    const parts = ["street", "city", "county", "state", "postalcode"].map((name) => query.get(name) ?? "").join(" ");
    return Response.json(find(query.get("q") ?? parts).map(nominatimPlace));
  }
  if (path === "/reverse") {
    const at = toFeet([Number(query.get("lon")), Number(query.get("lat"))]);
    const parcel = townCadastre().parcels.find(({ area }) => holds(area, at));
    return Response.json(parcel ? nominatimPlace(parcel) : { error: "Unable to geocode" });
  }
  return new Response("Not found", { status: 404 });
}

function nominatimPlace(parcel: Parcel): unknown {
  const [longitude, latitude] = toDegrees(insideOf(parcel)).map((degrees) => degrees.toFixed(7)) as [string, string];
  return {
    ...{ place_id: 9_000_000 + parcel.id, licence: `${notice} ${credit}.`, osm_type: "way", osm_id: parcel.id },
    ...{ lat: latitude, lon: longitude, category: "building", type: "yes", place_rank: 30, importance: 0.0001 },
    ...{ addresstype: "building", name: "" },
    display_name: `${addressOf(parcel)}, ${place.town}, ${place.county}, ${place.state}, ${place.zip}, United States`,
    address: {
      ...{ house_number: String(parcel.number), road: parcel.street, town: place.town, county: place.county },
      ...{
        state: place.state,
        "ISO3166-2-lvl4": "US-CT",
        postcode: place.zip,
        country: "United States",
        country_code: "us",
      },
    },
    boundingbox: [latitude, latitude, longitude, longitude],
  };
}
