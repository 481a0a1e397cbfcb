-- The area of a parcel as its record states it, beside the area that was measured inside its boundary.
-- Locks: project_parcel for an instant; a column without a default rewrites nothing. Kind: expand.

alter table project_parcel add column recorded_square_feet double precision;
