-- The account area: passwords, sessions of browsers, one-time links by which people come in, and the audit log.
-- Locks: nothing that exists. Kind: expand.

create table user_password (
  user_id text primary key references app_user (id),
  -- Algorithm, its parameters, salt and hash in one text, so that the parameters can be raised later.
  hash text not null,
  changed_at timestamptz not null default now()
);

-- A signed-in browser, in one organization. The cookie's secret is never stored: token_hash is its SHA-256.
create table account_session (
  id text primary key,
  token_hash bytea not null unique,
  user_id text not null,
  org_id text not null,
  -- When the password was last given in this session: what the step-up before a dangerous change is counted from.
  confirmed_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The end whatever happens; a session that is not used ends earlier.
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (org_id, user_id) references membership (org_id, user_id)
);

create index account_session_user_idx on account_session (user_id, org_id) where ended_at is null;
create index account_session_expiry_idx on account_session (expires_at);

-- Failed attempts to sign in, by account and by address; both stand here as a hash of their kind and name.
create table sign_in_attempt (
  subject bytea primary key,
  failures integer not null default 0 check (failures >= 0),
  next_try_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sign_in_attempt_age_idx on sign_in_attempt (updated_at);

-- A link that lets a person choose a password: an invitation names an e-mail address and makes the person a member
-- when it is accepted; a password link is an operator's and names a person who is one already.
create table account_link (
  id text primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('invitation', 'password')),
  org_id text not null references organization (id),
  -- Set for a password link.
  user_id text references app_user (id),
  email text not null,
  role text check (role in ('owner', 'member')),
  -- The person who invited; null when an operator did.
  created_by text references app_user (id),
  expires_at timestamptz not null,
  spent_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'password') = (user_id is not null)),
  check ((kind = 'invitation') = (role is not null))
);

create index account_link_org_idx on account_link (org_id, created_at);

-- Who did what; written in the transaction of the change, never changed afterwards.
create table audit_event (
  id text primary key,
  -- Null for what happened in no organization: a sign-in of nobody we know.
  org_id text references organization (id),
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'key', 'connection', 'operator', 'system')),
  actor_id text,
  -- The person a key or connection acted for.
  on_behalf_of text,
  action text not null,
  target text,
  outcome text not null check (outcome in ('done', 'refused')),
  request_id text,
  -- Network of the caller, not the caller's address.
  network text,
  surface text not null check (surface in ('account', 'api', 'mcp', 'operations')),
  details jsonb not null default '{}'
);

create index audit_event_org_idx on audit_event (org_id, at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;

create trigger audit_event_is_final
  before update or delete on audit_event
  for each row execute function refuse_audit_change();
