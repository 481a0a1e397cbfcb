import type { Database } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { isScope, scopeSentences } from "../../http/scopes.ts";
import { AccessRefused } from "../access.errors.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import type { ConnectionRow } from "../connections/connections.repository.ts";
import type { Connections } from "../connections/connections.service.ts";
import { type Passwords, sessionActor } from "../sessions/passwords.service.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage, formToken } from "./account-page.ts";
import {
  type CapsFaults,
  capsFields,
  capsFromForm,
  capsInWords,
  isRaised,
  type TypedCaps,
  typedCaps,
} from "./caps-fields.ts";
import { confirmPage } from "./confirm-page.ts";
import { pageNotFound } from "./page-refused.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { askPasswordAgain } from "./step-up.ts";
import { address, day, table, time } from "./widgets.ts";
import { noticeOf } from "./words.ts";

/** What the pages of connected apps show and change. */
export interface AppsPagesDeps {
  readonly db: Database;
  readonly connections: Pick<Connections, "listConnections" | "setCaps" | "disconnect">;
  readonly passwords: Passwords;
  /** Where an app is pointed to. */
  readonly connectorUrl: string;
}

/** Declares the pages of connected apps: everybody has their own; owners see and can disconnect all. */
export function appsPages(pages: PageRoutes, deps: AppsPagesDeps): PlainRoute[] {
  const { db, connections, passwords } = deps;
  return [
    pages.page("/account/apps", async ({ session, url }) => listPage(deps, session, noticeOf(url))),
    pages.page("/account/apps/{connection_id}", async ({ session, params, url }) => {
      const row = await visibleConnection(connections, session, params.connection_id);
      return appPage(session, row, { typed: typedCaps(row), faults: {}, status: 200, notice: noticeOf(url) });
    }),
    pages.form("/account/apps/{connection_id}/caps", async (visit) => {
      const { session, params, form, caller } = visit;
      const row = await visibleConnection(connections, session, params.connection_id);
      const { typed, caps, faults } = capsFromForm(form);
      if (caps === null) return appPage(session, row, { typed, faults, status: 422, notice: null });
      if (isRaised({ dailyCap: row.daily_cap, monthlyCap: row.monthly_cap }, caps)) {
        const asked = await askPasswordAgain(passwords, visit, { current: "apps", doing: "raise a cap" });
        if (asked) return asked;
      }
      await orNotFound(() =>
        db.transaction(async (tx) => {
          await connections.setCaps(session.organizationId, row.id, caps);
          await recordAudit(tx, {
            organizationId: session.organizationId,
            actor: sessionActor(session, caller),
            action: "connection-caps-changed",
            target: row.id,
            details: {
              name: row.client_name,
              daily_cap_before: row.daily_cap,
              daily_cap: caps.dailyCap,
              monthly_cap_before: row.monthly_cap,
              monthly_cap: caps.monthlyCap,
            },
          });
        }),
      );
      return redirect(`/account/apps/${row.id}?notice=caps-changed`);
    }),
    pages.page("/account/apps/{connection_id}/disconnect", async ({ session, params }) => {
      const row = await visibleConnection(connections, session, params.connection_id);
      return confirmPage(session, {
        current: "apps",
        question: `Disconnect ${row.client_name || "the unnamed app"}?`,
        consequence: `It loses access as ${row.user_email} at once, and the unused links it made stop working. It can ask to be connected again.`,
        action: `/account/apps/${row.id}/disconnect`,
        button: "Disconnect",
        cancel: `/account/apps/${row.id}`,
      });
    }),
    pages.form("/account/apps/{connection_id}/disconnect", async (visit) => {
      const { session, params, caller } = visit;
      const row = await visibleConnection(connections, session, params.connection_id);
      if (row.user_id !== session.userId) {
        const doing = `disconnect an app of ${row.user_email}`;
        const asked = await askPasswordAgain(passwords, visit, { current: "apps", doing });
        if (asked) return asked;
      }
      await orNotFound(() =>
        db.transaction(async (tx) => {
          await connections.disconnect(session.organizationId, row.id);
          await recordAudit(tx, {
            organizationId: session.organizationId,
            actor: sessionActor(session, caller),
            action: "connection-revoked",
            target: row.id,
            details: { name: row.client_name, email: row.user_email },
          });
        }),
      );
      return redirect("/account/apps?notice=disconnected");
    }),
  ];
}

const seenBy = (session: Session) => ({
  orgId: session.organizationId,
  ...(session.role === "owner" ? {} : { userId: session.userId }),
});

