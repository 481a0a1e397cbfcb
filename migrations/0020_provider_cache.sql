-- What outside data services answered, kept while it is fresh, and when the slow ones may be asked next.
-- Locks: nothing that exists. Kind: expand.

create table provider_cache (
  -- SHA-256 of provider, method, address and form, without tokens.
  key text primary key,
  provider text not null,
  -- Without tokens; for people who look at what is kept.
  url text not null,
  status integer not null,
  media_type text,
  -- Packed with gzip.
  body bytea not null,
  -- Of the body before it was packed.
  sha256 text not null,
  fetched_at timestamptz not null,
  fresh_until timestamptz not null
);

create index provider_cache_fresh_idx on provider_cache (fresh_until);
create index provider_cache_fetched_idx on provider_cache (fetched_at);

-- Providers that allow a number of requests in a time, counted over all processes of the service.
create table provider_pace (
  provider text primary key,
  next_request_at timestamptz not null
);
