import type { Provenance, ProviderResult } from "./provider-result.ts";
import type { LayerData } from "./site-features.ts";

/** A layer that its source answered with. */
export type ReadyLayer = Extract<ProviderResult<LayerData>, { state: "ready" }>;

/** Returns the provenance of a layer that several sources make together: all of their names, credits and licences. */
export function joinedProvenance(first: Provenance, ...others: readonly Provenance[]): Provenance {
  const all = [first, ...others];
  const together = (texts: readonly (string | null)[]) =>
    [...new Set(texts.filter((text) => text !== null))].join("; ") || null;
  return {
    ...first,
    name: together(all.map(({ name }) => name)) ?? first.name,
    attribution: together(all.map(({ attribution }) => attribution)),
    license: together(all.map(({ license }) => license)),
  };
}

/** Returns what a summary says of the sources of a joined layer. */
export const sourcesOf = (provenances: readonly Provenance[]) =>
  provenances.map(({ name, url, attribution, license }) => ({ name, url, attribution, license }));
