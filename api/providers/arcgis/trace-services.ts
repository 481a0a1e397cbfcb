import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { type GisAddress, gisReferencesIn, readGisAddress } from "./gis-references.ts";

/** A service behind an address, or some layers of it. */
export interface TracedService {
  readonly url: string;
  /** Layers that were named; all of the service when none was. */
  readonly layerIds: readonly number[];
  /** Of the item that led here. */
  readonly itemCredit: string | null;
  readonly itemLicense: string | null;
}

/** Where a trace led. */
export interface Trace {
  readonly services: readonly TracedService[];
  /** Where nothing was found because something could not be asked, the fault that says so. */
  readonly fault: ProviderFault | null;
}

/** Items within items within items. */
const deepest = 3;
const mostItems = 30;
const mostServices = 30;
const daySeconds = 86_400;
const readableTypes = new Set(["MapServer", "FeatureServer"]);

interface Credit {
  readonly credit: string | null;
  readonly license: string | null;
}
const noCredit: Credit = { credit: null, license: null };

/**
 * Follows an address to the ArcGIS services behind it: a service itself, a directory, a web map, an item of a portal, a
 * hub dataset, an application with its maps, or a page that names services. Items are followed breadth first.
 *
 * @throws ProviderFault when the address itself cannot be asked
 */
export async function traceServices(client: ProviderClient, address: URL, signal?: AbortSignal): Promise<Trace> {
  const found = new Map<string, TracedService>();
  const add = (url: string, { credit, license }: Credit) => {
    if (!URL.canParse(url)) return;
    const read = readGisAddress(new URL(url));
    if (read.kind !== "service" || found.size >= mostServices) return;
    const { serviceUrl, layerId } = read;
    const known = found.get(serviceUrl);
    const layerIds = layerId === null ? [] : [...new Set([...(known?.layerIds ?? []), layerId])];
    // A service that is named as a whole stays so.
    const isWhole = layerId === null || (known !== undefined && known.layerIds.length === 0);
    found.set(serviceUrl, {
      ...{ url: serviceUrl, layerIds: isWhole ? [] : layerIds },
      ...{ itemCredit: known?.itemCredit ?? credit, itemLicense: known?.itemLicense ?? license },
    });
  };
  const fault = await follow(client, readGisAddress(address), add, signal);
  return { services: [...found.values()], fault: found.size === 0 ? fault : null };
}

type Add = (url: string, credit: Credit) => void;

async function follow(
  client: ProviderClient,
  address: GisAddress,
  add: Add,
  signal: AbortSignal | undefined,
): Promise<ProviderFault | null> {
  const portal = client.endpoint.baseUrl;
  switch (address.kind) {
    case "service":
      add(address.layerId === null ? address.serviceUrl : `${address.serviceUrl}/${address.layerId}`, noCredit);
      return null;
    case "directory":
      await walkDirectory(client, address.url, add, signal);
      return null;
    case "hub":
      return followItems(
        client,
        portal,
        [address.itemId],
        (url, credit) => add(layerOf(url, address.layerId), credit),
        signal,
      );
    case "items":
      return followItems(client, address.portalUrl ?? portal, address.itemIds, add, signal);
    case "page":
      return followPage(client, address.url, add, signal);
  }
}

/** A dataset of a hub is one layer of its item. */
const layerOf = (url: string, layerId: number | null) =>
  layerId === null || /\/\d+\/?$/.test(url) ? url : `${url}/${layerId}`;

async function walkDirectory(
  client: ProviderClient,
  directory: string,
  add: Add,
  signal: AbortSignal | undefined,
): Promise<void> {
  const root = `${directory.slice(0, directory.toLowerCase().indexOf("/rest/services"))}/rest/services`;
  const list = async (url: string) => {
    const request = { path: url, query: { f: "json" }, freshForSeconds: daySeconds, signal };
    const { body } = await client.json(request, (given) => {
      const { services, folders } = valuesIn(given);
      if (!Array.isArray(services) && !Array.isArray(folders)) {
        throw new ProviderFault("permanent", `${client.description.name} sent no list of services.`);
      }
      return { services: Array.isArray(services) ? services : [], folders: Array.isArray(folders) ? folders : [] };
    });
    for (const service of body.services.map(valuesIn)) {
      const type = textIn(service.type) ?? "";
      // ArcGIS Online names the address; other servers the path from the root.
      const url = textIn(service.url) ?? `${root}/${textIn(service.name) ?? ""}/${type}`;
      if (readableTypes.has(type)) add(url, noCredit);
    }
    return body.folders.flatMap((folder) => textIn(folder) ?? []);
  };
  const folders = await list(directory);
  for (const folder of folders.slice(0, mostItems)) await list(`${root}/${folder}`);
}

/** Follows items until nothing new is found; returns what stood in the way when something did. */
async function followItems(
  client: ProviderClient,
  portal: string,
  start: readonly string[],
  add: Add,
  signal: AbortSignal | undefined,
): Promise<ProviderFault | null> {
  const seen = new Set<string>();
  let fault = null as ProviderFault | null;
  let level = start;
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: string[] = [];
    for (const itemId of level) {
      if (seen.has(itemId) || seen.size >= mostItems) continue;
      seen.add(itemId);
      try {
        next.push(...(await readItem(client, portal, itemId, add, signal)));
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error;
        // Of an item that may not be seen, others that can be are still followed.
        fault = fault?.kind === "refused" ? fault : error;
      }
    }
    level = next;
  }
  return fault;
}

/** Reads an item: its service where it is one, else what its configuration names. */
async function readItem(
  client: ProviderClient,
  portal: string,
  itemId: string,
  add: Add,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const path = `${portal}/sharing/rest/content/items/${itemId}`;
  const request = { path, query: { f: "json" }, freshForSeconds: daySeconds, signal };
  const { body: item } = await client.json(request, valuesIn);
  const credit = { credit: textIn(item.accessInformation), license: textIn(item.licenseInfo) };
  const url = textIn(item.url);
  if (url !== null && gisReferencesIn(url).services.length > 0) {
    add(url, credit);
    return [];
  }
  // Items without a configuration send an empty body.
  const { body: named } = await client.page({ ...request, path: `${path}/data` }, gisReferencesIn);
  const { services, items } = named;
  for (const service of services) add(service, credit);
  return items.filter((id) => id !== itemId);
}

async function followPage(
  client: ProviderClient,
  url: string,
  add: Add,
  signal: AbortSignal | undefined,
): Promise<ProviderFault | null> {
  const { body } = await client.page({ path: url, signal }, gisReferencesIn);
  for (const service of body.services) add(service, noCredit);
  return body.services.length > 0 ? null : followItems(client, client.endpoint.baseUrl, body.items, add, signal);
}
