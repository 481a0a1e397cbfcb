-- The rows of a revision's tables in parts, so that a sheet of half a million cells is stored in many small statements.
-- Locks: nothing that exists. Kind: expand.
--
-- document_revision.tables keeps what each table says of itself (caption, columns, notes, span), in the order of the
-- text. Revisions stored before this file have the rows there as well.

create table document_table_rows (
  document_id text not null,
  revision integer not null,
  -- Position of the table among those of its document, from 0.
  table_ordinal integer not null,
  -- Position of the part's first row in its table, from 0.
  first_row integer not null,
  rows jsonb not null,
  primary key (document_id, revision, table_ordinal, first_row),
  foreign key (document_id, revision) references document_revision (document_id, revision) on delete cascade
);
