import { type Queryable, sql } from "../../../migrations/index.ts";

/** An organization as it is kept. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly plan: "standard" | "free";
  /** Whether the organization may write site plans. */
  readonly has_site_plan_studio: boolean;
  readonly created_at: Date;
}

/** A person's place in an organization. */
export interface MemberRow {
  readonly org_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "owner" | "member";
  readonly is_active: boolean;
  readonly created_at: Date;
}

/** Adds an organization. */
export async function insertOrganization(
  db: Queryable,
  row: { id: string; name: string; plan: string },
): Promise<void> {
  await db.query(sql`-- insert_organization
    insert into organization (id, name, plan)
    values (${row.id}, ${row.name}, ${row.plan})`);
}

/**
 * Makes what begins a store wait for each other, until the transaction ends.
 *
 * Locks   the organization table against writes, not against reads
 */
export async function lockOrganizations(db: Queryable): Promise<void> {
  await db.query(sql`-- lock_organizations
    lock table organization in share row exclusive mode`);
}

/** Lists every organization, oldest first. */
export async function listOrganizations(db: Queryable): Promise<OrganizationRow[]> {
  return db.query<OrganizationRow>(sql`-- list_organizations
    select id, name, plan, has_site_plan_studio, created_at
    from organization
    order by created_at, id`);
}

/** Finds an organization by its id. */
export async function findOrganization(db: Queryable, orgId: string): Promise<OrganizationRow | undefined> {
  const rows = await db.query<OrganizationRow>(sql`-- find_organization
    select id, name, plan, has_site_plan_studio, created_at
    from organization
    where id = ${orgId}`);
  return rows[0];
}

/** Changes the plan of an organization; false when there is none. */
export async function updatePlan(db: Queryable, orgId: string, plan: string): Promise<boolean> {
  const rows = await db.query(sql`-- update_organization_plan
    update organization
    set plan = ${plan}
    where id = ${orgId}
    returning id`);
  return rows.length > 0;
}

/** Switches the site-planning studio of an organization. */
export async function updateStudio(db: Queryable, orgId: string, isOn: boolean): Promise<void> {
  await db.query(sql`-- update_organization_studio
    update organization
    set has_site_plan_studio = ${isOn}
    where id = ${orgId}`);
}

/** Changes the name of an organization. */
export async function updateOrganizationName(db: Queryable, orgId: string, name: string): Promise<void> {
  await db.query(sql`-- update_organization_name
    update organization
    set name = ${name}
    where id = ${orgId}`);
}

/** Locks an organization, so that changes to its owners come one after another. */
export async function lockOrganization(db: Queryable, orgId: string): Promise<void> {
  await db.query(sql`-- lock_organization
    select id
    from organization
    where id = ${orgId}
    for update`);
}

/** Adds a person, or gives the one who has the e-mail address already. */
export async function insertUser(
  db: Queryable,
  row: { id: string; email: string; name: string },
): Promise<{ id: string }> {
  const rows = await db.query<{ id: string }>(sql`-- insert_user
    insert into app_user (id, email, name)
    values (${row.id}, ${row.email}, ${row.name})
    on conflict (lower(email)) do update set
      name = case when app_user.name = '' then excluded.name else app_user.name end
    returning id`);
  const [user] = rows;
  if (!user) throw new Error("the user was neither added nor found");
  return user;
}

/** Puts a person into an organization, or back into it. */
export async function upsertMembership(
  db: Queryable,
  row: { orgId: string; userId: string; role: string },
): Promise<void> {
  await db.query(sql`-- upsert_membership
    insert into membership (org_id, user_id, role)
    values (${row.orgId}, ${row.userId}, ${row.role})
    on conflict (org_id, user_id) do update set
      role = excluded.role,
      is_active = true`);
}

/** Lists the people of an organization, or of all. */
export async function listMembers(db: Queryable, orgId: string | null): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`-- list_members
    select membership.org_id, membership.user_id, app_user.email, app_user.name, membership.role,
      membership.is_active, membership.created_at
    from membership
    join app_user on app_user.id = membership.user_id
    where ${orgId}::text is null or membership.org_id = ${orgId}
    order by membership.created_at, membership.user_id`);
}

/** Finds one person's place in an organization. */
export async function findMember(db: Queryable, orgId: string, userId: string): Promise<MemberRow | undefined> {
  const rows = await db.query<MemberRow>(sql`-- find_member
    select membership.org_id, membership.user_id, app_user.email, app_user.name, membership.role,
      membership.is_active, membership.created_at
    from membership
    join app_user on app_user.id = membership.user_id
    where membership.org_id = ${orgId} and membership.user_id = ${userId}`);
  return rows[0];
}

/** Changes a person's role or takes them out; their row stays, because what they made names them. */
export async function updateMembership(
  db: Queryable,
  row: { orgId: string; userId: string; role: string; isActive: boolean },
): Promise<void> {
  await db.query(sql`-- update_membership
    update membership
    set role = ${row.role}, is_active = ${row.isActive}
    where org_id = ${row.orgId} and user_id = ${row.userId}`);
}
