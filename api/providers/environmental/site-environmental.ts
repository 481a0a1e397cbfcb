import { joinedProvenance, type ReadyLayer, sourcesOf } from "../joined-layers.ts";
import type { ProviderResult } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";
import type { EnvironmentalStanding } from "../site-layer.ts";

/** The sources of listed sites; null where one is not configured. */
export interface EnvironmentalSources {
  readonly facilities: FetchLayer | null;
  readonly cleanups: FetchLayer | null;
  readonly boundaries: FetchLayer | null;
}

/**
 * Makes the layer of listed environmental sites out of regulated facilities, Superfund sites with their boundaries and
 * brownfields. A site that several sources list is one site. A source that could not be asked is named in `detail`, and
 * the summary states how each source stands; where the others list nothing the layer fails, because "empty" is not known.
 * `unavailable` where no source is configured.
 */
export function makeSiteEnvironmental(configured: EnvironmentalSources, notConfigured: FetchLayer): FetchLayer {
  // Boundaries come first: where a site has one, its point says less.
  const sources = (["boundaries", "cleanups", "facilities"] as const).flatMap((kind) => {
    const ask = configured[kind];
    return ask === null ? [] : [{ listing: listings[kind], ask }];
  });
  return async (request, signal) => {
    if (sources.length === 0) return notConfigured(request, signal);
    const told = await Promise.all(
      sources.map(async ({ listing, ask }) => ({ listing, result: await ask(request, signal) })),
    );
    const broken = told.filter(({ result }) => !isAnswer(result));
    const whole = joined(told.map(({ result }) => result).filter(isAnswer));
    const [first] = broken;
    if (first && whole?.state !== "ready") return first.result;
    if (!whole) throw new Error("no source was asked");
    return whole.state === "ready" ? withStandings(whole, told) : whole;
  };
}

/** What each source lists, in words. */
const listings: Readonly<Record<keyof EnvironmentalSources, string>> = {
  facilities: "regulated facilities",
  cleanups: "Superfund sites and brownfields",
  boundaries: "boundaries of Superfund sites",
};

interface Told {
  readonly listing: string;
  readonly result: ProviderResult<LayerData>;
}

/** Adds to a layer how each of its sources stands. */
function withStandings(layer: ReadyLayer, told: readonly Told[]): ReadyLayer {
  const standings = told.map(({ listing, result }): EnvironmentalStanding => {
    const detail = "detail" in result ? (result.detail ?? null) : null;
    return { listing, state: result.state === "blocked" ? "unavailable" : result.state, detail };
  });
  const summary = { ...layer.value.summary, standings };
  const missing = standings.filter(({ state }) => state !== "ready" && state !== "empty");
  const read = { ...layer, value: { ...layer.value, summary } };
  if (missing.length === 0) return read;
  const detail = missing.map(({ listing, detail: why }) => `The list of ${listing} could not be read: ${why}`);
  return { ...read, detail: detail.join(" ") };
}

type Answer = ReadyLayer | Extract<ProviderResult<LayerData>, { state: "empty" }>;
const isAnswer = (result: ProviderResult<LayerData>): result is Answer =>
  result.state === "ready" || result.state === "empty";

/** Returns the sites of all answers; undefined without any. */
function joined(answers: readonly Answer[]): Answer | undefined {
  const provenances = answers.map((answer) => answer.provenance);
  const [first, ...others] = provenances.toReversed();
  if (!first) return undefined;
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
