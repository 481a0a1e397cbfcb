import { createHash, randomBytes } from "node:crypto";
import { type Queryable, type Statement, sql } from "../../migrations/index.ts";
import { problem } from "./problem.ts";

/** What a link lets its bearer do. */
export type LinkDirection = "upload" | "download";

/** A link that has just been made, with the one copy of its token. */
export interface FreshLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** What stands behind a link. */
export interface LinkTarget {
  readonly orgId: string;
  /** The upload job or the artifact. */
  readonly targetId: string;
  /** The credential that made the link. */
  readonly mintedBy: string;
}

const lifetimeSeconds = 15 * 60;

/**
 * Makes a one-time link; only the hash of its token is kept.
 *
 * Shape   43 characters of base64url, 256 random bits
 */
export async function mintLink(
  db: Queryable,
  link: LinkTarget & { readonly direction: LinkDirection },
): Promise<FreshLink> {
  const token = randomBytes(32).toString("base64url");
  const rows = await db.query<{ expires_at: Date }>(sql`-- mint_link
    insert into one_time_link (token_hash, direction, org_id, target_id, minted_by, expires_at)
    values (${hashOf(token)}, ${link.direction}, ${link.orgId}, ${link.targetId}, ${link.mintedBy},
      now() + make_interval(secs => ${lifetimeSeconds}))
    returning expires_at`);
  const [row] = rows;
  if (!row) throw new Error("the link was not stored");
  return { token, expiresAt: row.expires_at };
}

/**
 * Looks behind a link without using it up: for HEAD, and for checks that must come before the link is spent.
 *
 * Throws  Problem not_found, link_spent, link_expired
 */
export async function lookBehindLink(db: Queryable, token: string, direction: LinkDirection): Promise<LinkTarget> {
  const row = await findLink(db, condition(token, direction));
  return assertUsable(row);
}

/**
 * Uses a link up; of any number of callers at once exactly one gets what is behind it.
 *
 * Throws  Problem not_found, link_spent, link_expired
 */
export async function spendLink(db: Queryable, token: string, direction: LinkDirection): Promise<LinkTarget> {
  const link = condition(token, direction);
  const rows = await db.query<LinkRow>(sql`-- spend_link
    update one_time_link
    set spent_at = now()
    where ${link} and spent_at is null and revoked_at is null and expires_at > now()
    returning org_id, target_id, minted_by, false as is_spent, false as is_expired`);
  const [spent] = rows;
  if (spent) return targetFrom(spent);
  const target = assertUsable(await findLink(db, link));
  throw new Error(`the link behind ${target.targetId} is usable and could not be spent`);
}

/** Kills the unused links that a credential made. */
export async function revokeLinksMintedBy(db: Queryable, credentialId: string): Promise<void> {
  await db.query(sql`-- revoke_links_minted_by
    update one_time_link
    set revoked_at = now()
    where minted_by = ${credentialId} and spent_at is null and revoked_at is null`);
}

/** Deletes links a day after their end; until then a used one is still told from an unknown one. */
export async function sweepLinks(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_links
    delete from one_time_link
    where expires_at < now() - interval '1 day'
    returning target_id`);
  return rows.length;
}

interface LinkRow {
  readonly org_id: string;
  readonly target_id: string;
  readonly minted_by: string;
  readonly is_spent: boolean;
  readonly is_expired: boolean;
}

async function findLink(db: Queryable, link: Statement): Promise<LinkRow | undefined> {
  const rows = await db.query<LinkRow>(sql`-- find_link
    select org_id, target_id, minted_by, spent_at is not null as is_spent, expires_at <= now() as is_expired
    from one_time_link
    where ${link} and revoked_at is null`);
  return rows[0];
}

function assertUsable(row: LinkRow | undefined): LinkTarget {
  if (!row)
    throw problem("not_found", { detail: "There is no such link.", recovery: { action: "Mint a fresh link." } });
  if (row.is_spent) throw problem("link_spent");
  if (row.is_expired) throw problem("link_expired");
  return targetFrom(row);
}

const targetFrom = (row: LinkRow): LinkTarget => ({
  orgId: row.org_id,
  targetId: row.target_id,
  mintedBy: row.minted_by,
});

const condition = (token: string, direction: LinkDirection): Statement =>
  sql`token_hash = ${hashOf(token)} and direction = ${direction}`;

const hashOf = (token: string) => createHash("sha256").update(token).digest();
