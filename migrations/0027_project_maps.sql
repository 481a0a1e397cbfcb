-- Maps that are drawn once for a project: official products of agencies, and the sheet of its contours.
-- Locks: nothing that exists. Kind: expand.

create table project_map (
  project_id text not null references project (id) on delete cascade,
  kind text not null check (kind in ('flood', 'wetlands', 'contours')),
  state text not null check (state in ('asked', 'rendering', 'ready', 'failed', 'not_published')),
  job_id text,
  artifact_id text references artifact (id) on delete cascade,
  -- A digest of the data that the map shows; null for official products.
  drawn_from text,
  -- Why there is no map, in words for the user.
  detail text,
  retry_after_seconds integer,
  -- When a caller was first told that the agency gave no map.
  told_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (project_id, kind)
);
