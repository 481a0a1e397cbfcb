-- Who may call: organizations, their people, and the API keys that act for them.
-- Locks: nothing that exists. Kind: expand.

create table organization (
  id text primary key,
  name text not null,
  plan text not null default 'standard' check (plan in ('standard', 'free')),
  created_at timestamptz not null default now()
);

create table app_user (
  id text primary key,
  email text not null,
  name text not null default '',
  created_at timestamptz not null default now()
);

create unique index app_user_email_key on app_user (lower(email));

create table membership (
  org_id text not null references organization (id),
  user_id text not null references app_user (id),
  role text not null check (role in ('owner', 'member')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id)
);

-- The secret itself is never stored: secret_hash is its SHA-256, which is enough for 256 random bits.
create table api_key (
  id text primary key,
  org_id text not null references organization (id),
  created_by text not null references app_user (id),
  -- Fixed when the key is minted: a member promoted later does not widen an old key.
  is_owner_key boolean not null,
  name text not null,
  secret_hash bytea not null unique,
  hint text not null,
  -- Frozen when the key is minted; a scope invented later is never added to it.
  scopes text[] not null,
  expires_at timestamptz,
  daily_cap bigint check (daily_cap > 0),
  monthly_cap bigint check (monthly_cap > 0),
  rotated_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);

create index api_key_org_idx on api_key (org_id, created_at);
