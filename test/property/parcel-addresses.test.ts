import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressConfidence } from "../../api/land/parcels/address-match.ts";
import { makeParcelResolver } from "../../api/land/parcels/resolve.service.ts";
import { readUsAddress, writeUsAddress } from "../../api/land/parcels/us-address.ts";
import type { ParcelRecord } from "../../api/providers/providers.ts";
import { noGeocoder, parcelSourceOf } from "../support/parcel-sources.ts";

const streets = ["MILL", "OLD MILL", "SAINT JAMES", "1ST", "MOUNT VERNON", "ALDER FALLS", "LAKE VIEW", "GREEN HILL"];
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
      unit: fc.constantFrom("", " Apt 4", " Unit 4", " #4", ", Suite 4"),
      place: fc.constantFrom(
        "",
        ", Alder Falls",
        ", Alder Falls, CT",
        ", ALDER FALLS CT 06001",
        ", Alder Falls, Connecticut 06001-1234, USA",
      ),
      isLoud: fc.boolean(),
    })
    .map((one) => {
      const line = [number, one.direction, one.name, one.suffix].filter((part) => part !== null).join(" ");
      const text = `${line}${one.unit}${one.place}`;
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
