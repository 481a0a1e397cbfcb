import { type Html, html } from "../../http/pages/html.ts";
import { allScopes, scopeSentences } from "../../http/scopes.ts";
import { accountPage, formToken } from "../pages/account-page.ts";
import { type CapsFaults, capsFields, type TypedCaps } from "../pages/caps-fields.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { isClientAddress } from "./client-documents.ts";
import { formActionOf, isLoopbackUri } from "./redirect-uri.ts";

/** An organization that a person can connect an app to. */
export interface ConsentOrganization {
  readonly org_id: string;
  readonly name: string;
}

/** What the consent page asks about. */
export interface ConsentPageParts {
  readonly session: Session;
  /** Where the person works; they choose one when there are several. */
  readonly organizations: readonly ConsentOrganization[];
  /** The secret by which the form names the parked request. */
  readonly request: string;
  readonly clientId: string;
  /** What the client calls itself: shown as its claim. */
  readonly clientName: string;
  readonly redirectUri: string;
  /** The caps that were typed before, and what is wrong with them. */
  readonly rejected?: { readonly typed: TypedCaps; readonly faults: CapsFaults };
}

/**
 * Answers with the page on which a person lets an app in, or does not. The app's name is its own claim, so the page says
 * where the answer will go, and asks every time: anyone can register under any name.
 */
export function consentPage(parts: ConsentPageParts): Response {
  const { session, organizations, request, clientId, clientName, redirectUri, rejected } = parts;
  return accountPage({
    title: "Connect an app",
    session: null,
    status: rejected ? 422 : 200,
    formActionOrigin: formActionOf(redirectUri),
    notice: rejected ? { tone: "bad", text: "Nothing was connected. Mend the caps and decide again." } : null,
    body: html`<section class="card narrow">
<h1>Connect an app?</h1>
<p>An app that calls itself <b><bdi>${clientName}</bdi></b> asks to use Groundwork for you. The name is its own claim and
has not been checked.</p>
<dl class="facts">
<dt>You</dt><dd><bdi>${session.email}</bdi></dd>
${organizations.length > 1 ? "" : html`<dt>Organization</dt><dd><bdi>${session.organizationName}</bdi></dd>`}
<dt>Projects</dt><dd>those you own or that are shared with you</dd>
${isClientAddress(clientId) ? html`<dt>App of</dt><dd><code>${new URL(clientId).host}</code></dd>` : ""}
<dt>Answer goes to</dt><dd><code>${new URL(redirectUri).host}</code></dd>
</dl>
${isLoopbackUri(redirectUri) ? loopbackWarning : ""}
<h2>It will be able to</h2>
<ul>${allScopes.map((scope) => html`<li>${scopeSentences[scope]}</li>`)}</ul>
<form method="post" action="/oauth/consent">
${formToken(session)}
<input type="hidden" name="request" value="${request}">
${organizations.length > 1 ? organizationChoice(organizations, session.organizationId) : ""}
<h2>It may spend</h2>
<p class="soft">It pays with the credits of the organization. Leave a field empty for no cap.
You can change the caps and disconnect the app later, under Connected apps in your account.</p>
<div class="fields">${capsFields(rejected?.typed ?? { daily: "", monthly: "" }, rejected?.faults ?? {})}</div>
<div class="actions"><button name="decision" value="approve">Approve</button><button name="decision" value="deny">Deny</button></div>
</form>
</section>`,
  });
}

const loopbackWarning: Html = html`<p class="notice warn">The answer goes to a program on this computer, and any
program on it could receive it. Approve only if you have just started the app yourself.</p>`;

function organizationChoice(organizations: readonly ConsentOrganization[], current: string): Html {
  return html`<div class="field"><label for="organization">Organization it works in</label>
<select id="organization" name="organization">${organizations.map(
    ({ org_id: id, name }) => html`<option value="${id}"${id === current ? html` selected` : ""}>${name}</option>`,
  )}</select></div>`;
}
