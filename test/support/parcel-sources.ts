import type { Provenance, ProviderResult } from "../../api/providers/provider-result.ts";
import type { Geocoder, ParcelRecord, ParcelSource } from "../../api/providers/providers.ts";

/** Provenance of parcels that a test made up. */
export const madeUpParcels: Provenance = {
  provider: "parcel_api",
  name: "Parcels of a test",
  url: "https://parcels.example/",
  fetchedAt: new Date("2026-01-05T12:00:00Z"),
  vintage: null,
  attribution: null,
  license: null,
  isSynthetic: true,
};

/** Returns a source that knows these parcels and leaves all ranking to its caller. */
export function parcelSourceOf(records: readonly ParcelRecord[]): ParcelSource {
  const listed = (some: readonly ParcelRecord[]): ProviderResult<readonly ParcelRecord[]> =>
    some.length === 0
      ? { state: "empty", provenance: madeUpParcels }
      : { state: "ready", value: some, provenance: madeUpParcels };
  return {
    byAddress: async () => listed(records),
    byApn: async () => listed(records),
    byPoint: async ({ radiusMeters }) => listed(radiusMeters > 0 ? records : []),
    byId: async (llUuid) => {
      const record = records.find((one) => one.llUuid === llUuid);
      return record
        ? { state: "ready", value: record, provenance: madeUpParcels }
        : { state: "empty", provenance: madeUpParcels };
    },
  };
}

/** A geocoder that finds nothing. */
export const noGeocoder: Geocoder = {
  geocode: async () => ({ state: "empty", provenance: madeUpParcels }),
  jurisdictionAt: async () => ({ state: "empty", provenance: madeUpParcels }),
};
