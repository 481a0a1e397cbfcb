import { type Queryable, sql } from "../../../migrations/index.ts";
import type { Provenance } from "../../providers/provider-result.ts";
import type { SiteFeature } from "../../providers/site-features.ts";
import type { SiteLayer, SiteLayerWithFeatures } from "./site-layer.model.ts";

interface SiteLayerRow {
  readonly layer: string;
  readonly kind: SiteLayer["kind"];
  readonly title: string;
  readonly state: SiteLayer["state"];
  readonly detail: string | null;
  readonly feature_count: number;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly provenance: (Omit<Provenance, "fetchedAt"> & { readonly fetchedAt: string }) | null;
}

/** Characters of JSON that are written without a pause: a few milliseconds of work. */
const writtenAtOnce = 200_000;

/**
 * Returns features as a JSON array; null where there are none. The event loop goes on between pieces: to hand the features to
 * a worker thread would take as long as to write them.
 */
async function featuresText(features: readonly SiteFeature[]): Promise<string | null> {
  const texts: string[] = [];
  let written = 0;
  for (const feature of features) {
    const text = JSON.stringify(feature);
    texts.push(text);
    written += text.length;
    if (written < writtenAtOnce) continue;
    written = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return texts.length === 0 ? null : `[${texts.join()}]`;
}

/** Writes a layer of a project, in place of the one of the same name. */
export async function saveSiteLayer(db: Queryable, projectId: string, layer: SiteLayerWithFeatures): Promise<void> {
  const { features, ...rest } = layer;
  const featuresJson = await featuresText(features);
  await saveSiteLayerText(db, projectId, { ...rest, featureCount: features.length, featuresJson });
}

/** Writes a layer of a project whose features are text already, in place of the one of the same name. */
export async function saveSiteLayerText(db: Queryable, projectId: string, layer: SiteLayerText): Promise<void> {
  const provenance = layer.provenance === null ? null : JSON.stringify(layer.provenance);
  await db.query(sql`-- save_site_layer
    insert into site_layer (project_id, layer, kind, title, state, detail, feature_count, features, summary, provenance,
      fetched_at)
    values (${projectId}, ${layer.layer}, ${layer.kind}, ${layer.title}, ${layer.state}, ${layer.detail},
      ${layer.featureCount}, ${layer.featuresJson}::json, ${JSON.stringify(layer.summary)}::jsonb, ${provenance}::jsonb,
      ${layer.provenance?.fetchedAt ?? null})
    on conflict (project_id, layer) do update set kind = excluded.kind, title = excluded.title, state = excluded.state,
      detail = excluded.detail, feature_count = excluded.feature_count, features = excluded.features,
      summary = excluded.summary, provenance = excluded.provenance, fetched_at = excluded.fetched_at, updated_at = now()`);
}

/** Removes the layers of a project whose names begin so. */
export async function clearSiteLayers(db: Queryable, projectId: string, prefix: string): Promise<void> {
  await db.query(sql`-- clear_site_layers
    delete from site_layer where project_id = ${projectId} and starts_with(layer, ${prefix})`);
}

/** Lists the layers of a project without their features, by name. */
export async function listSiteLayers(db: Queryable, projectId: string): Promise<SiteLayer[]> {
  const rows = await db.query<SiteLayerRow>(sql`-- list_site_layers
    select layer, kind, title, state, detail, feature_count, summary, provenance
    from site_layer
    where project_id = ${projectId}
    order by layer`);
  return rows.map(siteLayer);
}

/** Reads layers of a project with their features; all of them when no names are given. */
export async function readSiteLayers(
  db: Queryable,
  projectId: string,
  names: readonly string[] | null = null,
): Promise<SiteLayerWithFeatures[]> {
  const rows = await db.query<
    SiteLayerRow & { readonly features: readonly SiteFeature[] | null }
  >(sql`-- read_site_layers
    select layer, kind, title, state, detail, feature_count, summary, provenance, features
    from site_layer
    where project_id = ${projectId} and (${names}::text[] is null or layer = any(${names}::text[]))
    order by layer`);
  return rows.map((row) => ({ ...siteLayer(row), features: row.features ?? [] }));
}

/** A layer whose features are left as text, to be parsed in a worker thread. */
export interface SiteLayerText extends SiteLayer {
  /** A JSON array; null unless the state is `ready`. */
  readonly featuresJson: string | null;
}

/**
 * Reads layers of a project with their features as text, by name; all of them when no names are given. Each layer comes by
 * itself: all at once they would hold up other work.
 */
export async function readSiteLayerTexts(
  db: Queryable,
  projectId: string,
  names: readonly string[] | null,
): Promise<SiteLayerText[]> {
  const texts: SiteLayerText[] = [];
  for (const layer of await listSiteLayers(db, projectId)) {
    if (names !== null && !names.includes(layer.layer)) continue;
    const rows = await db.query<{ readonly features_json: string | null }>(sql`-- read_site_layer_text
      select features::text as features_json from site_layer where project_id = ${projectId} and layer = ${layer.layer}`);
    texts.push({ ...layer, featuresJson: rows[0]?.features_json ?? null });
  }
  return texts;
}

function siteLayer(row: SiteLayerRow): SiteLayer {
  const { layer, kind, title, state, detail, summary, provenance } = row;
  return {
    ...{ layer, kind, title, state, detail, summary },
    featureCount: row.feature_count,
    provenance: provenance === null ? null : { ...provenance, fetchedAt: new Date(provenance.fetchedAt) },
  };
}
