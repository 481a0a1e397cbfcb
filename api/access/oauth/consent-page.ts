import { type Html, html } from "../../http/pages/html.ts";
import { allScopes, scopeSentences } from "../../http/scopes.ts";
import { accountPage, formToken } from "../pages/account-page.ts";
import { field } from "../pages/widgets.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { formActionOf, isLoopbackUri } from "./redirect-uri.ts";

/** What the consent page asks about. */
export interface ConsentPageParts {
  readonly session: Session;
  /** The secret by which the form names the parked request. */
  readonly request: string;
  /** What the client calls itself: shown as its claim. */
  readonly clientName: string;
  readonly redirectUri: string;
  /** What was typed before, and what is wrong with it. */
  readonly typed?: { readonly dailyCap: string; readonly monthlyCap: string; readonly fault: string };
}

/**
 * Answers with the page on which a person lets an app in, or does not. The app's name is its own claim, so the page says
 * where the answer will go, and asks every time: anyone can register under any name.
 */
export function consentPage({ session, request, clientName, redirectUri, typed }: ConsentPageParts): Response {
  return accountPage({
    title: "Connect an app",
    session: null,
    status: typed ? 422 : 200,
    formActionOrigin: formActionOf(redirectUri),
    notice: typed ? { tone: "bad", text: `Nothing was connected: ${typed.fault}.` } : null,
    body: html`<section class="card narrow">
<h1>Connect an app</h1>
<p>An app that calls itself <b><bdi>${clientName}</bdi></b> wants to use Groundwork as you. The name is its own claim;
nobody has checked it.</p>
<dl class="facts">
<dt>You</dt><dd><bdi>${session.email}</bdi></dd>
<dt>Organization</dt><dd><bdi>${session.organizationName}</bdi></dd>
<dt>Projects</dt><dd>Those that you own or that are shared with you</dd>
<dt>Answer goes to</dt><dd><code>${new URL(redirectUri).host}</code></dd>
</dl>
${isLoopbackUri(redirectUri) ? loopbackWarning : ""}
<h2>What it will be able to do</h2>
<ul>${allScopes.map((scope) => html`<li>${scopeSentences[scope]}</li>`)}</ul>
<form method="post" action="/oauth/consent">
${formToken(session)}
<input type="hidden" name="request" value="${request}">
<h2>What it may spend</h2>
<p class="hint">It pays with the credits of ${session.organizationName}. Leave a field empty for no cap.</p>
${capField("daily_cap", "Credits a day (UTC)", typed?.dailyCap)}
${capField("monthly_cap", "Credits a month (UTC)", typed?.monthlyCap)}
<div class="actions"><button name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button></div>
</form>
<p class="hint">You can disconnect the app at any time in your account.</p>
</section>`,
  });
}

const loopbackWarning: Html = html`<p class="notice bad" role="note">The answer goes to a program on this computer. Any
program on it could receive it: approve only if you have just started the app yourself.</p>`;

function capField(name: string, label: string, value: string | undefined): Html {
  return field({ name, label, type: "number", min: "1", ...(value === undefined ? {} : { value }) });
}
