-- The document whose next revision an upload becomes; null for a document of its own.
-- Locks: upload for an instant; a column without a default rewrites nothing. Kind: expand.

alter table upload add column replaces_document_id text;
