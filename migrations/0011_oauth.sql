-- Connected apps: the clients that registered, the people who let them in, and the tokens they hold.
-- Locks: nothing that exists. Kind: expand.

create table oauth_client (
  id text primary key,
  -- What the client calls itself: untrusted text.
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index oauth_client_idle_idx on oauth_client (coalesce(last_used_at, created_at));

-- A person's consent to one client in one organization; caps, spending, limits and audit hang on it.
create table connection (
  id text primary key,
  org_id text not null references organization (id),
  user_id text not null references app_user (id),
  client_id text not null references oauth_client (id),
  -- Frozen when the person approves; a scope invented later is never added to it.
  scopes text[] not null,
  daily_cap bigint check (daily_cap > 0),
  monthly_cap bigint check (monthly_cap > 0),
  created_at timestamptz not null default now(),
  -- However often its tokens are refreshed, a connection ends here.
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text
);

create index connection_org_idx on connection (org_id, created_at);
create index connection_client_idx on connection (client_id);

-- An authorization request that waits for a person's decision; only its hash is kept.
create table oauth_request (
  request_hash bytea primary key,
  session_id text not null,
  client_id text not null references oauth_client (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  resource text not null,
  state text,
  expires_at timestamptz not null
);

create index oauth_request_expiry_idx on oauth_request (expires_at);

-- An approved request on its way back to the client. Used codes are kept for a day, so that a replay is recognised.
create table oauth_code (
  code_hash bytea primary key,
  client_id text not null references oauth_client (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  resource text not null,
  org_id text not null references organization (id),
  user_id text not null references app_user (id),
  scopes text[] not null,
  daily_cap bigint,
  monthly_cap bigint,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What the code became when it was used.
  connection_id text references connection (id)
);

create index oauth_code_expiry_idx on oauth_code (expires_at);

-- Tokens are opaque; only their hashes are kept. A used refresh token stays until it would have expired, so that its
-- second use is recognised and ends the connection.
create table oauth_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('access', 'refresh')),
  connection_id text not null references connection (id),
  resource text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index oauth_token_connection_idx on oauth_token (connection_id);
create index oauth_token_expiry_idx on oauth_token (expires_at);
