import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { AccessRefused } from "../access.errors.ts";
import type { AccountLinkRow } from "../account-links/account-links.repository.ts";
import type { AccountLinks, FreshAccountLink } from "../account-links/account-links.service.ts";
import type { MemberRow } from "../accounts/accounts.repository.ts";
import type { Accounts } from "../accounts/accounts.service.ts";
import { type Passwords, sessionActor } from "../sessions/passwords.service.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage, formToken } from "./account-page.ts";
import { confirmPage } from "./confirm-page.ts";
import { PageRefused, pageNotFound } from "./page-refused.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { askPasswordAgain } from "./step-up.ts";
import { address, day, field, table } from "./widgets.ts";
import { noticeOf, sentence } from "./words.ts";

/** What the pages of members show and change. */
export interface MembersPagesDeps {
  readonly accounts: Accounts;
  readonly links: AccountLinks;
  readonly passwords: Passwords;
}

interface MembersView {
  readonly email: string;
  readonly fault?: string;
  readonly status: number;
  readonly notice: { readonly tone: "good" | "bad"; readonly text: string } | null;
}

/** Declares the pages of members: everybody sees them, owners invite, change roles and remove. */
export function membersPages(pages: PageRoutes, deps: MembersPagesDeps): PlainRoute[] {
  const { accounts, links, passwords } = deps;
  return [
    pages.page("/account/members", async ({ session, url }) => {
      const done = noticeOf(url);
      const notice = done ? ({ tone: "good", text: done } as const) : null;
      return membersPage(deps, session, { email: "", status: 200, notice });
    }),
    pages.ownersForm("/account/members/invite", async (visit) => {
      const { session, form, caller } = visit;
      const email = form.text("email");
      const role = roleOf(form.text("role"));
      const asked = await askPasswordAgain(passwords, visit, { current: "members", doing: "invite somebody" });
      if (asked) return asked;
      const actor = sessionActor(session, caller);
      try {
        const input = { orgId: session.organizationId, email, role, createdBy: session.userId };
        return invitationPage(session, email, await links.invite(input, actor));
      } catch (error) {
        if (!(error instanceof AccessRefused)) throw error;
        return membersPage(deps, session, { email, fault: sentence(error.message), status: 422, notice: null });
      }
    }),
    pages.ownersPage("/account/members/invitations/{link_id}/revoke", async ({ session, params }) => {
      const open = await links.listInvitations(session.organizationId);
      const invitation = open.find((row) => row.id === params.link_id);
      if (!invitation) throw pageNotFound("invitation");
      return confirmPage(session, {
        current: "members",
        question: `Revoke the invitation of ${invitation.email}?`,
        consequence: "Its link stops working. You can invite the person again.",
        action: `/account/members/invitations/${invitation.id}/revoke`,
        button: "Revoke invitation",
        cancel: "/account/members",
      });
    }),
    pages.ownersForm("/account/members/invitations/{link_id}/revoke", async ({ session, params, caller }) => {
      await orNotFound("invitation", () =>
        links.revokeInvitation(session.organizationId, params.link_id ?? "", sessionActor(session, caller)),
      );
      return redirect("/account/members?notice=invitation-revoked");
    }),
    pages.ownersForm("/account/members/{user_id}/role", async (visit) => {
      const { session, params, form, caller } = visit;
      const role = roleOf(form.text("role"));
      const member = await memberOf(accounts, session, params.user_id);
      if (role === "owner" && member.role !== "owner") {
        const asked = await askPasswordAgain(passwords, visit, { current: "members", doing: "make somebody an owner" });
        if (asked) return asked;
      }
      return changed(deps, session, "role-changed", () =>
        accounts.setRole(session.organizationId, member.user_id, role, sessionActor(session, caller)),
      );
    }),
    pages.ownersPage("/account/members/{user_id}/remove", async ({ session, params }) =>
      removalPage(session, await memberOf(accounts, session, params.user_id)),
    ),
    pages.ownersForm("/account/members/{user_id}/remove", async ({ session, params, caller }) => {
      const member = await memberOf(accounts, session, params.user_id);
      return changed(deps, session, "member-removed", () =>
        accounts.deactivate(session.organizationId, member.user_id, sessionActor(session, caller)),
      );
    }),
  ];
}

async function memberOf(accounts: Accounts, session: Session, userId: string | undefined): Promise<MemberRow> {
  const members = await accounts.listMembers(session.organizationId);
  const member = members.find((one) => one.user_id === userId && one.is_active);
  if (!member) throw pageNotFound("member");
  return member;
}

function roleOf(text: string): "owner" | "member" {
  if (text === "owner" || text === "member") return text;
  throw new PageRefused(422, "No such role", "A role is owner or member; go back and choose one of them.");
}

async function orNotFound(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof AccessRefused ? pageNotFound(what) : error;
  }
}

async function changed(
  deps: MembersPagesDeps,
  session: Session,
  notice: string,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error;
    const text = `${sentence(error.message)} Make somebody else an owner first.`;
    return membersPage(deps, session, { email: "", status: 409, notice: { tone: "bad", text } });
  }
  return redirect(`/account/members?notice=${notice}`);
}

