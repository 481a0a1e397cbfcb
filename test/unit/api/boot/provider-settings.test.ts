import { describe, expect, it } from "vitest";
import { ConfigRefused, readConfig } from "../../../../api/boot/config.ts";
import { secretsOf } from "../../../../api/boot/config-secrets.ts";
import { type ProviderKey, providerKeys, syntheticEndpoints } from "../../../../api/boot/provider-settings.ts";

const read = (settings: Record<string, string>) => readConfig(settings, "/srv").providers;

function faultsOf(settings: Record<string, string>): readonly string[] {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.faults;
    throw error;
  }
  return [];
}

describe("the settings of the providers", () => {
  it("put the demo town in the place of all of them while none is configured", () => {
    const { endpoints, hasDemoTown } = read({});
    expect(hasDemoTown).toBe(true);
    expect(Object.values(endpoints).every((endpoint) => endpoint === null)).toBe(true);
    expect(read({ DEMO_TOWN: "off" }).hasDemoTown).toBe(false);
  });

  it("leave the others unconfigured, and the town off, once one is configured", () => {
    const { endpoints, hasDemoTown } = read({
      PARCEL_API_URL: "https://app.regrid.com/api/v2/",
      PARCEL_API_TOKEN: "t0ken",
    });
    expect(hasDemoTown).toBe(false);
    expect(endpoints.parcelApi).toEqual({
      baseUrl: "https://app.regrid.com/api/v2",
      token: "t0ken",
      isSynthetic: false,
    });
    expect(endpoints.flood).toBeNull();
  });

  it("are refused together when the town is on beside a configured service, a token has no service, or an address has a query", () => {
    const faults = faultsOf({
      DEMO_TOWN: "on",
      FLOOD_URL: "https://hazards.fema.gov/arcgis/rest/services",
      IMAGERY_TOKEN: "t0ken",
      PARCEL_API_URL: "https://app.regrid.com/api/v2?token=abc",
      GEOCODER_URL: "geocoding.geo.census.gov",
    });
    expect(faults).toEqual([
      "PARCEL_API_URL must have no user name, query or fragment; a token goes into PARCEL_API_TOKEN",
      "GEOCODER_URL is not a URL that starts with http:// or https://",
      "IMAGERY_TOKEN is set, but IMAGERY_URL is not",
      "DEMO_TOWN is on, but PARCEL_API_URL, FLOOD_URL is set: real and invented data are never mixed; unset one",
    ]);
    expect(faults.join()).not.toContain("abc");
  });

  it("keep tokens out of the log", () => {
    const config = readConfig({ PARCEL_API_URL: "https://parcels.example", PARCEL_API_TOKEN: "t0ken" }, "/srv");
    expect(secretsOf(config)).toContain("t0ken");
  });

  it("mark everything of the demo town as synthetic", () => {
    const urls = Object.fromEntries(providerKeys.map((key) => [key, `http://127.0.0.1:1/${key}/`]));
    const endpoints = syntheticEndpoints(urls as Record<ProviderKey, string>);
    expect(endpoints.soils).toEqual({ baseUrl: "http://127.0.0.1:1/soils", token: null, isSynthetic: true });
    expect(Object.values(endpoints).every((endpoint) => endpoint?.isSynthetic)).toBe(true);
  });
});
