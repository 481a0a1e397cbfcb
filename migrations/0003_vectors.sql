-- Vectors, in a table of their own: undimensioned, so that models of any size stand side by side and are never mixed.
-- Locks: nothing that exists. Kind: expand.

create extension if not exists vector;

create table chunk_vector (
  chunk_id text not null references chunk (id) on delete cascade,
  embedder text not null,
  corpus_id text not null,
  document_id text not null,
  document_revision integer not null,
  ordinal integer not null,
  content_hash bytea not null,
  embedding vector not null,
  primary key (chunk_id, embedder)
);

-- Exact scan inside the searched revisions: the btree narrows to them, then every vector is compared.
create index chunk_vector_revision_idx on chunk_vector (document_id, document_revision, embedder);
-- Serves re-use of vectors when a document is read again.
create index chunk_vector_content_idx on chunk_vector (content_hash, document_id);
