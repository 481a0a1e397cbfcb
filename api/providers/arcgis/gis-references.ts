/** What an address or a configuration leads to. */
export interface GisReferences {
  /** Addresses of ArcGIS services or of one of their layers, without query. */
  readonly services: readonly string[];
  /** Ids of items of a portal. */
  readonly items: readonly string[];
}

/** A service by its address: `…/rest/services/<name>/MapServer`, and the number of a layer. */
const servicePattern =
  /https?:\/\/[^\s"'<>\\?#]{1,400}?\/rest\/services\/[^\s"'<>\\?#]{1,300}?\/(?:map|feature|image)server(?:\/\d{1,5})?(?![a-z\d])/gi;
const itemPattern = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;
/** Addresses that answer only with the token of the owner, or lead back to this address. */
const wrapped = /\/sharing\/servers\/|\/proxy(?:\/|\.|\?)/i;
/** Background pictures of the world, which have no features. */
const basemap = /^https?:\/\/(?:[a-z0-9-]+\.)?arcgisonline\.com\//i;

const mostReferences = 40;

/** Finds the services and items that a text names: an address, a page, or the JSON of an item's configuration. */
export function gisReferencesIn(text: string): GisReferences {
  // Configurations write "\/" for "/".
  const plain = text.replaceAll("\\/", "/");
  const services = new Set<string>();
  for (const [found] of plain.matchAll(servicePattern)) {
    if (!wrapped.test(found) && !basemap.test(found)) services.add(found);
    if (services.size >= mostReferences) break;
  }
  const items = new Set<string>();
  for (const [found] of plain.matchAll(itemPattern)) {
    items.add(found.toLowerCase());
    if (items.size >= mostReferences) break;
  }
  return { services: [...services], items: [...items] };
}

/** Where a pasted address leads. */
export type GisAddress =
  /** A service, or one of its layers. */
  | { readonly kind: "service"; readonly serviceUrl: string; readonly layerId: number | null }
  /** A directory of services, or a folder of it. */
  | { readonly kind: "directory"; readonly url: string }
  /** A dataset of a hub site. */
  | { readonly kind: "hub"; readonly itemId: string; readonly layerId: number | null }
  /** Items of a portal, of which one is the viewer or the map. */
  | { readonly kind: "items"; readonly portalUrl: string | null; readonly itemIds: readonly string[] }
  | { readonly kind: "page"; readonly url: string };

const arcgisOnline = /(?:^|\.)arcgis\.com$/;
const serviceEnd = /\/(?:map|feature|image)server(?=\/|$)/i;

/** Reads a pasted address. `portalUrl` of items is null for ArcGIS Online. */
export function readGisAddress(address: URL): GisAddress {
  const { pathname, origin } = address;
  const end = serviceEnd.exec(pathname);
  if (end && pathname.toLowerCase().includes("/rest/services/")) {
    const to = end.index + end[0].length;
    const layer = /^\/(\d{1,5})(?:\/|$)/.exec(pathname.slice(to));
    return {
      kind: "service",
      serviceUrl: `${origin}${pathname.slice(0, to)}`,
      layerId: layer ? Number(layer[1]) : null,
    };
  }
  if (/\/rest\/services(?:\/|$)/i.test(pathname)) {
    return { kind: "directory", url: `${origin}${pathname.replace(/\/+$/, "")}` };
  }
  const isOnline = arcgisOnline.test(address.hostname.toLowerCase());
  const dataset = /\/datasets\/(?:[^/]*::)?([0-9a-f]{32})(?:_(\d{1,5}))?/i.exec(pathname);
  const [, datasetId, datasetLayer] = dataset ?? [];
  if (datasetId !== undefined) {
    const layerId = datasetLayer === undefined ? null : Number(datasetLayer);
    return { kind: "hub", itemId: datasetId.toLowerCase(), layerId };
  }
  const { items } = gisReferencesIn(`${address.pathname}${address.search}${address.hash}`);
  if (items.length > 0) {
    return { kind: "items", itemIds: items, portalUrl: isOnline ? null : `${origin}${portalPath(pathname)}` };
  }
  return { kind: "page", url: address.href };
}

/** What stands before the application in the path of a portal: "/portal" of "/portal/apps/webappviewer/index.html". */
function portalPath(pathname: string): string {
  const at = pathname.search(/\/(?:apps|home|experience|stories|sharing)(?:\/|$)/i);
  return at > 0 ? pathname.slice(0, at) : "";
}
