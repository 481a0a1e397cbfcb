import type { Database } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import { html } from "../../http/pages/html.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import { faultOfPassword, type Passwords, sessionActor } from "../sessions/passwords.service.ts";
import type { Session, Sessions } from "../sessions/sessions.service.ts";
import { accountPage, formToken } from "./account-page.ts";
import { confirmPage } from "./confirm-page.ts";
import { pageNotFound } from "./page-refused.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { field } from "./widgets.ts";
import { noticeOf, seconds } from "./words.ts";

type Faults = Readonly<Partial<Record<"current_password" | "new_password" | "repeated", string>>>;

/** What the page of signing in shows and changes. */
export interface SecurityPagesDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
}

/** Declares the page where a person changes the password, ends sessions and goes to another organization. */
export function securityPages(pages: PageRoutes, deps: SecurityPagesDeps): PlainRoute[] {
  const { db, sessions, passwords } = deps;
  return [
    pages.page("/account/security", async ({ session, url }) =>
      securityPage(sessions, session, { faults: {}, status: 200, notice: noticeOf(url) }),
    ),
    pages.form("/account/security/password", async ({ session, form, caller }) => {
      const show = (faults: Faults, status: number) =>
        securityPage(sessions, session, { faults, status, notice: null });
      const fresh = form.raw("new_password");
      const weakness = faultOfPassword(fresh, session.email);
      if (weakness !== null) return show({ new_password: weakness }, 422);
      if (form.raw("repeated") !== fresh) {
        return show({ repeated: "The two new passwords differ; type the same one again." }, 422);
      }
      const verdict = await passwords.confirm(session, form.raw("current_password"), caller);
      if (verdict.kind === "wrong") return show({ current_password: "This is not your present password." }, 422);
      if (verdict.kind === "wait") {
        return show({ current_password: `Too many tries. Wait ${seconds(verdict.seconds)}, then try again.` }, 429);
      }
      await passwords.change(session, fresh, caller);
      return redirect("/account/security?notice=password-changed");
    }),
    pages.page("/account/sign-out-everywhere", async ({ session }) =>
      confirmPage(session, {
        current: "security",
        question: "Sign out everywhere?",
        consequence: "Every browser in which you are signed in, this one included, has to sign in again.",
        action: "/account/sign-out-everywhere",
        button: "Sign out everywhere",
        cancel: "/account/security",
      }),
    ),
    pages.form("/account/sign-out-everywhere", async ({ session, caller }) => {
      await db.transaction(async (tx) => {
        const ended = await sessions.endAllOf(session.userId);
        await recordAudit(tx, {
          organizationId: session.organizationId,
          actor: sessionActor(session, caller),
          action: "sign-out-everywhere",
          details: { sessions: ended },
        });
      });
      return redirect("/account/sign-in?notice=signed-out-everywhere", { "set-cookie": sessions.forgetCookie });
    }),
    pages.form("/account/organization", async ({ session, form, caller }) => {
      const wanted = form.text("organization_id");
      const organizations = await sessions.organizationsOf(session.userId);
      if (!organizations.some((organization) => organization.org_id === wanted)) throw pageNotFound("organization");
      const fresh = await db.transaction(async (tx) => {
        await sessions.end(session.sessionId);
        const actor = sessionActor(session, caller);
        await recordAudit(tx, { organizationId: wanted, actor, action: "organization-switched", target: wanted });
        return sessions.start(tx, { userId: session.userId, organizationId: wanted, isConfirmed: false });
      });
      return redirect("/account", { "set-cookie": fresh.setCookie });
    }),
  ];
}

async function securityPage(
  sessions: Sessions,
  session: Session,
  view: { faults: Faults; status: number; notice: string | null },
): Promise<Response> {
  const organizations = await sessions.organizationsOf(session.userId);
  const count = await sessions.countOf(session.userId);
  const { faults } = view;
  return accountPage({
    title: "Sign-in",
    session,
    current: "security",
    status: view.status,
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<h1>Sign-in</h1>
<p class="lead">You are ${session.name ? html`${session.name}, ` : ""}${session.email}, ${
      session.role === "owner" ? "an owner" : "a member"
    } of ${session.organizationName}.</p>
<div class="two">
<section class="card" aria-labelledby="password">
<h2 id="password">Change your password</h2>
<p class="soft">Your other sessions end when it is changed.</p>
<form method="post" action="/account/security/password" class="stack">${formToken(session)}
<input type="hidden" name="email" value="${session.email}" autocomplete="username">
${field({ name: "current_password", label: "Present password", type: "password", autocomplete: "current-password", isRequired: true, fault: faults.current_password })}
${field({ name: "new_password", label: "New password", type: "password", autocomplete: "new-password", isRequired: true, fault: faults.new_password, hint: "At least 12 characters; a few unrelated words do well." })}
${field({ name: "repeated", label: "New password again", type: "password", autocomplete: "new-password", isRequired: true, fault: faults.repeated })}
<button class="primary">Change password</button></form>
</section>
<div>
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">Sessions</h2>
<p>${count === 1 ? "This browser is the only one signed in." : `${count} browsers are signed in, this one included.`}</p>
<p class="soft">A session ends after twelve hours without use, and after thirty days at the latest.</p>
<a class="button danger" href="/account/sign-out-everywhere">Sign out everywhere</a>
</section>
${organizations.length > 1 ? organizationForm(session, organizations) : ""}
</div>
</div>`,
  });
}

function organizationForm(
  session: Session,
  organizations: readonly { readonly org_id: string; readonly name: string; readonly role: string }[],
) {
  return html`<section class="card" aria-labelledby="organization">
<h2 id="organization">Organization</h2>
<form method="post" action="/account/organization" class="stack">${formToken(session)}
<div class="field"><label for="organization-id">Work in</label>
<select id="organization-id" name="organization_id">${organizations.map(
    ({ org_id, name, role }) =>
      html`<option value="${org_id}"${org_id === session.organizationId ? html` selected` : ""}>${name} (${role})</option>`,
  )}</select></div>
<button>Go there</button></form>
</section>`;
}
