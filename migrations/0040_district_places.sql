-- Where a revision of a document rules on the uses and the standards of districts. Rules of earlier readings are read anew.
-- Locks: document_rule_set, for as long as a column with a constant default takes. Kind: expand.

alter table document_rule_set add column places jsonb not null default '[]'::jsonb;
