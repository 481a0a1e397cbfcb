import { type Queryable, sql } from "../../migrations/index.ts";

/** A corpus of law that a project searches, at its present revision. */
export interface SearchedCorpus {
  readonly corpusId: string;
  readonly revision: number;
}

/** A heading that speaks of a district, or a table with columns that look like district codes. */
export interface DistrictSource {
  readonly documentTitle: string;
  /** Number of the section, as printed. */
  readonly section: string | null;
  /** Null for a table. */
  readonly heading: string | null;
  /** Labels of the columns of a table; null for a heading. */
  readonly columns: readonly string[] | null;
}

/** Lists the corpora of law that a project searches; uploads are not law. */
export async function listSearchedLaw(db: Queryable, projectId: string): Promise<SearchedCorpus[]> {
  return db.query<SearchedCorpus>(sql`-- list_searched_law
    select corpus.id as "corpusId", corpus.revision as "revision"
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    where searched.project_id = ${projectId} and corpus.kind in ('ordinance', 'supplemental')
    order by corpus.id`);
}

/** Lists the headings and table headers of a corpus that may name its districts, in the order of the text. */
export async function listDistrictSources(db: Queryable, corpusId: string): Promise<DistrictSource[]> {
  return db.query<DistrictSource>(sql`-- list_district_sources
    with live as (
      select document.id, document.title, published.outline, published.tables
      from document
      join document_revision published
        on published.document_id = document.id and published.revision = document.live_revision
      where document.corpus_id = ${corpusId} and document.removed_at is null
    ),
    named as (
      select live.id, live.title, node->>'number' as section, node->>'title' as heading, null::jsonb as columns,
        (node->'heading'->>'charStart')::integer as place
      from live
      cross join jsonb_array_elements(live.outline) as node
      where node->>'title' ~* '\\m(district|zone)\\M'
    ),
    tabulated as (
      select live.id, live.title, around.section, null::text as heading, headed->'columns' as columns,
        (headed->>'charStart')::integer as place
      from live
      cross join jsonb_array_elements(live.tables) as headed
      left join lateral (
        select node->>'number' as section
        from jsonb_array_elements(live.outline) as node
        where node->>'number' is not null
          and (node->'section'->>'charStart')::integer <= (headed->>'charStart')::integer
          and (node->'section'->>'charEnd')::integer > (headed->>'charStart')::integer
        order by (node->'section'->>'charStart')::integer desc
        limit 1
      ) as around on true
      where (
        select count(*)
        from jsonb_array_elements_text(headed->'columns') as label
        where label ~ '^[A-Z]{1,5}(-?[A-Z0-9]{1,4}){0,2}$'
      ) >= 2
    )
    select title as "documentTitle", section as "section", heading as "heading", columns as "columns"
    from (select * from named union all select * from tabulated) as found
    order by id, place
    limit 2000`);
}
