-- Setting up a project: its steps with what they cost, the credits held for it, its governing ordinances, and what is
-- stated of the zoning of its parcels.
-- Locks: project, project_parcel, project_source, for as long as empty columns and small indexes take. Kind: expand.

create table project_bootstrap_step (
  project_id text not null references project (id) on delete cascade,
  name text not null,
  position integer not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'skipped')),
  -- What the step came to, in words for the user.
  detail text,
  -- What the step costs; charged together when all steps have ended.
  credits integer not null default 0 check (credits >= 0),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (project_id, name)
);

-- Holds the estimate while the project is set up.
alter table project add column credit_reservation_id text references credit_reservation (id);
create index project_credit_reservation_idx on project (credit_reservation_id) where credit_reservation_id is not null;

-- What each source states of the zoning: code, description, source.
alter table project_parcel add column zoning_evidence jsonb not null default '[]';
-- Where the boundary is from; null where the caller gave it.
alter table project_parcel add column provenance jsonb;

-- Set where the address is the governing ordinance of the project.
alter table project_source add column target text check (target in ('municipal', 'county'));
create index project_source_shared_idx on project_source (jurisdiction_key, url) where jurisdiction_key is not null;
