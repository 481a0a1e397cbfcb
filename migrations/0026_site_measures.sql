-- What was measured of a site: areas, shares, distances. Made anew when its parcels or layers have changed.
-- Locks: nothing that exists. Kind: expand.

create table site_measure (
  project_id text primary key references project (id) on delete cascade,
  -- What it was measured from: hash of the parcels and of the times of the layers.
  basis text not null,
  measures jsonb not null,
  measured_at timestamptz not null default now()
);
