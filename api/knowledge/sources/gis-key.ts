import { isMapFile } from "./gis-links.ts";
import { jurisdictionKey } from "./jurisdiction-key.ts";
import { shownAddress } from "./source-address.ts";
import type { SourceProjectRow } from "./sources.repository.ts";

/** Whose service it is, in the caller's words. */
export type GisScope = "municipality" | "county" | "state_reference";

/**
 * Gives the key of the jurisdiction in which a GIS service is registered, from the place of the project alone; null where
 * the place is not known or something in the address could be a permission, and for a file of map data: these stay with
 * their project.
 */
export function gisKey(place: SourceProjectRow["jurisdiction"], url: URL, scope: GisScope): string | null {
  if (
    place === null ||
    isMapFile(url) ||
    url.username !== "" ||
    url.password !== "" ||
    shownAddress(url.href) !== url.href
  )
    return null;
  if (scope === "county") return jurisdictionKey({ ...place, municipality: null });
  const key = jurisdictionKey(place);
  return scope === "state_reference" ? (key?.split("/").slice(0, 2).join("/") ?? null) : key;
}
