import type { ProviderClient, ProviderDescription } from "../providers/client/provider-client.ts";
import { unavailable } from "../providers/unavailable.ts";
import { type ProviderKey, providerSettings } from "./provider-settings.ts";

/** Makes the client of a provider; null where it is not configured. */
export type ClientOf = (key: ProviderKey, description: ProviderDescription) => ProviderClient | null;

/** Returns the answer of a provider that is not configured. */
export const missing = (what: string, key: ProviderKey) => unavailable(what, providerSettings[key].url);
