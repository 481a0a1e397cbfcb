import type { Compute } from "../../ingest/index.ts";
import { imageryDescription, makeImagery } from "../providers/imagery/imagery.ts";
import type { ImagerySource } from "../providers/providers.ts";
import { type ClientOf, missing } from "./provider-clients.ts";

/** Returns the source of aerial pictures. */
export function composeImagery(clientOf: ClientOf, compute: Compute): ImagerySource {
  const client = clientOf("imagery", imageryDescription);
  return client === null
    ? { draw: async () => missing("imagery service", "imagery") }
    : makeImagery({ client, compute });
}
