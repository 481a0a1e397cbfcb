import { joinedProvenance, type ReadyLayer, sourcesOf } from "../joined-layers.ts";
import type { FetchLayer } from "../providers.ts";
import type { SiteFeature } from "../site-features.ts";

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

const kindOf = ({ properties }: SiteFeature) => properties.kind;

function merged(published: ReadyLayer, mapped: ReadyLayer): ReadyLayer {
  const own = new Set(published.value.features.map(kindOf));
  const added = mapped.value.features.filter((feature) => !own.has(kindOf(feature)));
  return {
    state: "ready",
    value: {
      features: [...published.value.features, ...added],
      summary: { sources: sourcesOf([published.provenance, mapped.provenance]) },
    },
    provenance: joinedProvenance(published.provenance, mapped.provenance),
  };
}
