-- Files the service made: reports, map bundles, exports, drawings. The bytes are in the file store.
-- Locks: nothing that exists. Kind: expand.

create table artifact (
  id text primary key,
  org_id text not null references organization (id),
  project_id text not null references project (id) on delete cascade,
  -- What a person calls it, and its kind: "due_diligence", "map", "gis_export".
  label text not null,
  doc_type text not null,
  filename text not null,
  mime_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null unique,
  -- The run or the tool that made it.
  run_id text,
  tool text,
  created_at timestamptz not null default now()
);

create index artifact_project_idx on artifact (project_id, id desc);
