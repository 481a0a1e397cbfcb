-- Credits in double entry: every movement is a ledger entry whose postings add up to zero.
-- Locks: nothing that exists. Kind: expand.

create table wallet (
  org_id text primary key references organization (id),
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0)
);

-- What a credential spent and holds in a UTC day or month: what caps are checked against.
create table credential_usage (
  credential_id text not null,
  period text not null check (period in ('day', 'month')),
  bucket date not null,
  spent bigint not null default 0 check (spent >= 0),
  held bigint not null default 0 check (held >= 0),
  primary key (credential_id, period, bucket)
);

-- Things a credential may do so many times in a UTC day, whatever they cost.
create table daily_count (
  credential_id text not null,
  kind text not null,
  bucket date not null,
  used integer not null check (used >= 0),
  primary key (credential_id, kind, bucket)
);

create table credit_reservation (
  id text primary key,
  org_id text not null references organization (id),
  credential_id text not null,
  surface text not null check (surface in ('api', 'mcp')),
  operation text not null,
  project_id text,
  idempotency_key text,
  -- The UTC day and month the charge lands in, even when it is settled after midnight.
  day date not null,
  month date not null,
  held bigint not null check (held >= 0),
  -- Cost written down before each paid step, in thousandths of a credit; what a reservation whose process died is
  -- settled at, rounded up.
  metered_millicredits bigint not null default 0 check (metered_millicredits >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  charged bigint not null default 0 check (charged >= 0 and charged <= held),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create index credit_reservation_expiry_idx on credit_reservation (expires_at) where state = 'held';

create table ledger_entry (
  id text primary key,
  org_id text not null references organization (id),
  kind text not null check (kind in ('grant', 'reserve', 'settle', 'release', 'debit')),
  amount bigint not null check (amount >= 0),
  reservation_id text references credit_reservation (id),
  operation text not null,
  credential_id text,
  surface text check (surface in ('api', 'mcp')),
  project_id text,
  idempotency_key text,
  note text not null default '',
  created_at timestamptz not null default now()
);

create index ledger_entry_org_idx on ledger_entry (org_id, created_at desc, id desc);
-- Settling and releasing happen once for each reservation; holding may be extended.
create unique index ledger_entry_end_key on ledger_entry (reservation_id, kind) where kind in ('settle', 'release');

create table ledger_posting (
  entry_id text not null references ledger_entry (id),
  account text not null check (account in ('available', 'held', 'earned', 'granted')),
  amount bigint not null,
  primary key (entry_id, account)
);

-- The last guard: an entry that does not balance is refused at commit, and what is written is never changed.
create function assert_entry_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_posting where entry_id = new.entry_id) <> 0 then
    raise exception 'the postings of ledger entry % do not add up to zero', new.entry_id;
  end if;
  return null;
end $$;

create constraint trigger ledger_posting_balances
  after insert on ledger_posting
  deferrable initially deferred
  for each row execute function assert_entry_balances();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end $$;

create trigger ledger_entry_is_final
  before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();

create trigger ledger_posting_is_final
  before update or delete on ledger_posting
  for each row execute function refuse_ledger_change();
