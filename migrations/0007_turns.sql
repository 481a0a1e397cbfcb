-- Questions put to the project agent, and everything done to answer them.
-- Locks: nothing that exists. Kind: expand.

create table agent_turn (
  id text primary key,
  org_id text not null references organization (id),
  project_id text not null references project (id) on delete cascade,
  credential_id text not null,
  surface text not null check (surface in ('api', 'mcp')),
  previous_turn_id text references agent_turn (id),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  question text not null,
  answer text,
  answer_status text check (answer_status in ('answered', 'partial', 'not_located')),
  searched jsonb not null default '[]',
  citations jsonb not null default '[]',
  tool_usage jsonb not null default '[]',
  artifacts jsonb not null default '[]',
  model_requested text not null,
  model_resolved text not null,
  model_served text,
  credits_charged bigint not null default 0,
  reservation_id text references credit_reservation (id),
  background_job_id text references background_job (id),
  error jsonb,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);

create index agent_turn_project_idx on agent_turn (project_id, created_at desc, id desc);

-- At most two running turns a credential: two numbered slots, each taken under a lease.
create table turn_slot (
  credential_id text not null,
  slot integer not null check (slot in (1, 2)),
  turn_id text not null,
  lease_until timestamptz not null,
  primary key (credential_id, slot)
);
