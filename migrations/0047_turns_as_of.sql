-- The day whose documents a turn reads; null for the present ones.
-- Locks: agent_turn for an instant; a column without a default rewrites nothing. Kind: expand.

alter table agent_turn add column as_of date;
