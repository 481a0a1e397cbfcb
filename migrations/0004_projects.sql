-- A project: the land, the goal, and the corpora it searches.
-- Locks: nothing that exists. Kind: expand.

create table project (
  id text primary key,
  org_id text not null references organization (id),
  created_by text not null references app_user (id),
  name text not null,
  goal_text text not null,
  goal_context jsonb not null default '{}',
  goal_revision integer not null default 1,
  goal_hash text not null,
  setup_mode text not null check (setup_mode in ('wizard', 'provided')),
  status text not null check (status in ('bootstrapping', 'ready', 'zoning_verification_required', 'failed')),
  jurisdiction jsonb,
  -- What the caller decided about sources: addresses given, lanes to be left out.
  source_decisions jsonb not null default '{}',
  -- Percent, stage, times and steps as the poll shows them.
  bootstrap jsonb not null,
  credits_reserved bigint not null default 0,
  credits_charged bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Ids sort by the time they were made.
create index project_org_idx on project (org_id, id desc);

create table project_share (
  project_id text not null references project (id) on delete cascade,
  user_id text not null references app_user (id),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);

create table project_parcel (
  project_id text not null references project (id) on delete cascade,
  parcel_index integer not null,
  ll_uuid text,
  address text,
  apn text,
  geometry jsonb,
  area_square_feet double precision,
  jurisdiction jsonb,
  zoning_code text,
  zoning_description text,
  zoning_source text,
  zoning_candidates jsonb not null default '[]',
  zoning_note text,
  is_zoning_verified boolean not null default false,
  zoning_verified_by text,
  zoning_verified_at timestamptz,
  -- What makes two parcels the same one: hash of the boundary, parcel number, address; compared to find duplicates.
  match_keys text[] not null default '{}',
  primary key (project_id, parcel_index)
);

-- Which corpora a project searches, and as what: its own uploads, or the shared law of its jurisdiction.
create table project_corpus (
  project_id text not null references project (id) on delete cascade,
  corpus_id text not null references corpus (id),
  lane text not null check (lane in ('municipal', 'county', 'supplemental', 'upload', 'gis')),
  primary key (project_id, corpus_id)
);

alter table corpus add foreign key (project_id) references project (id);
