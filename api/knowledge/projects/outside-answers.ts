import { type ProviderFailure, upstreamDown } from "../../providers/upstream-down.ts";

const action =
  'Send the request again later; or send setup_mode "provided" with parcels that carry their geometry, and upload the ordinance with category "ordinance".';

/** Returns the problem of a provider that the set-up of a project needs, with the field that makes it unnecessary. */
export function neededProviderDown(what: string, failure: ProviderFailure, field: string) {
  return upstreamDown(what, failure, { field, recovery: { action } });
}
