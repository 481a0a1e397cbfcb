import { html } from "../../http/pages/html.ts";
import type { Passwords } from "../sessions/passwords.service.ts";
import { type AccountPlace, accountPage, formToken } from "./account-page.ts";
import { formTokenField } from "./form.ts";
import type { FormRequest } from "./page-routes.ts";
import { field } from "./widgets.ts";
import { seconds } from "./words.ts";

const passwordField = "current_password";

/**
 * Makes sure that the password was given in the last 10 minutes before a change that a stolen session must not make.
 *
 * Gives a page to answer with, which asks for the password and sends the same form again, or null to go on.
 */
export async function askPasswordAgain(
  passwords: Passwords,
  visit: FormRequest,
  page: { readonly current: AccountPlace; readonly doing: string },
): Promise<Response | null> {
  const { session, form, caller } = visit;
  if (session.isConfirmed) return null;
  const given = form.raw(passwordField);
  if (given === "") return askingPage(visit, page, { status: 200 });
  const verdict = await passwords.confirm(session, given, caller);
  if (verdict.kind === "right") return null;
  if (verdict.kind === "wrong") return askingPage(visit, page, { status: 422, fault: "This is not your password." });
  return askingPage(visit, page, {
    status: 429,
    fault: `Too many tries. Wait ${seconds(verdict.seconds)}, then try again.`,
  });
}

function askingPage(
  { session, form, url }: FormRequest,
  { current, doing }: { readonly current: AccountPlace; readonly doing: string },
  state: { readonly status: number; readonly fault?: string },
): Response {
  const kept = form.fields.filter(([name]) => name !== passwordField && name !== formTokenField);
  return accountPage({
    title: "Confirm that it is you",
    session,
    current,
    status: state.status,
    body: html`<section class="card narrow">
<h1>Confirm that it is you</h1>
<p class="soft">Give your password again to ${doing}. You are not asked again for ten minutes.</p>
<form method="post" action="${url.pathname}" class="stack">
${formToken(session)}${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({
  name: passwordField,
  label: "Password",
  type: "password",
  autocomplete: "current-password",
  isRequired: true,
  fault: state.fault,
})}
<div class="actions"><button class="primary">Confirm and go on</button><a class="button" href="/account">Cancel</a></div>
</form>
</section>`,
  });
}
