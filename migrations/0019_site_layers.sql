-- The layers of a site: what providers, registered GIS services and uploads returned around the parcels of a project.
-- Locks: nothing that exists. Kind: expand.

create table site_layer (
  project_id text not null references project (id) on delete cascade,
  -- A name of the contract such as 'flood', or for other layers 'gis:<source id>:<layer>' and 'upload:<document id>:<layer>'.
  layer text not null,
  kind text not null check (kind in ('standard', 'registered', 'upload')),
  title text not null,
  state text not null check (state in ('pending', 'ready', 'empty', 'unavailable', 'failed', 'not_published', 'skipped')),
  -- Why the layer is not ready, in words for the user.
  detail text,
  feature_count integer not null default 0,
  -- GeoJSON features in WGS 84; read by exports and maps, never by the poll.
  features jsonb,
  summary jsonb not null default '{}',
  -- Provider, dataset, address without token, edition, attribution, licence, whether synthetic.
  provenance jsonb,
  fetched_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (project_id, layer)
);