async function visibleConnection(
  connections: AppsPagesDeps["connections"],
  session: Session,
  id: string | undefined,
): Promise<ConnectionRow> {
  const row = (await connections.listConnections(seenBy(session))).find((one) => one.id === id);
  if (!row) throw pageNotFound("connected app");
  return row;
}

async function orNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof AccessRefused ? pageNotFound("connected app") : error;
  }
}

async function listPage(deps: AppsPagesDeps, session: Session, notice: string | null): Promise<Response> {
  const rows = await deps.connections.listConnections(seenBy(session));
  return accountPage({
    title: "Connected apps",
    session,
    current: "apps",
    notice: notice ? { tone: "good", text: notice } : null,
    body: html`<h1>Connected apps</h1>
<p class="lead">Assistants and other programs that a person let in through the connector. Each sees only the projects that
its person owns or that are shared with them, and spends credits of ${session.organizationName}.</p>
<section class="card" aria-labelledby="apps">
<h2 id="apps">${session.role === "owner" ? "Apps of the organization" : "Your apps"}</h2>
${table<ConnectionRow>({
  caption: "Connected apps",
  rows,
  empty: "No app is connected.",
  columns: [
    {
      name: "App",
      cell: (row) =>
        html`<span><a href="/account/apps/${row.id}"><b>${row.client_name || "Unnamed app"}</b></a><span class="sub">${hostsOf(row)}</span></span>`,
    },
    ...(session.role === "owner" ? [{ name: "Person", cell: (row: ConnectionRow) => address(row.user_email) }] : []),
    { name: "Last used", cell: (row) => time(row.last_used_at, "never") },
    { name: "Connected", cell: (row) => day(row.created_at, "–") },
    { name: "Caps, in credits", cell: (row) => html`<span>${capsInWords(row)}</span>` },
  ],
})}
</section>
<section class="card" aria-labelledby="connect">
<h2 id="connect">Connect an app</h2>
<p class="soft">Add a connector in the app with this address; it leads you here to sign in and to agree. API keys are not
used there.</p>
<code class="secret">${deps.connectorUrl}</code>
</section>`,
  });
}

function appPage(
  session: Session,
  row: ConnectionRow,
  view: { typed: TypedCaps; faults: CapsFaults; status: number; notice: string | null },
): Response {
  return accountPage({
    title: row.client_name || "Unnamed app",
    session,
    current: "apps",
    status: view.status,
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<p class="small"><a href="/account/apps">All apps</a></p>
<h1>${row.client_name || "Unnamed app"}</h1>
<section class="card" aria-label="About this app">
<p class="soft">The name is the app's own claim; where it sends you back to is not.</p>
<dl class="facts">
<dt>Leads back to</dt><dd>${hostsOf(row)}</dd>
<dt>Acts for</dt><dd>${row.user_email}</dd>
<dt>Identifier</dt><dd><code>${row.id}</code></dd>
<dt>Connected</dt><dd>${time(row.created_at)}</dd>
<dt>Last used</dt><dd>${time(row.last_used_at, "never")}</dd>
<dt>Ends by itself</dt><dd>${day(row.expires_at, "–")}</dd>
</dl>
</section>
<section class="card" aria-labelledby="scopes">
<h2 id="scopes">What it may do</h2>
${scopeList(row)}
</section>
<section class="card" aria-labelledby="caps">
<h2 id="caps">Caps</h2>
<p class="soft">What this app may spend at most. A call that would pass a cap is refused with <code>connection_credit_cap_exceeded</code>.</p>
<form method="post" action="/account/apps/${row.id}/caps">${formToken(session)}
<div class="fields">${capsFields(view.typed, view.faults)}</div>
<button>Save caps</button></form>
</section>
<section class="card" aria-labelledby="disconnect">
<h2 id="disconnect">Disconnect</h2>
<p class="soft">Ends its access and the unused links it made, at once. The app can ask to be connected again.</p>
<a class="button danger" href="/account/apps/${row.id}/disconnect">Disconnect</a>
</section>`,
  });
}

function scopeList(row: ConnectionRow): Html {
  return html`<ul class="steps">${row.scopes.map(
    (scope) => html`<li>${isScope(scope) ? scopeSentences[scope] : scope} <code>${scope}</code></li>`,
  )}</ul>`;
}

function hostsOf(row: ConnectionRow): string {
  return [...new Set(row.redirect_uris.map((uri) => URL.parse(uri)?.host ?? ""))].filter(Boolean).join(", ");
}
