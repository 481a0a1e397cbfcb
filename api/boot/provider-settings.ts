import type { ProviderEndpoint } from "../providers/client/provider-request.ts";
import type { SettingReaders } from "./setting-readers.ts";

/** The outside data services, each with the setting of its base URL and, where the service takes one, of its token. */
export const providerSettings = {
  parcelApi: { url: "PARCEL_API_URL", token: "PARCEL_API_TOKEN" },
  countyGisIndex: { url: "COUNTY_GIS_INDEX_URL", token: null },
  geocoder: { url: "GEOCODER_URL", token: null },
  nominatim: { url: "NOMINATIM_URL", token: null },
  boundaries: { url: "BOUNDARIES_URL", token: null },
  flood: { url: "FLOOD_URL", token: null },
  firmPrint: { url: "FIRM_PRINT_URL", token: null },
  wetlands: { url: "WETLANDS_URL", token: null },
  soils: { url: "SOILS_URL", token: null },
  elevation: { url: "ELEVATION_URL", token: null },
  overpass: { url: "OVERPASS_URL", token: null },
  environmental: { url: "ENVIRONMENTAL_URL", token: null },
  cleanupSites: { url: "CLEANUP_SITES_URL", token: null },
  superfundBoundaries: { url: "SUPERFUND_BOUNDARIES_URL", token: null },
  imagery: { url: "IMAGERY_URL", token: "IMAGERY_TOKEN" },
  arcgisPortal: { url: "ARCGIS_PORTAL_URL", token: "ARCGIS_PORTAL_TOKEN" },
  ordinanceIndex: { url: "ORDINANCE_INDEX_URL", token: "ORDINANCE_INDEX_TOKEN" },
} as const;
export type ProviderKey = keyof typeof providerSettings;
export const providerKeys = Object.keys(providerSettings) as readonly ProviderKey[];

/** Where each provider answers; null where none is configured. */
export type ProviderEndpoints = Readonly<Record<ProviderKey, ProviderEndpoint | null>>;

/** The settings of the providers. */
export interface ProviderConfig {
  /** As configured; all null while the demo town stands in for them. */
  readonly endpoints: ProviderEndpoints;
  readonly hasDemoTown: boolean;
  /** How the operators of public services reach the operator of this one; part of the User-Agent. */
  readonly contact: string | null;
}

/** Reads the settings of the providers; the demo town stands in for all of them while none is configured, and never for some. */
export function readProviderConfig({ text, oneOf, url }: SettingReaders, faults: string[]): ProviderConfig {
  const configured = providerKeys.map((key): [ProviderKey, ProviderEndpoint | null] => {
    const names = providerSettings[key];
    const baseUrl = url(names.url, ["http:", "https:"]);
    const token = names.token === null ? null : text(names.token);
    if (baseUrl === null && token !== null && text(names.url) === null) {
      faults.push(`${names.token} is set, but ${names.url} is not`);
    }
    if (baseUrl !== null && !isBareUrl(baseUrl)) {
      const instead = names.token === null ? "" : `; a token goes into ${names.token}`;
      faults.push(`${names.url} must have no user name, query or fragment${instead}`);
    }
    return [key, baseUrl === null ? null : { baseUrl, token, isSynthetic: false }];
  });
  const some = configured.filter(([, endpoint]) => endpoint !== null).map(([key]) => providerSettings[key].url);
  const demoTown = oneOf("DEMO_TOWN", ["on", "off"], some.length === 0 ? "on" : "off");
  if (demoTown === "on" && some.length > 0) {
    faults.push(`DEMO_TOWN is on, but ${some.join(", ")} is set: real and invented data are never mixed; unset one`);
  }
  return {
    endpoints: Object.fromEntries(configured) as ProviderEndpoints,
    hasDemoTown: demoTown === "on",
    contact: text("PROVIDER_CONTACT"),
  };
}

/** Returns the endpoints of the demo town. */
export function syntheticEndpoints(urls: Readonly<Record<ProviderKey, string>>): ProviderEndpoints {
  const endpoints = providerKeys.map((key): [ProviderKey, ProviderEndpoint] => [
    key,
    {
      baseUrl: urls[key].replace(/\/+$/, ""),
      token: providerSettings[key].token === null ? null : "demo-town",
      isSynthetic: true,
    },
  ]);
  return Object.fromEntries(endpoints) as ProviderEndpoints;
}

function isBareUrl(baseUrl: string): boolean {
  const { username, password, search, hash } = new URL(baseUrl);
  return [username, password, search, hash].every((part) => part === "");
}
