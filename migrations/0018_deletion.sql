-- Deleted projects: hidden from every caller at once, and removed by a job of their own.
-- Locks: project, for as long as adding an empty column takes. Kind: expand.

alter table project add column deleted_at timestamptz;
