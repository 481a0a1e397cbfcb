-- Long work and the files it starts from. The rows are the truth; a queue only says that one of them is due.
-- Locks: nothing that exists. Kind: expand.

create table background_job (
  id text primary key,
  name text not null,
  payload jsonb not null,
  org_id text references organization (id),
  project_id text references project (id) on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  -- Tries that were begun and ended on their own account; one that was cut short is not counted.
  attempt integer not null default 0,
  max_attempts integer not null,
  -- Leases that ran out because their worker died: bounded, so that a job that kills its worker comes to an end.
  interruptions integer not null default 0,
  -- When the next attempt is due.
  run_at timestamptz not null default now(),
  -- When the queue was last told; it is told again when nobody came.
  sent_at timestamptz,
  -- Grows with every lease: a worker that lost its lease cannot write with an old number.
  fence bigint not null default 0,
  lease_until timestamptz,
  cancel_requested_at timestamptz,
  percent integer not null default 0,
  stage text not null default '',
  result jsonb,
  -- Code and detail as a caller may read them.
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

create index background_job_due_idx on background_job (run_at) where state = 'queued';
create index background_job_lease_idx on background_job (lease_until) where state = 'running';
create index background_job_project_idx on background_job (project_id, created_at desc);

-- A file on its way in. Once it is finalized there is a background job of the same id, and that row alone says how far
-- its ingest has come.
create table upload (
  job_id text primary key,
  org_id text not null references organization (id),
  project_id text not null references project (id) on delete cascade,
  credential_id text not null,
  filename text not null,
  declared_mime_type text not null,
  declared_size bigint not null,
  declared_sha256 text,
  title text not null default '',
  category text not null default '',
  -- Why the bytes that were sent last were not taken; cleared when better ones arrive.
  refusal jsonb,
  -- What has landed; all four are written together.
  storage_key text unique,
  received_size bigint,
  received_sha256 text,
  media_type text,
  -- Set once, together with its background job.
  finalized_at timestamptz,
  document_id text references document (id),
  -- True when the document was there already and this file only led to it.
  is_duplicate boolean not null default false,
  -- Set when the file did not arrive, or was not finalized, in time.
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index upload_project_idx on upload (project_id, created_at desc);
create index upload_document_idx on upload (document_id);
-- Finds what was begun and never finalized.
create index upload_open_idx on upload (created_at) where finalized_at is null and expired_at is null;

-- One-time links; the token is the credential, so only its SHA-256 is kept.
create table one_time_link (
  token_hash bytea primary key,
  direction text not null check (direction in ('upload', 'download')),
  org_id text not null references organization (id),
  -- The upload job or the artifact behind the link.
  target_id text not null,
  minted_by text not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index one_time_link_target_idx on one_time_link (target_id);
create index one_time_link_expiry_idx on one_time_link (expires_at);

create table idempotency_claim (
  credential_id text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint bytea not null,
  state text not null check (state in ('running', 'done')),
  attempt integer not null default 1,
  lease_until timestamptz not null,
  -- What a later attempt resumes instead of repeating: a turn, an upload job, a reservation.
  resource_ref text,
  status integer,
  -- Kept as text, so that a replay gives the same bytes; null where the operation rebuilds its answer.
  response_headers text,
  response_body text,
  created_at timestamptz not null default now(),
  primary key (credential_id, method, path, key)
);

create index idempotency_claim_age_idx on idempotency_claim (created_at);
