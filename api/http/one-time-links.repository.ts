import { type Queryable, type Statement, sql } from "../../migrations/index.ts";

/** What a link lets its bearer do. */
export type LinkDirection = "upload" | "download";

/** A link as it is looked for: by the hash of its token, for what it is used. */
export interface LinkKey {
  readonly tokenHash: Buffer;
  readonly direction: LinkDirection;
}

/** A link as it is kept. */
export interface NewLink extends LinkKey {
  readonly orgId: string;
  readonly targetId: string;
  readonly mintedBy: string;
  readonly lifetimeSeconds: number;
}

/** A link that was made and not revoked. */
export interface LinkRow {
  readonly org_id: string;
  readonly target_id: string;
  readonly minted_by: string;
  readonly is_spent: boolean;
  readonly is_expired: boolean;
}

/** Keeps a link; gives the instant of its end, by the database's clock. */
export async function insertLink(db: Queryable, link: NewLink): Promise<Date> {
  const [row] = await db.query<{ expires_at: Date }>(sql`-- mint_link
    insert into one_time_link (token_hash, direction, org_id, target_id, minted_by, expires_at)
    values (${link.tokenHash}, ${link.direction}, ${link.orgId}, ${link.targetId}, ${link.mintedBy},
      now() + make_interval(secs => ${link.lifetimeSeconds}))
    returning expires_at`);
  if (!row) throw new Error("the link was not stored");
  return row.expires_at;
}

/** Finds a link, spent and expired ones too; undefined for one that was never made or was revoked. */
export async function findLink(db: Queryable, key: LinkKey): Promise<LinkRow | undefined> {
  const rows = await db.query<LinkRow>(sql`-- find_link
    select org_id, target_id, minted_by, spent_at is not null as is_spent, expires_at <= now() as is_expired
    from one_time_link
    where ${isLink(key)} and revoked_at is null`);
  return rows[0];
}

/** Marks a usable link as spent; undefined when it is not usable, so that of several callers one gets it. */
export async function spendUsableLink(db: Queryable, key: LinkKey): Promise<LinkRow | undefined> {
  const rows = await db.query<LinkRow>(sql`-- spend_link
    update one_time_link
    set spent_at = now()
    where ${isLink(key)} and spent_at is null and revoked_at is null and expires_at > now()
    returning org_id, target_id, minted_by, false as is_spent, false as is_expired`);
  return rows[0];
}

/** Kills the unused links that a credential made. */
export async function revokeLinksMintedBy(db: Queryable, credentialId: string): Promise<void> {
  await db.query(sql`-- revoke_links_minted_by
    update one_time_link
    set revoked_at = now()
    where minted_by = ${credentialId} and spent_at is null and revoked_at is null`);
}

/** Deletes links a day after their end; until then a used one is still told from an unknown one. Gives their number. */
export async function sweepLinks(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_links
    delete from one_time_link
    where expires_at < now() - interval '1 day'
    returning target_id`);
  return rows.length;
}

const isLink = ({ tokenHash, direction }: LinkKey): Statement =>
  sql`token_hash = ${tokenHash} and direction = ${direction}`;
