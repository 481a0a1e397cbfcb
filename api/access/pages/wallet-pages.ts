import type { LedgerRow, SpendRow } from "../../commerce/wallet/ledger.repository.ts";
import type { Ledger } from "../../commerce/wallet/ledger.ts";
import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import type { PageRoutes } from "./page-routes.ts";
import { credits, table, time } from "./widgets.ts";

/** What the wallet's page shows. */
export interface WalletPagesDeps {
  readonly wallet: { balance(orgId: string): Promise<{ available: number; held: number }> };
  readonly ledger: Ledger;
}

const rowsOnPage = 25;

const kinds: Readonly<Record<LedgerRow["kind"], { name: string; sign: string; tone: string }>> = {
  grant: { name: "Granted", sign: "+", tone: "good" },
  reserve: { name: "Reserved", sign: "", tone: "" },
  settle: { name: "Charged", sign: "−", tone: "" },
  release: { name: "Released", sign: "", tone: "" },
  debit: { name: "Charged", sign: "−", tone: "" },
};

const surfaces: Readonly<Record<string, string>> = { api: "API", mcp: "MCP" };

/** Declares the wallet's page: owners read the whole ledger, members what their own credentials did. */
export function walletPages(pages: PageRoutes, { wallet, ledger }: WalletPagesDeps): PlainRoute[] {
  return [
    pages.page("/account/wallet", async ({ session, url }) => {
      const before = url.searchParams.get("before");
      const scope = scopeOf(session);
      const balance = await wallet.balance(session.organizationId);
      const spend = await ledger.spendOfMonth(scope);
      const { rows, next } = await ledger.page(scope, { before, limit: rowsOnPage });
      const isWhole = session.role === "owner";
      return accountPage({
        title: "Wallet",
        session,
        current: "wallet",
        body: html`<h1>Wallet</h1>
<p class="lead">Credits of ${session.organizationName}. They pay for searches, answers, summaries, reports and the setting up
of projects; reading is free.</p>
${balanceStats(balance, spend, isWhole)}
<section class="card" aria-labelledby="spend">
<h2 id="spend">${isWhole ? "Spent" : "Spent by your credentials"} this month</h2>
${spendTable(spend)}
</section>
<section class="card" aria-labelledby="ledger">
<h2 id="ledger">Ledger</h2>
<p class="soft">${
          isWhole
            ? "Every movement of credits, newest first. What is available is the sum of it."
            : "Movements that your keys and apps caused, newest first. Owners see all of them."
        } Reserved credits are held while work runs; what was not needed is released.</p>
${ledgerTable(rows)}
${pager("/account/wallet", before, next)}
</section>`,
      });
    }),
  ];
}

/** What a session may read of the ledger. */
export function scopeOf(session: Session): { organizationId: string; userId: string | null } {
  return { organizationId: session.organizationId, userId: session.role === "owner" ? null : session.userId };
}

/** Links to the newest and to the older rows of a long table. */
export function pager(path: string, before: string | null, next: string | null): Html | "" {
  if (before === null && next === null) return "";
  return html`<nav class="pager" aria-label="Pages of the table">${
    before === null ? "" : html`<a class="button quiet" href="${path}">Newest</a>`
  }${next === null ? "" : html`<a class="button quiet" href="${path}?before=${next}" rel="next">Older</a>`}</nav>`;
}

function balanceStats(
  { available, held }: { available: number; held: number },
  spend: readonly SpendRow[],
  isWhole: boolean,
): Html {
  const of = (surface: string) =>
    spend.filter((row) => row.surface === surface).reduce((sum, row) => sum + row.spent, 0);
  const whose = isWhole ? "" : "by your credentials, ";
  return html`<dl class="stats">
<div><dt>Available</dt><dd>${credits(available)}<small>credits to spend now</small></dd></div>
<div><dt>Reserved</dt><dd>${credits(held)}<small>held for running work</small></dd></div>
<div><dt>Spent over the API</dt><dd>${credits(of("api"))}<small>${whose}this month</small></dd></div>
<div><dt>Spent over MCP</dt><dd>${credits(of("mcp"))}<small>${whose}this month</small></dd></div>
</dl>`;
}

function spendTable(rows: readonly SpendRow[]): Html {
  return table<SpendRow>({
    caption: "Credits spent this month, by credential",
    rows,
    empty: "Nothing was charged this month.",
    columns: [
      { name: "Key or app", cell: (row) => credentialOf(row) },
      { name: "Over", cell: (row) => surfaces[row.surface ?? ""] ?? "–" },
      { name: "Charges", isNumber: true, cell: (row) => credits(row.charges) },
      { name: "Credits", isNumber: true, cell: (row) => credits(row.spent) },
    ],
  });
}

function ledgerTable(rows: readonly LedgerRow[]): Html {
  return table<LedgerRow>({
    caption: "Ledger",
    rows,
    empty: "There are no movements here.",
    columns: [
      {
        name: "Movement",
        cell: (row) => html`<span><b>${kinds[row.kind].name}</b><span class="sub">${reasonOf(row)}</span></span>`,
      },
      { name: "When, UTC", cell: (row) => time(row.created_at) },
      { name: "Key or app", cell: (row) => credentialOf(row) },
      { name: "Over", cell: (row) => surfaces[row.surface ?? ""] ?? "–" },
      { name: "Credits", isNumber: true, cell: (row) => `${kinds[row.kind].sign}${credits(row.amount)}` },
    ],
  });
}

function reasonOf(row: LedgerRow): Html {
  if (row.kind === "grant") return html`${row.note}`;
  return html`<code>${row.operation}</code>${row.project_id ? html` in <code>${row.project_id}</code>` : ""}`;
}

function credentialOf(row: { credential_id: string | null; credential_name: string | null }): Html {
  if (row.credential_id === null) return html`<span class="soft">–</span>`;
  return row.credential_name === null
    ? html`<code>${row.credential_id}</code>`
    : html`<span>${row.credential_name}</span>`;
}
