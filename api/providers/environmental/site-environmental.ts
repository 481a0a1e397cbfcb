import { joinedProvenance, type ReadyLayer, sourcesOf } from "../joined-layers.ts";
import type { ProviderResult } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";

/** The sources of listed sites; null where one is not configured. */
export interface EnvironmentalSources {
  readonly facilities: FetchLayer | null;
  readonly cleanups: FetchLayer | null;
  readonly boundaries: FetchLayer | null;
}

/**
 * Makes the layer of listed environmental sites out of regulated facilities, Superfund sites with their boundaries and
 * brownfields. A site that several sources list is one site. A source that could not be asked fails the layer: what it
 * knows would be missing. `unavailable` where no source is configured.
 */
export function makeSiteEnvironmental(
  { facilities, cleanups, boundaries }: EnvironmentalSources,
  notConfigured: FetchLayer,
): FetchLayer {
  // Boundaries come first: where a site has one, its point says less.
  const sources = [boundaries, cleanups, facilities].filter((source) => source !== null);
  return async (request, signal) => {
    const results = await Promise.all(sources.map((source) => source(request, signal)));
    const [first] = results;
    if (!first) return notConfigured(request, signal);
    const broken = results.find((result) => result.state !== "ready" && result.state !== "empty");
    return broken ?? joined(results.filter(isAnswer));
  };
}

type Answer = ReadyLayer | Extract<ProviderResult<LayerData>, { state: "empty" }>;
const isAnswer = (result: ProviderResult<LayerData>): result is Answer =>
  result.state === "ready" || result.state === "empty";

function joined(answers: readonly Answer[]): ProviderResult<LayerData> {
  const provenances = answers.map((answer) => answer.provenance);
  const [first, ...others] = provenances.toReversed();
  if (!first) throw new Error("no source was asked");
  const provenance = joinedProvenance(first, ...others);
  const ready = answers.filter((answer) => answer.state === "ready");
  const features = onePerSite(ready.flatMap(({ value }) => value.features));
  const summaries = ready.map(({ value }) => value.summary);
  // Facilities without a place are known to the service: "empty" would hide them.
  if (features.length === 0 && ready.length === 0) return { state: "empty", provenance };
  const summary = Object.assign({ sources: sourcesOf(provenances) }, ...summaries);
  return { state: "ready", value: { features, summary }, provenance };
}

/** Returns a site as its boundary where one is known, else as one point, with all that its listings say. */
function onePerSite(features: readonly SiteFeature[]): SiteFeature[] {
  const registered = new Map(
    features.flatMap(({ properties: { id, program_id: number } }) =>
      typeof number === "string" && number !== id ? [[number, id] as const] : [],
    ),
  );
  const idOf = ({ properties: { id } }: SiteFeature) => String(registered.get(String(id)) ?? id);
  const sites = Map.groupBy(features, idOf);
  return [...sites].flatMap(([id, listings]) => {
    const boundaries = listings.filter(({ geometry }) => geometry.type !== "Point");
    const shown = boundaries.length > 0 ? boundaries : listings.slice(0, 1);
    const properties = { ...shown[0]?.properties, ...{ id, program: all(listings, "program") } };
    const status = all(listings, "status") || null;
    return shown.map((feature): SiteFeature => ({ ...feature, properties: { ...properties, status } }));
  });
}

/** Returns the distinct values of a property, separated by commas for programs and semicolons for sentences. */
function all(listings: readonly SiteFeature[], name: "program" | "status"): string {
  const values = listings.flatMap(({ properties }) => (typeof properties[name] === "string" ? [properties[name]] : []));
  return name === "program"
    ? [...new Set(values.flatMap((value) => value.split(", ")))].join(", ")
    : [...new Set(values)].join("; ");
}
