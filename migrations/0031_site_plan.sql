-- Site plans: the planning session of a project, its ledger of decisions, proposals, and the revisions of its concept.
-- Locks: organization, for as long as a column with a default takes. Kind: expand.

create table planning_session (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  -- Raised by each accepted write, in the transaction of the write.
  state_version integer not null default 1 check (state_version >= 1),
  is_active boolean not null default true,
  -- Raised by each approval of the program.
  program_revision integer not null default 0,
  -- A digest of the answers that were approved; null while the program is open.
  program_hash text,
  approved_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index planning_session_active_idx on planning_session (project_id) where is_active;

-- Append-only but for `status`.
create table plan_decision (
  project_id text not null references project (id) on delete cascade,
  seq integer not null,
  session_id text not null references planning_session (id) on delete cascade,
  state_version integer not null,
  decided_at timestamptz not null default now(),
  -- Who acted: the key or connection, and its user.
  actor text not null,
  credential_kind text not null,
  kind text not null check (kind in ('answer', 'approval', 'override', 'rejection')),
  -- A question of the interview, a rule that was overridden, or the proposal that was decided.
  key text not null,
  zone_id text,
  value jsonb not null,
  unit text,
  statement text not null,
  -- The user's own words.
  reason text,
  supersedes_seq integer,
  status text not null default 'active' check (status in ('active', 'suspended', 'superseded')),
  primary key (project_id, seq)
);
create unique index plan_decision_answer_idx on plan_decision (project_id, key, coalesce(zone_id, ''))
where kind = 'answer' and status = 'active';

create table plan_proposal (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  session_id text not null references planning_session (id) on delete cascade,
  kind text not null check (kind in ('generate_concept', 'regenerate_zone')),
  zone_id text,
  status text not null default 'proposed' check (status in ('proposed', 'applied', 'rejected', 'expired', 'failed')),
  notes jsonb not null,
  recap jsonb not null,
  conflicts jsonb not null,
  program_hash text not null,
  -- The revision of the concept that was there when it was proposed; 0 for none.
  plan_revision integer not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- What the approval answered, for replays.
  outcome jsonb
);
create index plan_proposal_session_idx on plan_proposal (session_id, id desc);

create table plan_revision (
  id text primary key,
  project_id text not null references project (id) on delete cascade,
  revision integer not null,
  proposal_id text not null references plan_proposal (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Longitude and latitude of the origin of the frame.
  origin jsonb not null,
  -- A compiled plan: objects, metrics, conflicts, zone failures, notes.
  plan jsonb not null,
  hash text not null,
  -- Workflow, typology, governing district, zones.
  scenario jsonb not null,
  rule_inputs jsonb not null,
  rule_evidence jsonb not null,
  -- Decisions that are disclosed with the concept.
  disclosed jsonb not null,
  unique (project_id, revision)
);

-- Whether the organization may write site plans.
alter table organization add column has_site_plan_studio boolean not null default true;
