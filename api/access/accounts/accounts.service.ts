import { type Database, newId } from "../../../migrations/index.ts";
import { AccessRefused } from "../access.errors.ts";
import * as repository from "./accounts.repository.ts";

/** Credits an organization starts with. */
export const startingCredits = 10_000;

/** Organizations and their people. */
export interface Accounts {
  /** Makes an organization with its starting credits. */
  createOrganization(input: { name: string; plan?: "standard" | "free" }): Promise<repository.OrganizationRow>;
  listOrganizations(): Promise<repository.OrganizationRow[]>;
  /** Throws AccessRefused when there is no such organization. */
  getOrganization(orgId: string): Promise<repository.OrganizationRow>;
  setPlan(orgId: string, plan: "standard" | "free"): Promise<repository.OrganizationRow>;
  /** Puts a person into an organization; one who was taken out comes back, without their old keys. */
  addMember(input: {
    orgId: string;
    email: string;
    name?: string;
    role: "owner" | "member";
  }): Promise<repository.MemberRow>;
  listMembers(orgId: string | null): Promise<repository.MemberRow[]>;
  setRole(orgId: string, userId: string, role: "owner" | "member"): Promise<repository.MemberRow>;
  /** Takes a person out and kills every credential that acts for them there, in one transaction. */
  deactivate(orgId: string, userId: string): Promise<repository.MemberRow>;
}

/** What accounts need from their siblings. */
export interface AccountsDeps {
  readonly db: Database;
  readonly grantCredits: (orgId: string, amount: number, note: string) => Promise<void>;
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

  async function change(orgId: string, userId: string, next: { role?: "owner" | "member"; isActive?: boolean }) {
    return db.transaction(async () => {
      await repository.lockOrganization(db, orgId);
      const member = await getMember(orgId, userId);
      const role = next.role ?? member.role;
      const isActive = next.isActive ?? member.is_active;
      const isLeaving = member.role === "owner" && member.is_active && !(role === "owner" && isActive);
      if (isLeaving) await assertOwnerRemains(orgId, userId);
      await repository.updateMembership(db, { orgId, userId, role, isActive });
      if (!isActive) await revokeCredentialsOf(orgId, userId);
      return { ...member, role, is_active: isActive };
    });
  }

  return {
    getOrganization,
    async createOrganization({ name, plan = "standard" }) {
      const trimmed = name.trim();
      if (trimmed.length < 1 || trimmed.length > 200) {
        throw new AccessRefused("access.invalid", "the name of an organization has 1 to 200 characters");
      }
      const id = newId("organization");
      return db.transaction(async () => {
        await repository.insertOrganization(db, { id, name: trimmed, plan });
        await grantCredits(id, startingCredits, "starting credits");
        return getOrganization(id);
      });
    },
    listOrganizations: () => repository.listOrganizations(db),
    async setPlan(orgId, plan) {
      await repository.updatePlan(db, orgId, plan);
      return getOrganization(orgId);
    },
    async addMember({ orgId, email, name = "", role }) {
      const address = emailAddress(email);
      return db.transaction(async () => {
        await getOrganization(orgId);
        await repository.lockOrganization(db, orgId);
        const user = await repository.insertUser(db, { id: newId("user"), email: address, name: name.trim() });
        await repository.upsertMembership(db, { orgId, userId: user.id, role });
        return getMember(orgId, user.id);
      });
    },
    listMembers: (orgId) => repository.listMembers(db, orgId),
    setRole: (orgId, userId, role) => change(orgId, userId, { role }),
    deactivate: (orgId, userId) => change(orgId, userId, { isActive: false }),
  };
}

function emailAddress(text: string): string {
  const address = text.trim();
  if (address.length <= 254 && /^[^\s@]{1,64}@[^\s@]+$/.test(address)) return address;
  throw new AccessRefused("access.invalid", `${JSON.stringify(text)} is not an e-mail address`);
}
