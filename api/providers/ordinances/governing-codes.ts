import { stateCode } from "../us-states.ts";
import type { LibraryClient, LibraryProduct } from "./library-clients.ts";

/** Names of codes that regulate the use of land by themselves. */
const landLaw =
  /\b(?:zoning|land use|land development|unified development|development (?:code|ordinance|regulations?))\b/i;
/** Names of codes that contain all law of a government, zoning among it. */
const wholeLaw = /\bcodes?\b|\bordinances?\b|\bby-?laws?\b/i;
const countyWord = /\b(?:county|parish|borough)\b/i;
const kindOfGovernment = /\b(?:city|town|village|township|charter|county|parish|borough|municipality|of|the)\b/g;

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(kindOfGovernment, "")
    .replace(/[^a-z0-9]/g, "");

/**
 * Returns the governments with the name of a town or a county. Several are possible: a city and a township may share a
 * name, and which of them governs is not for a program to say.
 */
export function governmentsNamed(
  clients: readonly LibraryClient[],
  name: string,
  kind: "municipal" | "county",
): readonly LibraryClient[] {
  const asked = plainName(name);
  const found = clients.filter(
    (client) => plainName(client.name) === asked && countyWord.test(client.name) === (kind === "county"),
  );
  const exact = found.filter((client) => client.name.trim().toLowerCase() === name.trim().toLowerCase());
  return exact.length > 0 ? exact : found;
}

/**
 * Returns which codes of a government regulate the use of land: those that are about it, else those that contain all of
 * its law. The others are beside them.
 */
export function governingCodes(products: readonly LibraryProduct[]): {
  readonly governing: readonly LibraryProduct[];
  readonly others: readonly LibraryProduct[];
} {
  const own = products.filter(({ name }) => landLaw.test(name));
  const governing = own.length > 0 ? own : products.filter(({ name }) => wholeLaw.test(name));
  return { governing, others: products.filter((product) => !governing.includes(product)) };
}

/** Returns the postal code of a state's name or code; null when the state is not known. */
export const stateOf = (state: string | null) => (state === null ? null : stateCode(state));
