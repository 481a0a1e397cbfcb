-- Revisions that operators took back: one is never made live again, and its text stays for the answers that cite it.
-- Locks: document_revision, for as long as an empty column takes. Kind: expand.

alter table document_revision add column withdrawn_at timestamptz;

-- Finds the jobs of one re-ingest.
create index background_job_reingest_idx on background_job ((payload ->> 'run_id')) where name = 'document-reingest';
