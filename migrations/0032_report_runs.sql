-- Reports: a run for each, what it was made of and what became of it, and what its finished steps returned.
-- Locks: nothing that exists. Kind: expand.

create table report_run (
  id text primary key,
  -- Row of the background job; the row is deleted a while after the job has ended.
  job_id text not null unique,
  org_id text not null references organization (id),
  project_id text not null references project (id) on delete cascade,
  report_type text not null check (report_type in ('due_diligence', 'feasibility')),
  title text,
  -- Who asked for it first, and by which channel.
  credential_id text not null,
  surface text not null check (surface in ('api', 'mcp')),
  model_id text not null,
  -- While it is open, the job says whether it waits or runs.
  status text not null default 'open' check (status in ('open', 'succeeded', 'failed', 'canceled')),
  reservation_id text references credit_reservation (id),
  credits_charged integer not null default 0 check (credits_charged >= 0),
  -- Revisions and versions of everything that the report was made of.
  manifest jsonb,
  result jsonb,
  -- Code and detail as a caller may read them.
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

-- Of all requests for one report at the same time, one makes a run; the others are attached to it.
create unique index report_run_in_flight_key on report_run (project_id, report_type) where status = 'open';
create index report_run_project_idx on report_run (project_id, id desc);
create index report_run_reservation_idx on report_run (reservation_id);

-- What a finished step returned, so that a run that was cut short does not repeat it.
create table report_run_step (
  run_id text not null references report_run (id) on delete cascade,
  name text not null,
  -- Of what the step was made; a stored output of another input is not used.
  input_hash text not null,
  output jsonb not null,
  finished_at timestamptz not null default now(),
  primary key (run_id, name)
);

-- Files of a run that has not ended.
create table report_run_file (
  run_id text not null references report_run (id) on delete cascade,
  name text not null,
  storage_key text not null unique,
  primary key (run_id, name)
);
