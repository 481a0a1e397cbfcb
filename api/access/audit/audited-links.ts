import type { Database } from "../../../migrations/index.ts";
import type { LinkDirection } from "../../http/one-time-links.repository.ts";
import { type FreshLink, type LinkTarget, mintLink, spendLink } from "../../http/one-time-links.ts";
import type { Principal } from "../../http/principal.ts";
import { recordAudit } from "./audit.repository.ts";
import { principalActor } from "./audit-event.ts";

/** A link that is to be made for a caller. */
export interface AskedLink {
  readonly direction: LinkDirection;
  readonly orgId: string;
  /** The upload job or the artifact behind it. */
  readonly targetId: string;
  readonly minter: Principal;
  /** The file it leads to, as the audit log names it. */
  readonly filename: string;
}

/** Makes a one-time link together with its entry in the audit log. */
export function mintAuditedLink(db: Database, asked: AskedLink): Promise<FreshLink> {
  const { direction, orgId, targetId, minter, filename } = asked;
  return db.transaction(async (transaction) => {
    const link = await mintLink(transaction, { direction, orgId, targetId, mintedBy: minter.credentialId });
    await recordAudit(transaction, {
      organizationId: orgId,
      actor: principalActor(minter),
      action: "link-minted",
      target: targetId,
      details: { direction, filename },
    });
    return link;
  });
}

/**
 * Uses a one-time link up together with its entry in the audit log; of any number of callers at once exactly one gets
 * what is behind it.
 *
 * @throws Problem not_found, link_spent, link_expired
 */
export function spendAuditedLink(
  db: Database,
  token: string,
  { direction, filename }: Pick<AskedLink, "direction" | "filename">,
): Promise<LinkTarget> {
  return db.transaction(async (transaction) => {
    const target = await spendLink(transaction, token, direction);
    await recordAudit(transaction, {
      organizationId: target.orgId,
      // Whoever holds the link is not known, only where they came from and who made it.
      actor: { kind: "link", id: target.mintedBy, surface: "api" },
      action: "link-used",
      target: target.targetId,
      details: { direction, filename },
    });
    return target;
  });
}
