import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressConfidence } from "../../api/land/parcels/address-match.ts";
import { makeParcelResolver } from "../../api/land/parcels/resolve.service.ts";
import { readUsAddress, writeUsAddress } from "../../api/land/parcels/us-address.ts";
import type { ParcelRecord } from "../../api/providers/providers.ts";
import { madeUpParcels, noGeocoder, parcelSourceOf } from "../support/parcel-sources.ts";

const streets = [
  "MILL",
  "STEVENS",
  "FLINT",
  "LOTUS",
  "OLD MILL",
  "SAINT JAMES",
  "1ST",
  "MOUNT VERNON",
  "ALDER FALLS",
  "LAKE VIEW",
  "GREEN HILL",
];
const suffixes: Readonly<Record<string, readonly string[]>> = {
  ST: ["Street", "St.", "st", "STR"],
  AVE: ["Avenue", "Ave.", "av"],
  RD: ["Road", "Rd", "rd."],
  CT: ["Court", "Ct."],
  LN: ["Lane", "Ln"],
};
const address = fc.record({
  number: fc.integer({ min: 1, max: 9_999 }).map(String),
  direction: fc.constantFrom(null, "N", "SW"),
  street: fc.constantFrom(...streets),
  suffix: fc.constantFrom(...Object.keys(suffixes)),
});

type AddressParts = typeof address extends fc.Arbitrary<infer Parts> ? Parts : never;

/** One way in which people write an address: case, abbreviation, unit, place. */
function spelling({ number, direction, street, suffix }: AddressParts) {
  const long: Readonly<Record<string, string>> = { N: "North", SW: "Southwest" };
  const names: Readonly<Record<string, readonly string[]>> = {
    "SAINT JAMES": ["St. James", "Saint James"],
    "1ST": ["First", "1st"],
    "MOUNT VERNON": ["Mt. Vernon", "mount vernon"],
  };
  return fc
    .record({
      direction: fc.constantFrom(direction, direction === null ? null : (long[direction] ?? null)),
      name: fc.constantFrom(...(names[street] ?? [street, street.toLowerCase()])),
      suffix: fc.constantFrom(...(suffixes[suffix] ?? [])),
      sign: fc.constantFrom("", "No. ", "Nr ", "#", "number "),
      unit: fc.constantFrom("", " Apt 4", " Unit 4", " #4", ", Suite 4"),
      place: fc.constantFrom(
        "",
        ", Alder Falls",
        ", Alder Falls, CT",
        ", ALDER FALLS CT 06001",
        ",, Alder Falls,, Connecticut 06001-1234, USA",
      ),
      isLoud: fc.boolean(),
    })
    .map((one) => {
      const line = [number, one.direction, one.name, one.suffix].filter((part) => part !== null).join(" ");
      const text = `${one.sign}${line}${one.unit}${one.place}`;
      return one.isLoud ? text.toUpperCase() : text;
    });
}
const addressAndSpelling = address.chain((parts) => spelling(parts).map((text) => ({ parts, text })));

const recordOf = ({ number, direction, street, suffix }: AddressParts, llUuid: string): ParcelRecord => ({
  recordedSquareFeet: null,
  llUuid,
  apn: null,
  address: [number, direction, street, suffix].filter((part) => part !== null).join(" "),
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-72.8, 41.5],
        [-72.799, 41.5],
        [-72.799, 41.501],
        [-72.8, 41.5],
      ],
    ],
  },
  jurisdiction: { municipality: "Alder Falls", county: "Alder", state: "Connecticut" },
  zoningCode: null,
  zoningDescription: null,
  use: null,
  sourceScore: null,
});

