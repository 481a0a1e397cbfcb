import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBoundaries } from "../../../api/providers/places/boundaries.ts";
import { makeCensusGeocoder } from "../../../api/providers/places/census-geocoder.ts";
import { jurisdictionFrom } from "../../../api/providers/places/government-areas.ts";
import { makeNominatim, nominatimDescription } from "../../../api/providers/places/nominatim.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let site: CountingSite;
let answer: (url: URL) => { readonly status?: number; readonly body: unknown };
let made = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  site = await startCountingSite((request, response) => {
    const { status = 200, body } = answer(new URL(request.url ?? "/", site.origin));
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
});
afterAll(async () => {
  await site.close();
  await db.close();
});

/** A client that keeps nothing of what another test was answered. */
const client = () => {
  made += 1;
  return clientOf(db, site.origin, { provider: `places${made}` });
};

const area = (NAME: string, GEOID: string, more: object = {}) => ({
  NAME,
  BASENAME: NAME.replace(/ (?:city|town|County)$/, ""),
  GEOID,
  ...more,
});
const indiana = { States: [area("Indiana", "18")], Counties: [area("Madison County", "18095", { STATE: "18" })] };

describe("the Census geocoder", () => {
  const match = {
    tigerLine: { side: "R", tigerLineId: "31127863" },
    coordinates: { x: -85.652994580982, y: 40.092257190472 },
    addressComponents: { streetName: "MAIN", city: "ANYTOWN", state: "IN", zip: "46016" },
    matchedAddress: "100 MAIN ST, ANYTOWN, IN, 46016",
    geographies: { ...indiana, "Incorporated Places": [area("Anytown city", "1801468")] },
  };

  it("returns places with their governments, longitude from x", async () => {
    answer = () => ({ body: { result: { addressMatches: [match] } } });
    const result = await makeCensusGeocoder(client()).geocode("100 Main St, Anytown, IN");
    expect(result).toMatchObject({
      state: "ready",
      value: [
        {
          longitude: -85.652994580982,
          latitude: 40.092257190472,
          matchedAddress: "100 MAIN ST, ANYTOWN, IN, 46016",
          jurisdiction: { municipality: "Anytown", county: "Madison", state: "Indiana" },
        },
      ],
    });
    const asked = new URL(site.requests.at(-1)?.slice(4) ?? "", site.origin);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      address: "100 Main St, Anytown, IN",
      benchmark: "Public_AR_Current",
      vintage: "Current_Current",
      format: "json",
    });
  });

  it("says empty without a match, and failed for bodies that are no answer", async () => {
    answer = () => ({ body: { result: { addressMatches: [] } } });
    expect((await makeCensusGeocoder(client()).geocode("nowhere")).state).toBe("empty");
    answer = () => ({ status: 400, body: { errors: ["Specify House number"], status: "400" } });
    expect((await makeCensusGeocoder(client()).geocode("?")).state).toBe("failed");
    answer = () => ({ body: "<html><body>Down for maintenance</body></html>" });
    expect((await makeCensusGeocoder(client()).geocode("100 Main")).state).toBe("failed");
    answer = () => ({ body: { result: {} } });
    expect((await makeCensusGeocoder(client()).jurisdictionAt({ latitude: 1, longitude: 1 })).state).toBe("failed");
  });

  it("returns the governments of a point; a point in the sea has none", async () => {
    answer = () => ({ body: { result: { geographies: indiana } } });
    const point = { latitude: 40.09, longitude: -85.65 };
    expect(await makeCensusGeocoder(client()).jurisdictionAt(point)).toMatchObject({
      state: "ready",
      value: { municipality: null, county: "Madison", state: "Indiana" },
    });
    answer = () => ({ body: { result: { geographies: { States: [], Counties: [] } } } });
    expect((await makeCensusGeocoder(client()).jurisdictionAt(point)).state).toBe("empty");
  });
});

