-- Ended jobs: found without reading the whole table, forgotten after a while, and tied to the request that asked for them.
-- Locks: background_job and agent_turn against writes while the indexes are built. Kind: expand.

-- The trace context of the request that asked for the job, as the traceparent header of W3C Trace Context has it.
alter table background_job add column traceparent text;

create index background_job_open_idx on background_job (state, name) where state in ('queued', 'running', 'failed');
create index background_job_ended_idx on background_job (finished_at) where finished_at is not null;
create index background_job_forgotten_idx on background_job (name, finished_at) where finished_at is not null;
create index background_job_failed_idx on background_job (finished_at desc, id) where state = 'failed';

-- A turn outlives the job that ran it.
alter table agent_turn drop constraint agent_turn_background_job_id_fkey;
alter table agent_turn add constraint agent_turn_background_job_id_fkey
  foreign key (background_job_id) references background_job (id) on delete set null;
create index agent_turn_job_idx on agent_turn (background_job_id) where background_job_id is not null;
