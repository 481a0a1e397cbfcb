import { type Queryable, sql } from "../../../migrations/index.ts";

/** A link by which a person comes in, as it is kept: without its token. */
export interface AccountLinkRow {
  readonly id: string;
  readonly kind: "invitation" | "password";
  readonly org_id: string;
  readonly organization_name: string;
  /** The person a password link is for. */
  readonly user_id: string | null;
  readonly email: string;
  /** The role an invitation gives. */
  readonly role: "owner" | "member" | null;
  readonly created_by: string | null;
  readonly created_by_email: string | null;
  readonly expires_at: Date;
  readonly is_expired: boolean;
  readonly created_at: Date;
}

const columns = sql`link.id, link.kind, link.org_id, organization.name as organization_name, link.user_id, link.email,
  link.role, link.created_by, maker.email as created_by_email, link.expires_at, link.expires_at <= now() as is_expired,
  link.created_at`;

/** The link is unused, and whoever made it may still invite: an owner's invitations end with their being owner. */
const isOpen = sql`link.spent_at is null and link.revoked_at is null and (link.created_by is null or exists (
    select 1
    from membership
    where membership.org_id = link.org_id and membership.user_id = link.created_by and membership.is_active
      and membership.role = 'owner'))`;

/** Adds a link. */
export async function insertLink(
  db: Queryable,
  row: {
    id: string;
    tokenHash: Uint8Array;
    kind: "invitation" | "password";
    orgId: string;
    userId: string | null;
    email: string;
    role: "owner" | "member" | null;
    createdBy: string | null;
    lifetimeSeconds: number;
  },
): Promise<Date> {
  const rows = await db.query<{ expires_at: Date }>(sql`-- insert_account_link
    insert into account_link (id, token_hash, kind, org_id, user_id, email, role, created_by, expires_at)
    values (${row.id}, ${row.tokenHash}, ${row.kind}, ${row.orgId}, ${row.userId}, ${row.email}, ${row.role},
      ${row.createdBy}, now() + make_interval(secs => ${row.lifetimeSeconds}))
    returning expires_at`);
  const [made] = rows;
  if (!made) throw new Error("the link was not stored");
  return made.expires_at;
}

/** Finds the unused link of a token; one that has expired is found too, so that the page can say so. */
export async function findOpenLink(db: Queryable, tokenHash: Uint8Array): Promise<AccountLinkRow | undefined> {
  const rows = await db.query<AccountLinkRow>(sql`-- find_open_account_link
    select ${columns}
    from account_link as link
    join organization on organization.id = link.org_id
    left join app_user as maker on maker.id = link.created_by
    where link.token_hash = ${tokenHash} and ${isOpen}`);
  return rows[0];
}

/** Uses a link up; of any number of callers at once exactly one gets true. */
export async function spendLink(db: Queryable, linkId: string): Promise<boolean> {
  const rows = await db.query(sql`-- spend_account_link
    update account_link as link
    set spent_at = now()
    where link.id = ${linkId} and link.expires_at > now() and ${isOpen}
    returning link.id`);
  return rows.length > 0;
}

/** Lists the invitations of an organization that can still be accepted, newest first. */
export async function listOpenInvitations(db: Queryable, orgId: string): Promise<AccountLinkRow[]> {
  return db.query<AccountLinkRow>(sql`-- list_open_invitations
    select ${columns}
    from account_link as link
    join organization on organization.id = link.org_id
    left join app_user as maker on maker.id = link.created_by
    where link.org_id = ${orgId} and link.kind = 'invitation' and link.expires_at > now() and ${isOpen}
    order by link.created_at desc, link.id desc`);
}

/** Takes an unused invitation of an organization back; gives its address, or nothing when there is none. */
export async function revokeInvitation(db: Queryable, orgId: string, linkId: string): Promise<string | undefined> {
  const rows = await db.query<{ email: string }>(sql`-- revoke_invitation
    update account_link
    set revoked_at = now()
    where id = ${linkId} and org_id = ${orgId} and kind = 'invitation' and spent_at is null and revoked_at is null
    returning email`);
  return rows[0]?.email;
}

/** Takes back the unused invitations of an organization to an address. */
export async function revokeInvitationsTo(db: Queryable, orgId: string, email: string): Promise<void> {
  await db.query(sql`-- revoke_invitations_to
    update account_link
    set revoked_at = now()
    where org_id = ${orgId} and kind = 'invitation' and lower(email) = lower(${email}) and spent_at is null
      and revoked_at is null`);
}

/** Takes back the unused password links of a person. */
export async function revokePasswordLinksOf(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`-- revoke_password_links_of
    update account_link
    set revoked_at = now()
    where user_id = ${userId} and kind = 'password' and spent_at is null and revoked_at is null`);
}

/** Lets one transaction at a time look whether there is a link and make one. */
export async function lockLinks(db: Queryable): Promise<void> {
  await db.query(sql`-- lock_account_links
    lock table account_link in share row exclusive mode`);
}

/** Tells whether any link was ever made. */
export async function hasAnyLink(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`-- has_any_account_link
    select id
    from account_link
    limit 1`);
  return rows.length > 0;
}

/** Tells whether a person works in another organization than the one named. */
export async function isActiveElsewhere(db: Queryable, userId: string, orgId: string): Promise<boolean> {
  const rows = await db.query(sql`-- is_active_elsewhere
    select org_id
    from membership
    where user_id = ${userId} and org_id <> ${orgId} and is_active
    limit 1`);
  return rows.length > 0;
}

/** Changes how a person is reached, and called unless the name is empty; false when another person has the address. */
export async function updatePerson(
  db: Queryable,
  person: { userId: string; email: string; name: string },
): Promise<boolean> {
  const rows = await db.query(sql`-- update_person
    update app_user
    set email = ${person.email}, name = coalesce(nullif(${person.name}, ''), name)
    where id = ${person.userId} and not exists (
      select 1
      from app_user as other
      where lower(other.email) = lower(${person.email}) and other.id <> ${person.userId})
    returning id`);
  return rows.length > 0;
}

/**
 * Deletes links that ended a month ago, used, taken back or expired; gives their number. The first one ever made stays:
 * by it a store is known to have been set up once.
 */
export async function sweepLinks(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_account_links
    delete from account_link
    where coalesce(spent_at, revoked_at, expires_at) < now() - interval '30 days'
      and id <> (select min(first.id) from account_link as first)
    returning id`);
  return rows.length;
}
