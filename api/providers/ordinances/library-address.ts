import type { ProviderEndpoint } from "../client/provider-request.ts";

/** What a public address of the library names: `{state}/{client}/codes/{product}`, each in lower case with underscores. */
export interface LibraryAddress {
  /** Postal code in upper case. */
  readonly state: string;
  readonly client: string;
  readonly product: string;
}

/** Returns the form of a name in the library's addresses: "Code of Ordinances" is `code_of_ordinances`. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** Returns the address under which people read a code. */
export function libraryAddress(endpoint: ProviderEndpoint, { state, client, product }: LibraryAddress): string {
  return `${publicBase(endpoint)}/${state.toLowerCase()}/${client}/codes/${product}`;
}

/** Returns what an address names; undefined for one that is not a code of this library. A part of a code names the code. */
export function readLibraryAddress(endpoint: ProviderEndpoint, given: string): LibraryAddress | undefined {
  const base = publicBase(endpoint);
  if (!given.startsWith(`${base}/`) || !URL.canParse(given)) return undefined;
  const path = new URL(given).pathname.slice(new URL(base).pathname.replace(/\/$/, "").length);
  const [, state = "", client = "", codes = "", product = ""] = path.split("/");
  if (!/^[a-z]{2}$/i.test(state) || client === "" || codes !== "codes" || product === "") return undefined;
  return { state: state.toUpperCase(), client: client.toLowerCase(), product: product.toLowerCase() };
}

/** The pages of people stand beside the programming interface: at another host for one of its two addresses. */
function publicBase({ baseUrl }: ProviderEndpoint): string {
  if (new URL(baseUrl).hostname === "api.municode.com") return "https://library.municode.com";
  return baseUrl.replace(/\/api$/, "");
}
