import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { AccessRefused } from "../access.errors.ts";
import { sessionActor } from "../sessions/passwords.service.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage, formToken } from "./account-page.ts";
import type { AppsPagesDeps } from "./apps-pages.ts";
import type { KeysPagesDeps } from "./keys-pages.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { scopeOf, type WalletPagesDeps } from "./wallet-pages.ts";
import { credits, field } from "./widgets.ts";
import { noticeOf, sentence } from "./words.ts";

/** What the first page sums up. */
export type OverviewPagesDeps = WalletPagesDeps &
  Pick<KeysPagesDeps, "apiKeys" | "accounts"> &
  Pick<AppsPagesDeps, "connections" | "connectorUrl"> & { readonly baseUrl: string };

/** Declares the first page of the account area: how things stand, and what to do next. */
export function overviewPages(pages: PageRoutes, deps: OverviewPagesDeps): PlainRoute[] {
  return [
    pages.publicPage("/account/", async () => redirect("/account")),
    pages.page("/account", async ({ session, url }) => {
      return overviewPage(deps, session, { status: 200, notice: noticeOf(url), name: session.organizationName });
    }),
    pages.ownersForm("/account/organization/name", async ({ session, form, caller }) => {
      const name = form.text("name");
      try {
        await deps.accounts.renameOrganization(session.organizationId, name, sessionActor(session, caller));
      } catch (error) {
        if (!(error instanceof AccessRefused)) throw error;
        return overviewPage(deps, session, { status: 422, notice: null, name, fault: sentence(error.message) });
      }
      return redirect("/account?notice=renamed");
    }),
  ];
}

interface OverviewView {
  readonly status: number;
  readonly notice: string | null;
  /** The organization's name as it was typed. */
  readonly name: string;
  readonly fault?: string;
}

async function overviewPage(deps: OverviewPagesDeps, session: Session, view: OverviewView): Promise<Response> {
  const standing = await standingOf(deps, session);
  return accountPage({
    title: "Overview",
    session,
    current: "overview",
    status: view.status,
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<h1>${session.organizationName}</h1>
<p class="lead">A knowledge base for land sites: ordinances in, cited answers out.</p>
${stats(standing, session)}
<div class="two">
<section class="card" aria-labelledby="start">
<h2 id="start">Call the API</h2>
<ol class="steps">
<li>${standing.keys > 0 ? html`Use one of your <a href="/account/keys">API keys</a>` : html`<a href="/account/keys">Create an API key</a>`}; test it with <code>GET /v1/wallet</code>, which is free.</li>
<li>Send it as <code>Authorization: Bearer</code> to <code>${deps.baseUrl}/v1</code>.</li>
<li>The <a href="/docs">API reference</a> lists every operation; a machine-readable description is at <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a>.</li>
</ol>
</section>
<section class="card" aria-labelledby="assistant">
<h2 id="assistant">Connect an assistant</h2>
<ol class="steps">
<li>Add a connector with the address <code>${deps.connectorUrl}</code> in the assistant.</li>
<li>It leads you here; agree, and cap what it may spend if you like.</li>
<li>Change caps or disconnect it under <a href="/account/apps">connected apps</a> at any time.</li>
</ol>
</section>
${session.role === "owner" ? renameForm(session, view) : ""}
</div>`,
  });
}

function renameForm(session: Session, view: OverviewView): Html {
  return html`<section class="card" aria-labelledby="organization">
<h2 id="organization">Organization</h2>
<form method="post" action="/account/organization/name" class="stack">${formToken(session)}
${field({ name: "name", label: "Name", value: view.name, fault: view.fault, isRequired: true, maxLength: 200 })}
<div><button>Rename</button></div></form>
</section>`;
}

interface Standing {
  readonly available: number;
  readonly held: number;
  readonly spent: number;
  readonly keys: number;
  readonly apps: number;
  readonly members: number;
}

async function standingOf(deps: OverviewPagesDeps, session: Session): Promise<Standing> {
  const { organizationId, userId, role } = session;
  const isOwner = role === "owner";
  const balance = await deps.wallet.balance(organizationId);
  const spend = await deps.ledger.spendOfMonth(scopeOf(session));
  const keys = (await deps.apiKeys.list(organizationId)).filter(
    (key) =>
      key.revoked_at === null &&
      (key.expires_at === null || key.expires_at.getTime() > Date.now()) &&
      (isOwner || key.created_by === userId),
  );
  const apps = await deps.connections.listConnections({ orgId: organizationId, ...(isOwner ? {} : { userId }) });
  const members = (await deps.accounts.listMembers(organizationId)).filter((member) => member.is_active);
  const spent = spend.reduce((sum, row) => sum + row.spent, 0);
  return { ...balance, spent, keys: keys.length, apps: apps.length, members: members.length };
}

function stats(standing: Standing, session: Session): Html {
  const whose = session.role === "owner" ? "" : "yours";
  return html`<dl class="stats">
<div><dt>Available credits</dt><dd>${credits(standing.available)}<small>${
    standing.held > 0 ? `${credits(standing.held)} more reserved` : html`<a href="/account/wallet">See the ledger</a>`
  }</small></dd></div>
<div><dt>Spent this month</dt><dd>${credits(standing.spent)}<small>${whose === "" ? "by everybody" : "by your keys and apps"}</small></dd></div>
<div><dt>Active keys</dt><dd>${standing.keys}<small><a href="/account/keys">Manage keys</a></small></dd></div>
<div><dt>Connected apps</dt><dd>${standing.apps}<small><a href="/account/apps">Manage apps</a></small></dd></div>
<div><dt>Members</dt><dd>${standing.members}<small><a href="/account/members">${session.role === "owner" ? "Invite somebody" : "See who"}</a></small></dd></div>
</dl>`;
}
