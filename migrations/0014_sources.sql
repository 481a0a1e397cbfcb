-- Sources that a project gets from addresses, and what is known of the hosts that publish ordinances.
-- Locks: corpus, for as long as an empty column and an index over no row take. Kind: expand.

create table project_source (
  id text primary key,
  org_id text not null references organization (id),
  project_id text not null references project (id) on delete cascade,
  credential_id text not null,
  -- As the URL standard writes it, without a fragment; two of one project are the same source.
  url text not null,
  lane text not null check (lane in ('project_document', 'supplemental_ordinance', 'gis')),
  -- The caller's own words; they never leave the project.
  title text not null default '',
  category text not null default '',
  authority_scope text not null default '',
  -- Set where the text is published law that projects of one jurisdiction share: "us/ma/somerville".
  jurisdiction_key text,
  -- Why nothing was dispatched: a status, and what to do in words. Null when a job was asked for.
  refusal jsonb,
  -- The job asked for last; its row alone says how far it is.
  job_id text references background_job (id),
  -- What has been fetched; all are written together, and let go of when the job fails.
  storage_key text unique,
  media_type text,
  sha256 text,
  fetched_at timestamptz,
  corpus_id text references corpus (id),
  document_id text references document (id),
  -- True when the document was there already and this source only led to it.
  is_duplicate boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, url)
);

create index project_source_org_idx on project_source (org_id);
create index project_source_job_idx on project_source (job_id);
create index project_source_document_idx on project_source (document_id);

-- Hosts of ordinances: what their robots.txt said last, when they may be asked next, and for how long they are left alone.
create table source_host (
  -- With its port where that is not the usual one.
  host text primary key,
  -- Empty where the host has no such file.
  robots text,
  robots_read_at timestamptz,
  next_request_at timestamptz not null default now(),
  blocked_until timestamptz,
  block_detail text
);

-- A shared copy of published law is a corpus of its own for each jurisdiction and address, so that a project searches
-- only what it asked for itself.
alter table corpus add column source_url text;

create unique index corpus_shared_source_key on corpus (jurisdiction_key, source_url)
  where org_id is null and source_url is not null;
