import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, readyOrEmpty, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { Jurisdiction, OrdinanceDiscovery, OrdinanceListing } from "../providers.ts";
import { governingCodes, governmentsNamed, stateOf } from "./governing-codes.ts";
import { type LibraryAddress, libraryAddress, readLibraryAddress, slugOf } from "./library-address.ts";
import { fetchLibraryClients, fetchLibraryProducts, type LibraryProduct } from "./library-clients.ts";
import { collectLibraryCode } from "./library-code.ts";

/**
 * A library of codes in the protocol of Municode Library. Its publisher documents none; the requests are those that its
 * own pages send, at a pace that leaves it time for others.
 */
export const codeLibraryDescription: ProviderDescription = {
  provider: "ordinance_index",
  name: "Municode Library",
  attribution: null,
  license: null,
  tokenPlace: { header: "authorization", scheme: "Bearer" },
  concurrency: 1,
  intervalMs: 1_000,
};

/** Makes the discovery of ordinances in a library of codes. */
export function makeCodeLibrary(client: ProviderClient): OrdinanceDiscovery {
  return {
    discover: (jurisdiction, signal) => settle(() => discover(client, jurisdiction, signal)),
    publishes: (url) => readLibraryAddress(client.endpoint, url) !== undefined,
    collect: (url, { onPage, signal }) =>
      settle(async () => {
        const product = await findProduct(client, readLibraryAddress(client.endpoint, url), signal);
        const { code, provenance } = await collectLibraryCode(client, product, { onPage, signal });
        return ready(code, { ...provenance, url, vintage: code.currency });
      }),
  };
}

async function discover(client: ProviderClient, jurisdiction: Jurisdiction, signal: AbortSignal | undefined) {
  const state = stateOf(jurisdiction.state);
  if (state === null) throw new ProviderFault("permanent", "The state of the site is not known.");
  const { body: clients, provenance } = await fetchLibraryClients(client, state, signal);
  const listings: OrdinanceListing[] = [];
  let newest: Provenance = provenance;
  for (const kind of ["municipal", "county"] as const) {
    const name = kind === "municipal" ? jurisdiction.municipality : jurisdiction.county;
    if (name === null) continue;
    for (const government of governmentsNamed(clients, name, kind)) {
      const { body: products, provenance: asked } = await fetchLibraryProducts(client, government, signal);
      newest = asked;
      const { governing, others } = governingCodes(products);
      const listing = (target: OrdinanceListing["target"], product: string): OrdinanceListing => ({
        target,
        title: `${government.name}: ${product}`,
        url: addressOf(client, { state, client: slugOf(government.name), product: slugOf(product) }),
        publisher: client.description.name,
        blockedReason: null,
      });
      listings.push(...governing.map((product) => listing(kind, product.name)));
      listings.push(...others.map((product) => listing("supplemental", product.name)));
    }
  }
  return readyOrEmpty(listings, newest);
}

const addressOf = ({ endpoint }: ProviderClient, address: LibraryAddress) => libraryAddress(endpoint, address);

async function findProduct(
  client: ProviderClient,
  address: LibraryAddress | undefined,
  signal: AbortSignal | undefined,
): Promise<LibraryProduct> {
  const { body: clients } = address ? await fetchLibraryClients(client, address.state, signal) : { body: [] };
  const government = clients.find(({ name }) => slugOf(name) === address?.client);
  const products = government ? (await fetchLibraryProducts(client, government, signal)).body : [];
  const product = products.find(({ name }) => slugOf(name) === address?.product);
  if (!product) {
    const detail = `${client.description.name} no longer has this code. Send its new address.`;
    throw new ProviderFault("permanent", detail);
  }
  return product;
}
