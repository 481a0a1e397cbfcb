import { makeResponse } from "../../http/make-response.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { iconPath } from "../../http/pages/page.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { stylesheetAddress } from "./account-stylesheet.ts";
import { formTokenField } from "./form.ts";

/** Pages of the navigation. */
export type AccountPlace = "overview" | "projects" | "members" | "keys" | "apps" | "wallet" | "audit" | "security";

/** What a page of the account area is made of. */
export interface AccountPageParts {
  readonly title: string;
  /** Null where nobody is signed in: the page then has no navigation. */
  readonly session: Session | null;
  readonly body: Html;
  /** Marks the page in the navigation. */
  readonly current?: AccountPlace;
  /** Told above the content: what has just been done, or what is wrong. */
  readonly notice?: { readonly tone: "good" | "bad"; readonly text: string } | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** One more origin that a form of the page may lead to: browsers hold a redirect after a form to this list too. */
  readonly formActionOrigin?: string;
}

const places: readonly { place: AccountPlace; path: string; name: string; isForOwners?: true }[] = [
  { place: "overview", path: "/account", name: "Overview" },
  { place: "projects", path: "/account/projects", name: "Projects" },
  { place: "keys", path: "/account/keys", name: "API keys" },
  { place: "apps", path: "/account/apps", name: "Connected apps" },
  { place: "wallet", path: "/account/wallet", name: "Wallet" },
  { place: "members", path: "/account/members", name: "Members" },
  { place: "audit", path: "/account/audit", name: "Audit log", isForOwners: true },
  { place: "security", path: "/account/security", name: "Sign-in" },
];

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M3 15.5 12 20l9-4.5M3 11.5 12 16l9-4.5M12 3l9 4.5-9 4.5-9-4.5z"/></svg>`;

/**
 * Answers with a page of the account area.
 *
 * It loads nothing but its stylesheet, runs no script, is kept by nobody, and cannot be framed. The referrer policy is
 * `same-origin` because browsers blank the `Origin` of a form on a page that sends no referrer at all.
 */
export function accountPage(parts: AccountPageParts): Response {
  const formAction = ["'self'", parts.formActionOrigin].filter(Boolean).join(" ");
  return makeResponse(parts.status ?? 200, markupOf(parts), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    ...parts.headers,
  });
}

/** The hidden field that every form of a session carries. */
export function formToken(session: Session): Html {
  return html`<input type="hidden" name="${formTokenField}" value="${session.csrfToken}">`;
}

function markupOf({ title, session, body, current, notice }: AccountPageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Groundwork</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetAddress}">
</head>
<body class="${session ? "inside" : "outside"}">
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<div class="bar">
<a class="brand" href="/account">${mark}<span>Groundwork</span></a>
${session ? personMenu(session) : ""}
</div>
${session ? navigation(session, current) : ""}
</header>
<main id="content" tabindex="-1">
${notice ? html`<p class="notice ${notice.tone}" role="${notice.tone === "bad" ? "alert" : "status"}">${notice.text}</p>` : ""}
${body}
</main>
<footer class="foot"><a href="/docs">API reference</a><a href="/errors">Errors</a></footer>
</body>
</html>
`.markup;
}

function personMenu(session: Session): Html {
  return html`<div class="person">
<span class="who"><b>${session.organizationName}</b><span>${session.email}</span></span>
<form method="post" action="/account/sign-out">${formToken(session)}<button class="quiet">Sign out</button></form>
</div>`;
}

function navigation(session: Session, current: AccountPlace | undefined): Html {
  const shown = places.filter((place) => session.role === "owner" || !place.isForOwners);
  return html`<nav class="places" aria-label="Account"><ul>${shown.map(
    ({ place, path, name }) =>
      html`<li><a href="${path}"${place === current ? html` aria-current="page"` : ""}>${name}</a></li>`,
  )}</ul></nav>`;
}
