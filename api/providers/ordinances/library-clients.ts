import type { ProviderAnswer, ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";

/** A government whose codes the library publishes. */
export interface LibraryClient {
  readonly id: number;
  /** As the library writes it: "Alexandria", "Marlow County". */
  readonly name: string;
}

/** A code of a government. */
export interface LibraryProduct {
  readonly id: number;
  readonly name: string;
}

const daySeconds = 86_400;

/**
 * Lists the governments of a state.
 *
 * @param stateCode postal code
 * @throws ProviderFault
 */
export function fetchLibraryClients(
  client: ProviderClient,
  stateCode: string,
  signal?: AbortSignal,
): Promise<ProviderAnswer<readonly LibraryClient[]>> {
  const query = { stateAbbr: stateCode };
  return client.json({ path: "/Clients/stateAbbr", query, freshForSeconds: daySeconds, signal }, (body) =>
    listIn(body, client).flatMap((entry) => named(valuesIn(entry), "ClientID", "ClientName")),
  );
}

/**
 * Lists the codes of a government.
 *
 * @throws ProviderFault
 */
export function fetchLibraryProducts(
  client: ProviderClient,
  { id }: LibraryClient,
  signal?: AbortSignal,
): Promise<ProviderAnswer<readonly LibraryProduct[]>> {
  return client.json({ path: `/ClientContent/${id}`, freshForSeconds: daySeconds, signal }, (body) =>
    listIn(valuesIn(body).codes, client).flatMap((entry) => named(valuesIn(entry), "productId", "productName")),
  );
}

/** Returns a list of a body; a body without it is no answer of the library. */
export function listIn(given: unknown, { description }: Pick<ProviderClient, "description">): readonly unknown[] {
  if (Array.isArray(given)) return given;
  throw new ProviderFault("passing", `${description.name} sent a response without the expected list.`);
}

function named(values: Readonly<Record<string, unknown>>, idKey: string, nameKey: string): LibraryClient[] {
  const [id, name] = [Number(values[idKey]), textIn(values[nameKey])];
  return Number.isSafeInteger(id) && id > 0 && name !== null ? [{ id, name }] : [];
}
