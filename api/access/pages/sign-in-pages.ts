import type { Database } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import { html } from "../../http/pages/html.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import { type Passwords, sessionActor } from "../sessions/passwords.service.ts";
import type { Sessions } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { safeReturnPath } from "./return-path.ts";
import { field } from "./widgets.ts";
import { noticeOf, seconds } from "./words.ts";

/** Declares the pages for signing in and out. */
export function signInPages(
  pages: PageRoutes,
  { db, sessions, passwords }: { readonly db: Database; readonly sessions: Sessions; readonly passwords: Passwords },
): PlainRoute[] {
  return [
    pages.publicPage("/account/sign-in", async ({ url, session }) => {
      const returnTo = safeReturnPath(url.searchParams.get("return_to"));
      if (session) return redirect(returnTo);
      return signInPage({ returnTo, notice: noticeOf(url) });
    }),
    pages.publicForm("/account/sign-in", async ({ form, caller, session }) => {
      const returnTo = safeReturnPath(form.text("return_to"));
      const email = form.text("email").slice(0, 254);
      const password = form.raw("password");
      if (email === "" || password === "") {
        return signInPage({
          returnTo,
          email,
          status: 422,
          fault: "Fill in both your e-mail address and your password.",
        });
      }
      const verdict = await passwords.signIn({ email, password, ...caller });
      if (verdict.kind === "wait") {
        return signInPage({
          returnTo,
          email,
          status: 429,
          headers: { "retry-after": String(verdict.seconds) },
          fault: `Too many tries. Wait ${seconds(verdict.seconds)}, then try again.`,
        });
      }
      if (verdict.kind === "wrong") {
        return signInPage({
          returnTo,
          email,
          status: 422,
          fault: "The e-mail address and the password do not match an account here.",
        });
      }
      if (session) await sessions.end(session.sessionId);
      return redirect(returnTo, { "set-cookie": verdict.value.setCookie });
    }),
    pages.form("/account/sign-out", async ({ session, caller }) => {
      await db.transaction(async (tx) => {
        await sessions.end(session.sessionId);
        await recordAudit(tx, {
          organizationId: session.organizationId,
          actor: sessionActor(session, caller),
          action: "sign-out",
        });
      });
      return redirect("/account/sign-in?notice=signed-out", { "set-cookie": sessions.forgetCookie });
    }),
  ];
}

function signInPage(view: {
  returnTo: string;
  email?: string;
  fault?: string;
  notice?: string | null;
  status?: number;
  headers?: Readonly<Record<string, string>>;
}): Response {
  return accountPage({
    title: "Sign in",
    session: null,
    status: view.status ?? 200,
    headers: view.headers ?? {},
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<section class="card narrow">
<h1>Sign in</h1>
<p class="soft">Keys, members and credits of your organization.</p>
${view.fault ? html`<p class="notice bad" role="alert">${view.fault}</p>` : ""}
<form method="post" action="/account/sign-in" class="stack">
<input type="hidden" name="return_to" value="${view.returnTo}">
${field({ name: "email", label: "E-mail address", type: "email", value: view.email ?? "", autocomplete: "username", isRequired: true })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", isRequired: true })}
<button class="primary wide">Sign in</button>
</form>
<p class="soft small">No account, or the password is lost? An owner of your organization can invite you; whoever runs this
service can make you a new link with <code>npm run admin -- users link</code>.</p>
</section>`,
  });
}
