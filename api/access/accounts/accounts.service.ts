import { type Database, newId } from "../../../migrations/index.ts";
import { unstorableText } from "../../http/unstorable-text.ts";
import { AccessRefused } from "../access.errors.ts";
import { revokeInvitationsTo } from "../account-links/account-links.repository.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import { type AuditAction, type AuditActor, type AuditEvent, systemActor } from "../audit/audit-event.ts";
import * as repository from "./accounts.repository.ts";

/** Credits an organization starts with. */
export const startingCredits = 10_000;

/** Organizations and their people; each change is in the audit log. */
export interface Accounts {
  /** Makes an organization with its starting credits. */
  createOrganization(
    input: { name: string; plan?: "standard" | "free" },
    actor?: AuditActor,
  ): Promise<repository.OrganizationRow>;
  listOrganizations(): Promise<repository.OrganizationRow[]>;
  /** Throws AccessRefused when there is no such organization. */
  getOrganization(orgId: string): Promise<repository.OrganizationRow>;
  /** Throws AccessRefused when the name cannot be one. */
  renameOrganization(orgId: string, name: string, actor: AuditActor): Promise<void>;
  setPlan(orgId: string, plan: "standard" | "free", actor?: AuditActor): Promise<repository.OrganizationRow>;
  /** Lets an organization write site plans, or no longer. Throws AccessRefused when there is no such organization. */
  setStudio(orgId: string, isOn: boolean, actor?: AuditActor): Promise<repository.OrganizationRow>;
  /** Puts a person into an organization; one who was taken out comes back, without their old keys. */
  addMember(
    input: {
      orgId: string;
      email: string;
      name?: string;
      role: "owner" | "member";
    },
    actor?: AuditActor,
  ): Promise<repository.MemberRow>;
  listMembers(orgId: string | null): Promise<repository.MemberRow[]>;
  /** Changes a role; what the person and their keys may do is another from the next request on. */
  setRole(orgId: string, userId: string, role: "owner" | "member", actor?: AuditActor): Promise<repository.MemberRow>;
  /** Takes a person out and kills every credential and invitation of theirs there, in one transaction. */
  deactivate(orgId: string, userId: string, actor?: AuditActor): Promise<repository.MemberRow>;
}

/** What accounts need from their siblings. */
export interface AccountsDeps {
  readonly db: Database;
  readonly grantCredits: (orgId: string, amount: number, note: string, actor: AuditActor) => Promise<void>;
  readonly revokeCredentialsOf: (orgId: string, userId: string) => Promise<void>;
}