async function membersPage(deps: MembersPagesDeps, session: Session, view: MembersView): Promise<Response> {
  const isOwner = session.role === "owner";
  const members = (await deps.accounts.listMembers(session.organizationId)).filter((member) => member.is_active);
  const invitations = isOwner ? await deps.links.listInvitations(session.organizationId) : [];
  return accountPage({
    title: "Members",
    session,
    current: "members",
    status: view.status,
    notice: view.notice,
    body: html`<h1>Members</h1>
<p class="lead">Owners manage people, keys and credits, and their keys see every project. Members work in projects they own
or that are shared with them.</p>
<section class="card" aria-labelledby="people">
<h2 id="people">People of ${session.organizationName}</h2>
${memberTable(members, session)}
</section>
${isOwner ? inviteForm(session, view) : ""}
${isOwner && invitations.length > 0 ? openInvitations(invitations) : ""}`,
  });
}

function memberTable(members: readonly MemberRow[], session: Session): Html {
  const isOwner = session.role === "owner";
  const you = (member: MemberRow) => (member.user_id === session.userId ? html` <span class="badge">you</span>` : "");
  return table<MemberRow>({
    caption: "Members and their roles",
    rows: members,
    empty: "There is nobody.",
    columns: [
      {
        name: "Person",
        cell: (member) =>
          html`<span><b>${member.name || member.email}</b>${you(member)}${
            member.name ? html`<span class="sub">${member.email}</span>` : ""
          }</span>`,
      },
      { name: "Role", cell: (member) => (isOwner ? roleForm(member, session) : member.role) },
      { name: "Since", cell: (member) => day(member.created_at, "–") },
      ...(isOwner
        ? [
            {
              name: "Remove",
              isNameHidden: true,
              cell: (member: MemberRow) =>
                html`<a class="button quiet danger" href="/account/members/${member.user_id}/remove">Remove<span class="unseen"> ${member.email}</span></a>`,
            },
          ]
        : []),
    ],
  });
}

function roleForm(member: MemberRow, session: Session): Html {
  const option = (role: string, name: string) =>
    html`<option value="${role}"${member.role === role ? html` selected` : ""}>${name}</option>`;
  return html`<form method="post" action="/account/members/${member.user_id}/role" class="actions">${formToken(session)}
<label class="unseen" for="role-${member.user_id}">Role of ${member.email}</label>
<select id="role-${member.user_id}" name="role">${option("owner", "Owner")}${option("member", "Member")}</select>
<button class="quiet">Change<span class="unseen"> the role of ${member.email}</span></button></form>`;
}

function inviteForm(session: Session, view: MembersView): Html {
  return html`<section class="card" aria-labelledby="invite">
<h2 id="invite">Invite somebody</h2>
<p class="soft">You get a link that works once, for seven days. Nothing is mailed: pass it on yourself, over a channel you trust.</p>
<form method="post" action="/account/members/invite">${formToken(session)}
<div class="fields">
${field({ name: "email", label: "E-mail address", type: "email", value: view.email, isRequired: true, fault: view.fault })}
<div class="field"><label for="invite-role">Role</label>
<select id="invite-role" name="role"><option value="member">Member</option><option value="owner">Owner</option></select></div>
</div>
<button class="primary">Make the link</button></form>
</section>`;
}

function openInvitations(rows: readonly AccountLinkRow[]): Html {
  return html`<section class="card" aria-labelledby="invitations">
<h2 id="invitations">Open invitations</h2>
${table<AccountLinkRow>({
  caption: "Open invitations",
  rows,
  empty: "None.",
  columns: [
    { name: "E-mail address", cell: (row) => html`<b>${row.email}</b>` },
    { name: "Role", cell: (row) => row.role ?? "" },
    { name: "Invited by", cell: (row) => address(row.created_by_email ?? "an operator") },
    { name: "Works until", cell: (row) => day(row.expires_at, "–") },
    {
      name: "Revoke",
      isNameHidden: true,
      cell: (row) =>
        html`<a class="button quiet danger" href="/account/members/invitations/${row.id}/revoke">Revoke<span class="unseen"> the invitation of ${row.email}</span></a>`,
    },
  ],
})}</section>`;
}

function invitationPage(session: Session, email: string, link: FreshAccountLink): Response {
  return accountPage({
    title: "Invitation made",
    session,
    current: "members",
    notice: { tone: "good", text: `The invitation for ${email} is made.` },
    body: html`<section class="card middle">
<h1>Pass this link on</h1>
<p>It is shown this once and works once, until ${day(link.expiresAt, "")}. Whoever opens it first can join as ${email}.</p>
<code class="secret">${link.url}</code>
<p><a class="button" href="/account/members">I have copied it</a></p>
</section>`,
  });
}

function removalPage(session: Session, member: MemberRow): Response {
  const isSelf = member.user_id === session.userId;
  return confirmPage(session, {
    current: "members",
    question: `Remove ${member.name || member.email}?`,
    consequence: html`${isSelf ? "You leave" : html`${member.email} leaves`} ${session.organizationName} at once. Every API key, connected app
and session of ${isSelf ? "yours" : "theirs"} here stops working, for good. Projects and the ledger stay.`,
    action: `/account/members/${member.user_id}/remove`,
    button: "Remove",
    cancel: "/account/members",
  });
}
