-- What is told of a file besides its name: warnings, reference system, layers, extent.
-- Locks: artifact, for an instant. Kind: expand.

alter table artifact add column metadata jsonb;