/** Makes the service of organizations and people. */
export function makeAccounts({ db, grantCredits, revokeCredentialsOf }: AccountsDeps): Accounts {
  async function getOrganization(orgId: string) {
    const organization = await repository.findOrganization(db, orgId);
    if (!organization) throw new AccessRefused("access.unknown-organization", `there is no organization ${orgId}`);
    return organization;
  }

  async function getMember(orgId: string, userId: string) {
    const member = await repository.findMember(db, orgId, userId);
    if (!member) throw new AccessRefused("access.unknown-user", `there is no user ${userId} in ${orgId}`);
    return member;
  }

  /** An organization without an owner could never be managed again. */
  async function assertOwnerRemains(orgId: string, leavingUserId: string) {
    const members = await repository.listMembers(db, orgId);
    const remains = members.some(
      (member) => member.is_active && member.role === "owner" && member.user_id !== leavingUserId,
    );
    if (!remains) throw new AccessRefused("access.last-owner", "an organization must keep one active owner");
  }

  const audit = (
    organizationId: string,
    actor: AuditActor,
    action: AuditAction,
    target: string,
    details: AuditEvent["details"] = {},
  ) => recordAudit(db, { organizationId, actor, action, target, details });

  async function change(
    orgId: string,
    userId: string,
    next: { role?: "owner" | "member"; isActive?: boolean },
    actor: AuditActor,
  ) {
    return db.transaction(async () => {
      await repository.lockOrganization(db, orgId);
      const member = await getMember(orgId, userId);
      const role = next.role ?? member.role;
      const isActive = next.isActive ?? member.is_active;
      const isLeaving = member.role === "owner" && member.is_active && !(role === "owner" && isActive);
      if (isLeaving) await assertOwnerRemains(orgId, userId);
      await repository.updateMembership(db, { orgId, userId, role, isActive });
      if (!isActive) {
        await revokeCredentialsOf(orgId, userId);
        await revokeInvitationsTo(db, orgId, member.email);
      }
      if (member.is_active && !isActive) await audit(orgId, actor, "member-removed", userId, { email: member.email });
      if (member.role !== role) {
        await audit(orgId, actor, "role-changed", userId, { email: member.email, role_before: member.role, role });
      }
      return { ...member, role, is_active: isActive };
    });
  }

  return {
    getOrganization,
    async createOrganization({ name, plan = "standard" }, actor = systemActor) {
      const trimmed = organizationName(name);
      const id = newId("organization");
      return db.transaction(async () => {
        await repository.insertOrganization(db, { id, name: trimmed, plan });
        await audit(id, actor, "organization-created", id, { name: trimmed, plan });
        await grantCredits(id, startingCredits, "starting credits", actor);
        return getOrganization(id);
      });
    },
    async renameOrganization(orgId, name, actor) {
      const trimmed = organizationName(name);
      await db.transaction(async (tx) => {
        await repository.lockOrganization(tx, orgId);
        const before = await getOrganization(orgId);
        if (before.name === trimmed) return;
        await repository.updateOrganizationName(tx, orgId, trimmed);
        await audit(orgId, actor, "organization-renamed", orgId, { name_before: before.name, name: trimmed });
      });
    },
    listOrganizations: () => repository.listOrganizations(db),
    setPlan: (orgId, plan, actor = systemActor) =>
      db.transaction(async () => {
        await getOrganization(orgId);
        await repository.updatePlan(db, orgId, plan);
        await audit(orgId, actor, "plan-changed", orgId, { plan });
        return getOrganization(orgId);
      }),
    setStudio: (orgId, isOn, actor = systemActor) =>
      db.transaction(async () => {
        await getOrganization(orgId);
        await repository.updateStudio(db, orgId, isOn);
        await audit(orgId, actor, "studio-changed", orgId, { studio: isOn ? "on" : "off" });
        return getOrganization(orgId);
      }),
    async addMember({ orgId, email, name = "", role }, actor = systemActor) {
      const address = emailAddress(email);
      return db.transaction(async () => {
        await getOrganization(orgId);
        await repository.lockOrganization(db, orgId);
        const user = await repository.insertUser(db, { id: newId("user"), email: address, name: name.trim() });
        await repository.upsertMembership(db, { orgId, userId: user.id, role });
        await audit(orgId, actor, "member-added", user.id, { email: address, role });
        return getMember(orgId, user.id);
      });
    },
    listMembers: (orgId) => repository.listMembers(db, orgId),
    setRole: (orgId, userId, role, actor = systemActor) => change(orgId, userId, { role }, actor),
    deactivate: (orgId, userId, actor = systemActor) => change(orgId, userId, { isActive: false }, actor),
  };
}

function organizationName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 200 && !unstorableText(name)) return name;
  throw new AccessRefused("access.invalid", "the name of an organization has 1 to 200 characters");
}

/**
 * Gives an e-mail address without space around it.
 *
 * @throws AccessRefused access.invalid
 */
export function emailAddress(text: string): string {
  const address = text.trim();
  if (address.length <= 254 && !unstorableText(address) && /^[^\s@]{1,64}@[^\s@]+$/.test(address)) return address;
  throw new AccessRefused("access.invalid", `${JSON.stringify(text)} is not an e-mail address`);
}
