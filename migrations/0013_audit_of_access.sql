-- Audit of how credentials and links are used: bearers of links as actors, refusals at a bounded pace, networks.
-- Locks: audit_event, for as long as reading it once takes. Kind: expand.

alter table audit_event drop constraint audit_event_actor_kind_check;
alter table audit_event add constraint audit_event_actor_kind_check
  check (actor_kind in ('user', 'key', 'connection', 'link', 'operator', 'system'));

-- What has been recorded lately and is not recorded again before its time, so that a flood of refusals cannot fill the
-- audit log.
create table audit_pause (
  subject text primary key,
  until timestamptz not null
);

create index audit_pause_until_idx on audit_pause (until);

-- From where each credential has been used; of an address only its network is kept.
create table credential_network (
  credential_id text not null,
  network text not null,
  first_seen_at timestamptz not null default now(),
  -- Written at most once a day by each process.
  last_seen_at timestamptz not null default now(),
  primary key (credential_id, network)
);

create index credential_network_seen_idx on credential_network (last_seen_at);
