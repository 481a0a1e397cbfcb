import { createHash, randomBytes } from "node:crypto";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { AccessRefused } from "../access.errors.ts";
import { findMember, listMembers } from "../accounts/accounts.repository.ts";
import { type Accounts, emailAddress } from "../accounts/accounts.service.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import { type AuditActor, operatorActor, systemActor } from "../audit/audit-event.ts";
import { findPasswordByEmail } from "../sessions/passwords.repository.ts";
import type { Caller, Passwords } from "../sessions/passwords.service.ts";
import type { FreshSession, Sessions } from "../sessions/sessions.service.ts";
import * as repository from "./account-links.repository.ts";

/** A link that has just been made; its address is known this once. */
export interface FreshAccountLink {
  readonly linkId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** What a link asks of the person who opened it. */
export interface OpenedLink {
  readonly row: repository.AccountLinkRow;
  /**
   * `choose`: a new password. `know`: the password the person has already. `operator`: the account has no password and
   * belongs to another organization too, so this organization's link must not set one.
   */
  readonly asks: "choose" | "know" | "operator";
}

/** One-time links by which people come in: there is no mail, so whoever makes a link passes it on. */
export interface AccountLinks {
  /** Invites an address into an organization; an earlier invitation to it ends. Throws AccessRefused. */
  invite(
    input: { orgId: string; email: string; role: "owner" | "member"; createdBy: string | null },
    actor: AuditActor,
  ): Promise<FreshAccountLink>;
  /** Lets a person choose a new password; operators only. An earlier link of the person ends. Throws AccessRefused. */
  makePasswordLink(input: { orgId: string; userId: string }, actor: AuditActor): Promise<FreshAccountLink>;
  /**
   * The first link of a store in which nobody has a password and no link was ever made; else undefined.
   *
   * Locks   the table of links, so that of several processes starting on one database one makes it
   */
  makeFirstLink(): Promise<FreshAccountLink | undefined>;
  listInvitations(orgId: string): Promise<repository.AccountLinkRow[]>;
  /** Throws AccessRefused when there is no such open invitation in the organization. */
  revokeInvitation(orgId: string, linkId: string, actor: AuditActor): Promise<void>;
  /** Looks behind a link without using it up; undefined when it is unknown, used or taken back. */
  open(token: string): Promise<OpenedLink | undefined>;
  /** Uses a link up and signs the person in; the password has been checked or is the new one. Throws AccessRefused. */
  accept(
    link: OpenedLink,
    person: { name: string; email: string; password: string },
    caller: Caller,
  ): Promise<FreshSession>;
}

/** What links need from the rest. */
export interface AccountLinksDeps {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Without a final slash. */
  readonly baseUrl: string;
}

/** Units  seconds */
const lifetimes = { invitation: 7 * 24 * 60 * 60, password: 24 * 60 * 60, firstStart: 7 * 24 * 60 * 60 } as const;

/** Makes the service of links. */
export function makeAccountLinks({ db, accounts, passwords, sessions, baseUrl }: AccountLinksDeps): AccountLinks {
  async function makeLink(
    row: Omit<Parameters<typeof repository.insertLink>[1], "id" | "tokenHash">,
  ): Promise<FreshAccountLink> {
    const token = randomBytes(32).toString("base64url");
    const linkId = newId("accountLink");
    const expiresAt = await repository.insertLink(db, { ...row, id: linkId, tokenHash: hashOf(token) });
    return { linkId, url: `${baseUrl}/account/link/${token}`, expiresAt };
  }

  async function passwordLink(
    { orgId, userId }: { orgId: string; userId: string },
    actor: AuditActor,
    lifetimeSeconds: number,
  ) {
    return db.transaction(async (tx) => {
      const member = await findMember(tx, orgId, userId);
      if (!member?.is_active) {
        throw new AccessRefused("access.unknown-user", `there is no active user ${userId} in ${orgId}`);
      }
      await repository.revokePasswordLinksOf(tx, userId);
      await recordAudit(tx, { organizationId: orgId, actor, action: "password-link-made", target: userId });
      const { email } = member;
      return makeLink({ kind: "password", orgId, userId, email, role: null, createdBy: null, lifetimeSeconds });
    });
  }

  async function asksOf(row: repository.AccountLinkRow, tx: Queryable): Promise<OpenedLink["asks"]> {
    if (row.kind === "password") return "choose";
    const known = await findPasswordByEmail(tx, row.email);
    if (!known) return "choose";
    if (known.hash !== null) return "know";
    return (await repository.isActiveElsewhere(tx, known.user_id, row.org_id)) ? "operator" : "choose";
  }

  /** Gives the person behind a link: the one it names, or the one its address now belongs to. */
  async function admit(tx: Queryable, row: repository.AccountLinkRow, person: { name: string; email: string }) {
    if (row.user_id !== null) {
      const isChanged = await repository.updatePerson(tx, { userId: row.user_id, ...person });
      if (!isChanged) throw new AccessRefused("access.invalid", "another person here has this e-mail address");
      return row.user_id;
    }
    const { org_id: orgId, email, role } = row;
    // Whoever invited has added the member; the person themselves accepts, which is an event of its own.
    const actor: AuditActor =
      row.created_by === null ? operatorActor : { kind: "user", id: row.created_by, surface: "account" };
    const member = await accounts.addMember({ orgId, email, name: person.name, role: role ?? "member" }, actor);
    return member.user_id;
  }

  return {
    async invite({ orgId, email, role, createdBy }, actor) {
      const address = emailAddress(email);
      return db.transaction(async (tx) => {
        await accounts.getOrganization(orgId);
        const members = await listMembers(tx, orgId);
        if (members.some((one) => one.is_active && one.email.toLowerCase() === address.toLowerCase())) {
          throw new AccessRefused("access.invalid", `${address} is a member of the organization already`);
        }
        await repository.revokeInvitationsTo(tx, orgId, address);
        const lifetimeSeconds = lifetimes.invitation;
        const fresh = await makeLink({
          kind: "invitation",
          orgId,
          userId: null,
          email: address,
          role,
          createdBy,
          lifetimeSeconds,
        });
        const details = { email: address, role };
        await recordAudit(tx, {
          organizationId: orgId,
          actor,
          action: "member-invited",
          target: fresh.linkId,
          details,
        });
        return fresh;
      });
    },
    makePasswordLink: (input, actor) => passwordLink(input, actor, lifetimes.password),
    async makeFirstLink() {
      return db.transaction(async (tx) => {
        await repository.lockLinks(tx);
        if ((await passwords.hasAny()) || (await repository.hasAnyLink(tx))) return undefined;
        const owner = (await listMembers(tx, null)).find((member) => member.role === "owner" && member.is_active);
        if (!owner) return undefined;
        return passwordLink({ orgId: owner.org_id, userId: owner.user_id }, systemActor, lifetimes.firstStart);
      });
    },
    listInvitations: (orgId) => repository.listOpenInvitations(db, orgId),
    async revokeInvitation(orgId, linkId, actor) {
      await db.transaction(async (tx) => {
        const email = await repository.revokeInvitation(tx, orgId, linkId);
        if (email === undefined) throw new AccessRefused("access.unknown-user", `there is no invitation ${linkId}`);
        const details = { email };
        await recordAudit(tx, { organizationId: orgId, actor, action: "invitation-revoked", target: linkId, details });
      });
    },
    async open(token) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
      const row = await repository.findOpenLink(db, hashOf(token));
      return row && { row, asks: await asksOf(row, db) };
    },
    async accept({ row, asks }, { password, name, email }, caller) {
      const person = { name: name.trim(), email: emailAddress(email) };
      // Before the transaction: hashing takes its time, and a transaction holds locks.
      const hash = asks === "choose" ? await passwords.hash(password) : null;
      return db.transaction(async (tx) => {
        const isSpent = await repository.spendLink(tx, row.id);
        if (!isSpent || (await asksOf(row, tx)) !== asks) {
          throw new AccessRefused("access.invalid", "this link was used or taken back a moment ago; ask for a new one");
        }
        const userId = await admit(tx, row, person);
        const actor: AuditActor = { kind: "user", id: userId, surface: "account", ...caller };
        const event = { organizationId: row.org_id, actor, target: userId };
        if (row.kind === "invitation") await recordAudit(tx, { ...event, action: "invitation-accepted" });
        if (hash !== null) {
          await passwords.store(tx, userId, hash);
          await sessions.endAllOf(userId);
          await recordAudit(tx, { ...event, action: "password-set" });
        }
        await recordAudit(tx, { ...event, action: "sign-in" });
        return sessions.start(tx, { userId, organizationId: row.org_id });
      });
    },
  };
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();
