import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "../../migrations/index.ts";
import {
  findLink,
  insertLink,
  type LinkDirection,
  type LinkKey,
  type LinkRow,
  spendUsableLink,
} from "./one-time-links.repository.ts";
import { problem } from "./problem.ts";

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
  const expiresAt = await insertLink(db, { ...link, ...keyOf(token, link.direction), lifetimeSeconds });
  return { token, expiresAt };
}

/**
 * Looks behind a link without using it up: for HEAD, and for checks that must come before the link is spent.
 *
 * @throws Problem not_found, link_spent, link_expired
 */
export async function lookBehindLink(db: Queryable, token: string, direction: LinkDirection): Promise<LinkTarget> {
  return assertUsable(await findLink(db, keyOf(token, direction)));
}

/**
 * Uses a link up; of any number of callers at once exactly one gets what is behind it.
 *
 * @throws Problem not_found, link_spent, link_expired
 */
export async function spendLink(db: Queryable, token: string, direction: LinkDirection): Promise<LinkTarget> {
  const key = keyOf(token, direction);
  const spent = await spendUsableLink(db, key);
  if (spent) return targetFrom(spent);
  const target = assertUsable(await findLink(db, key));
  throw new Error(`the link behind ${target.targetId} is usable and could not be spent`);
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

const keyOf = (token: string, direction: LinkDirection): LinkKey => ({
  tokenHash: createHash("sha256").update(token).digest(),
  direction,
});
