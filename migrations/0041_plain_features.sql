-- Features of layers as plain, unpacked JSON: they are only ever read whole, and to take jsonb apart and to pack it holds the
-- store 50 ms a megabyte.
-- Locks: site_layer, for as long as it takes to write it anew. Kind: expand.

alter table site_layer alter column features type json using features::json;
alter table site_layer alter column features set storage external;
