-- Which embedder's vectors searches compare, and which one the store is on its way to.
-- Locks: nothing that exists. Kind: expand.

create table embedding_state (
  -- One row for the store.
  is_only boolean primary key default true check (is_only),
  live text not null,
  -- Set while the vectors of another embedder are being made; searches go on with the live ones until all are there.
  target text
);
