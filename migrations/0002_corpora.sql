-- What can be searched: corpora, their documents, the stored text of every revision, and its chunks.
-- Locks: nothing that exists. Kind: expand.
--
-- A chunk belongs to one revision of one document. The live revision of a document is named in one column, so a new
-- revision is built beside the old one and published by one small update; readers never see half of it, and the old
-- text stays for the citations that point to it.

create table corpus (
  id text primary key,
  -- Null for published law, which every organization may read; set for what is private to one project.
  org_id text references organization (id),
  project_id text,
  kind text not null check (kind in ('ordinance', 'supplemental', 'upload', 'gis')),
  title text not null,
  -- "us/ma/somerville" for shared law, null for private corpora.
  jurisdiction_key text,
  -- Counts publications; a search names the revision it read, and caches are kept by it.
  revision integer not null default 0,
  indexed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((org_id is null) = (project_id is null))
);

create index corpus_project_idx on corpus (project_id);

create table document (
  id text primary key,
  corpus_id text not null references corpus (id),
  title text not null,
  filename text,
  media_type text not null,
  source_url text,
  -- Revision that searches read; null until the first one is published, and again after the document is removed.
  live_revision integer,
  -- Number given to the latest revision begun, published or not; a number is never given twice.
  last_revision integer not null default 0,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

create index document_corpus_idx on document (corpus_id);

create table document_revision (
  document_id text not null references document (id),
  revision integer not null,
  source_sha256 text not null,
  outline jsonb not null,
  pages jsonb not null,
  tables jsonb not null,
  ingest_report jsonb not null,
  character_count integer not null,
  chunk_count integer not null,
  -- The keyword index of this revision, built when it was read; never trusted across analyser versions.
  keyword_segment bytea,
  keyword_version text,
  -- Null while the revision is being staged; only a published one has ever been seen by a search or a citation.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (document_id, revision)
);

-- Finds what a killed worker left behind.
create index document_revision_staged_idx on document_revision (created_at) where published_at is null;

-- The text in pieces, so that a citation is checked without reading a whole code. char_start counts UTF-16 units.
create table document_text (
  document_id text not null,
  revision integer not null,
  char_start integer not null,
  char_end integer not null,
  piece text not null,
  primary key (document_id, revision, char_start),
  foreign key (document_id, revision) references document_revision (document_id, revision) on delete cascade
);

create table chunk (
  id text primary key,
  corpus_id text not null references corpus (id),
  document_id text not null,
  document_revision integer not null,
  ordinal integer not null,
  section text,
  heading_path text[] not null,
  char_start integer not null,
  char_end integer not null,
  parent_start integer not null,
  parent_end integer not null,
  page integer,
  page_end integer,
  printed_page text,
  text text not null,
  -- Null where it equals the text.
  index_text text,
  table_rows jsonb,
  -- SHA-256 of what is embedded; an unchanged chunk keeps its vector across revisions.
  content_hash bytea not null,
  unique (document_id, document_revision, ordinal),
  foreign key (document_id, document_revision) references document_revision (document_id, revision) on delete cascade
);
