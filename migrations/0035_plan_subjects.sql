-- What decisions of site plans are about, so that they are suspended when it changes, and the goal that a session serves.
-- Locks: plan_decision and planning_session, for as long as a nullable column takes. Kind: expand.

alter table plan_decision add column subject text;

-- Null: whatever the goal says.
alter table planning_session add column goal_revision integer;
