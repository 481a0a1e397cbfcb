-- The rules that were read from a revision of a document: its districts, and the standards with their evidence.
-- Locks: nothing that exists. Kind: expand.

create table document_rule_set (
  document_id text not null,
  revision integer not null,
  -- Which reading of rules made it; another version is read anew.
  rules_version integer not null,
  districts jsonb not null,
  rules jsonb not null,
  read_at timestamptz not null default now(),
  primary key (document_id, revision),
  foreign key (document_id, revision) references document_revision (document_id, revision) on delete cascade
);
