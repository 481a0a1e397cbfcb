-- GIS services that were registered, once for each jurisdiction, with the layers that were found behind their addresses.
-- Locks: nothing that exists. Kind: expand.

create table gis_service (
  -- Of the project that registered it: "us/ma/somerville", "us/ma/middlesex-county", "us/ma".
  jurisdiction_key text not null,
  -- As it was given, without anything that could be a permission.
  url text not null,
  -- Addresses of the REST services that the address led to.
  rest_bases jsonb not null,
  -- Address, name, geometry and credit of each layer that was validated.
  layers jsonb not null,
  traced_at timestamptz not null default now(),
  primary key (jurisdiction_key, url)
);