describe("the governments of a point", () => {
  const connecticut = { States: [area("Connecticut", "09")], "2020 Counties": [area("Hartford County", "09003")] };
  const town = (more: object = {}) => [area("Alder Falls town", "0900301", more)];

  it.each([
    ["the incorporated place", { ...indiana, "Incorporated Places": [area("Anytown city", "1")] }, "Anytown"],
    ["nothing where the county governs", { ...indiana, "County Subdivisions": town({ FUNCSTAT: "A" }) }, null],
    ["the town in New England", { ...connecticut, "County Subdivisions": town({ FUNCSTAT: "A" }) }, "Alder Falls"],
    [
      "no town that is only drawn for statistics",
      { ...connecticut, "County Subdivisions": town({ FUNCSTAT: "S" }) },
      null,
    ],
    ["no place designated by the census", { ...indiana, "Census Designated Places": [area("Sprawl", "9")] }, null],
  ])("include %s", (_, areas, municipality) => {
    expect(jurisdictionFrom(areas)?.municipality).toBe(municipality);
  });
});

describe("Nominatim", () => {
  const place = {
    lat: "40.0922",
    lon: "-85.6529",
    category: "building",
    address: {
      house_number: "100",
      road: "Main Street",
      city: "Anytown",
      county: "Madison County",
      state: "Indiana",
      postcode: "46016",
      country_code: "us",
    },
  };

  it("returns the places that have a street, with numbers from texts", async () => {
    const townOnly = { ...place, address: { city: "Anytown", state: "Indiana" } };
    answer = () => ({ body: [townOnly, place] });
    expect(await makeNominatim(client()).geocode("100 Main")).toMatchObject({
      state: "ready",
      value: [
        {
          latitude: 40.0922,
          longitude: -85.6529,
          matchedAddress: "100 Main Street, Anytown, Indiana 46016",
          jurisdiction: { municipality: "Anytown", county: "Madison", state: "Indiana" },
        },
      ],
    });
  });

  it("says empty for an empty list, and is blocked or failed when it refuses or limits", async () => {
    answer = () => ({ body: [] });
    expect((await makeNominatim(client()).geocode("nowhere")).state).toBe("empty");
    answer = () => ({ status: 403, body: "Access blocked" });
    expect((await makeNominatim(client()).geocode("100 Main")).state).toBe("blocked");
    answer = () => ({ status: 429, body: "Too many requests" });
    expect((await makeNominatim(client()).geocode("100 Main")).state).toBe("failed");
    answer = () => ({ body: { error: "Unable to geocode" } });
    expect((await makeNominatim(client()).geocode("100 Main")).state).toBe("failed");
  });

  it("is asked once a second at most, over all processes", () => {
    expect(nominatimDescription).toMatchObject({ concurrency: 1 });
    expect(nominatimDescription.intervalMs).toBeGreaterThanOrEqual(1_000);
  });
});

describe("the boundaries", () => {
  const layers = [
    { id: 82, name: "Counties" },
    { id: 80, name: "States" },
    { id: 28, name: "Incorporated Places" },
    { id: 22, name: "County Subdivisions" },
    { id: 99, name: "2020 Counties" },
  ];
  const areas: Readonly<Record<string, unknown>> = {
    80: indiana.States[0],
    82: indiana.Counties[0],
    28: area("Anytown city", "1801468"),
  };

  it("are found by the names of their layers", async () => {
    answer = ({ pathname }) => {
      const id = /MapServer\/(\d+)\/query$/.exec(pathname)?.[1];
      if (id === undefined) return { body: { layers } };
      return { body: { features: areas[id] === undefined ? [] : [{ attributes: areas[id] }] } };
    };
    expect(await makeBoundaries(client()).jurisdictionAt({ latitude: 40.09, longitude: -85.65 })).toMatchObject({
      state: "ready",
      value: { municipality: "Anytown", county: "Madison", state: "Indiana" },
    });
  });

  it("fail when one of the layers does, rather than leaving its government out", async () => {
    answer = ({ pathname }) => {
      if (!pathname.endsWith("/query")) return { body: { layers } };
      return { body: pathname.includes("/28/") ? { error: { code: 500, message: "Error" } } : { features: [] } };
    };
    expect((await makeBoundaries(client()).jurisdictionAt({ latitude: 40.09, longitude: -85.65 })).state).toBe(
      "failed",
    );
  });
});
