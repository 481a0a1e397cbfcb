import type { ProviderResult } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";

/**
 * Makes the layer of utilities out of those that the county publishes and those on the open map. The county's hydrants
 * and mains win where both have a kind. A source that could not be asked fails the layer: what it knows is missing.
 */
export function makeSiteUtilities({
  county,
  openMap,
}: {
  readonly county: FetchLayer | null;
  readonly openMap: FetchLayer;
}): FetchLayer {
  return async (request, signal) => {
    if (!county) return openMap(request, signal);
    const [published, mapped] = await Promise.all([county(request, signal), openMap(request, signal)]);
    const broken = [published, mapped].find(({ state }) => state === "failed" || state === "blocked");
    if (broken) return broken;
    if (published.state !== "ready") return mapped.state === "unavailable" ? published : mapped;
    if (mapped.state !== "ready") return published;
    return merged(published, mapped);
  };
}

type ReadyLayer = Extract<ProviderResult<LayerData>, { state: "ready" }>;

const kindOf = ({ properties }: SiteFeature) => properties.kind;

function merged(published: ReadyLayer, mapped: ReadyLayer): ReadyLayer {
  const own = new Set(published.value.features.map(kindOf));
  const added = mapped.value.features.filter((feature) => !own.has(kindOf(feature)));
  const both = [published.provenance, mapped.provenance];
  const together = (texts: readonly (string | null)[]) =>
    [...new Set(texts.filter((text) => text !== null))].join("; ") || null;
  return {
    state: "ready",
    value: {
      features: [...published.value.features, ...added],
      summary: { sources: both.map(({ name, url, attribution, license }) => ({ name, url, attribution, license })) },
    },
    provenance: {
      ...published.provenance,
      name: together(both.map(({ name }) => name)) ?? published.provenance.name,
      attribution: together(both.map(({ attribution }) => attribution)),
      license: together(both.map(({ license }) => license)),
    },
  };
}