describe("an address", () => {
  it("is read alike in every usual spelling", () => {
    fc.assert(
      fc.property(addressAndSpelling, ({ parts, text }) => {
        const { number, direction, street, suffix } = readUsAddress(text);
        expect({ number, direction, street, suffix }).toEqual(parts);
      }),
    );
  });

  it("is read with a comma after its number, its number last, or a typing error in its suffix", () => {
    const mill = { number: "12", direction: null, street: "MILL", suffix: "ST", unit: null };
    const texts = [
      "12, Mill Street, Alder Falls",
      "Mill Street 12, Alder Falls",
      "12 Mill Stret",
      "12 mill steret alder falls ct",
    ];
    for (const text of texts) expect(readUsAddress(text), text).toMatchObject(mill);
    for (const road of ["County Road 12", "Highway 7", "Route 9"]) {
      expect(readUsAddress(`${road}, Alder Falls`), road).toMatchObject({ number: null });
    }
  });

  it("is in Florida when FL is before a ZIP code, and on a floor when FL is before another number", () => {
    const florida = { street: "OCEAN", suffix: "DR", unit: null, city: "MIAMI", state: "FL", zip: "33139" };
    for (const text of ["12 Ocean Drive, Miami, FL 33139", "12 Ocean Dr Miami FL 33139-1234"]) {
      expect(readUsAddress(text), text).toMatchObject(florida);
    }
    expect(readUsAddress("12 Ocean Drive FL 3, Miami, FL 33139")).toMatchObject({ ...florida, unit: "3" });
  });

  it("is no good match, but one to confirm, when the name of its street or the letter of its number differs", () => {
    const found = readUsAddress("12 Massachusetts Ave, Alder Falls, CT");
    const asked = ["12 Massachusets Ave", "12 Masaschusetts Ave", "12A Massachusetts Ave"];
    for (const text of asked) {
      const confidence = addressConfidence(readUsAddress(`${text}, Alder Falls, CT`), found);
      expect(confidence, text).toBeGreaterThan(0.7);
      expect(confidence, text).toBeLessThan(0.85);
    }
  });

  it("is read in its standard form as it was written", () => {
    fc.assert(
      fc.property(addressAndSpelling, ({ text }) => {
        const standard = writeUsAddress(readUsAddress(text));
        expect(writeUsAddress(readUsAddress(standard))).toBe(standard);
      }),
    );
  });

  it("has a confidence from 0 to 1 against any text, and 1 against itself when it names a place", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (asked, found) => {
        const confidence = addressConfidence(readUsAddress(asked), readUsAddress(found));
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
    const own = readUsAddress("12 Mill St, Alder Falls, CT 06001");
    expect(addressConfidence(own, own)).toBe(1);
  });
});

describe("the resolver", () => {
  it("puts the parcel of an address first in every usual spelling", async () => {
    await fc.assert(
      fc.asyncProperty(addressAndSpelling, fc.array(address, { maxLength: 12 }), async ({ parts, text }, others) => {
        const isOther = (one: typeof parts) => one.number !== parts.number || one.street !== parts.street;
        const records = [
          recordOf(parts, "asked"),
          ...others.filter(isOther).map((one, at) => recordOf(one, `other-${at}`)),
        ];
        const resolver = makeParcelResolver({ parcels: parcelSourceOf(records), geocoder: noGeocoder });
        const { candidates } = await resolver.resolve({ by: "address", address: text }, 5);
        expect(candidates[0]?.ll_uuid).toBe("asked");
        expect(candidates[0]?.confidence).toBeGreaterThanOrEqual(0.85);
      }),
      { numRuns: 60 },
    );
  });

  it("lists the parcel that a geocoder located once, without its neighbours, when two sources know it", async () => {
    const parts: AddressParts = { number: "12", direction: null, street: "MILL", suffix: "ST" };
    const [own, next] = [recordOf(parts, "of the first source"), recordOf({ ...parts, number: "246" }, "next")];
    const numbered = { ...own, apn: "001-023-045" };
    const first = parcelSourceOf([numbered, next]);
    const second = parcelSourceOf([{ ...numbered, llUuid: "of the second source", apn: "1023045" }]);
    const byAddress: typeof first.byAddress = async (...asked) => {
      const found = await second.byAddress(...asked);
      return found.state === "ready" ? { ...found, provenance: { ...found.provenance, provider: "county" } } : found;
    };
    const place = { latitude: 41.5, longitude: -72.8, matchedAddress: "12 MILL ST", jurisdiction: own.jurisdiction };
    const geocode = async () => ({ state: "ready", value: [place], provenance: madeUpParcels }) as const;
    const resolver = makeParcelResolver({ parcels: { ...first, byAddress }, geocoder: { ...noGeocoder, geocode } });
    const { match, candidates } = await resolver.resolve({ by: "address", address: "12 Mlil Street" }, 5);
    expect({ match, ids: candidates.map(({ ll_uuid }) => ll_uuid) }).toEqual({
      match: "likely",
      ids: ["of the first source"],
    });
  });

  it("says that nothing could be looked up, not that nothing matches, while the geocoder fails", async () => {
    const geocode: (typeof noGeocoder)["geocode"] = async () => ({
      ...{ state: "failed", detail: "The geocoder did not answer in time.", retryAfterSeconds: 30, provenance: null },
    });
    const resolver = makeParcelResolver({ parcels: parcelSourceOf([]), geocoder: { ...noGeocoder, geocode } });
    await expect(resolver.resolve({ by: "address", address: "12 Mlil Street" }, 5)).rejects.toMatchObject({
      code: "upstream_unavailable",
    });
  });

  it("answers the same whatever the order of the source", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(address, {
          minLength: 2,
          maxLength: 8,
          selector: (one) => `${one.number}${one.street}${one.suffix}`,
        }),
        async (all) => {
          const records = all.map((one, at) => recordOf(one, `parcel-${at}`));
          const ask = (list: readonly ParcelRecord[]) =>
            makeParcelResolver({ parcels: parcelSourceOf(list), geocoder: noGeocoder }).resolve(
              { by: "address", address: "Mill Street" },
              20,
            );
          expect(await ask([...records].reverse())).toEqual(await ask(records));
        },
      ),
      { numRuns: 40 },
    );
  });
});
