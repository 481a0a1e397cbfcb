import { problem } from "../../http/problem.ts";
import type { UnreadLayer } from "./export-layer.ts";

/** Most characters of stored features in one file; while it is written, memory holds several copies of them. */
const mostCharacters = 64 * 1024 * 1024;

/** @throws Problem validation_failed, naming the largest layers, when the layers are too much for one file */
export function assertFitOneFile(
  layers: readonly (Pick<UnreadLayer, "featuresJson"> & { readonly id: string })[],
): void {
  const whole = layers.reduce((sum, { featuresJson }) => sum + featuresJson.length, 0);
  if (whole <= mostCharacters) return;
  const largest = layers
    .toSorted((one, other) => other.featuresJson.length - one.featuresJson.length)
    .slice(0, 5)
    .map(({ id }) => JSON.stringify(id));
  const message = `are too large for one file: choose fewer of them. The largest are ${largest.join(", ")}`;
  throw problem("validation_failed", {
    detail: `The layers ${message}.`,
    errors: [{ field: "layers", code: "out_of_range", message }],
  });
}
