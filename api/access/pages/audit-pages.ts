import type { Database } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { type AuditRow, listAudit } from "../audit/audit.repository.ts";
import type { AuditAction } from "../audit/audit-event.ts";
import { accountPage } from "./account-page.ts";
import type { PageRoutes } from "./page-routes.ts";
import { pager } from "./wallet-pages.ts";
import { address, table, time } from "./widgets.ts";

const rowsOnPage = 50;

const deeds: Readonly<Record<AuditAction, string>> = {
  "sign-in": "Signed in",
  "sign-in-failed": "Sign-in refused",
  "sign-out": "Signed out",
  "sign-out-everywhere": "Signed out everywhere",
  "password-set": "Chose a password",
  "password-changed": "Changed the password",
  "password-link-made": "Made a password link",
  "organization-switched": "Came from another organization",
  "organization-created": "Made the organization",
  "organization-renamed": "Renamed the organization",
  "plan-changed": "Changed the plan",
  "studio-changed": "Switched the site-planning studio",
  "member-added": "Added a member",
  "member-invited": "Invited somebody",
  "invitation-accepted": "Accepted an invitation",
  "invitation-revoked": "Took an invitation back",
  "role-changed": "Changed a role",
  "member-removed": "Removed a member",
  "key-minted": "Created a key",
  "key-rotated": "Rotated a key",
  "key-revoked": "Revoked a key",
  "key-caps-changed": "Changed the caps of a key",
  "key-found-in-address": "Sent a key in an address, where others can read it",
  "credential-used-from-new-network": "Called from a network for the first time",
  "scope-refused": "Asked for what its scopes do not cover",
  "connection-approved": "Connected an app",
  "connection-reuse-detected": "Stopped an app whose token was used twice",
  "connection-caps-changed": "Changed the caps of an app",
  "connection-revoked": "Disconnected an app",
  "credits-granted": "Granted credits",
  "project-shared": "Let somebody see a project",
  "goal-changed": "Changed the goal of a project",
  "document-added": "Added a document to a project",
  "document-deleted": "Deleted a document of a project",
  "project-deleted": "Deleted a project",
  "source-added": "Added an address to a project",
  "link-minted": "Made a one-time link",
  "link-used": "Used a one-time link",
  "zoning-verified": "Verified the zoning of a parcel",
  "job-retried": "Let a failed job run again",
  "job-canceled": "Canceled a job",
};

const actors: Readonly<Record<AuditRow["actor_kind"], string>> = {
  user: "Somebody",
  key: "A key",
  connection: "An app",
  link: "A link",
  operator: "Operator",
  system: "The service",
};

/** Declares the page of the audit log, for owners. */
export function auditPages(pages: PageRoutes, { db }: { readonly db: Database }): PlainRoute[] {
  return [
    pages.ownersPage("/account/audit", async ({ session, url }) => {
      const before = url.searchParams.get("before");
      const { organizationId } = session;
      const found = await listAudit(db, { organizationId, before, limit: rowsOnPage + 1 });
      const rows = found.slice(0, rowsOnPage);
      const next = found.length > rowsOnPage ? (rows.at(-1)?.id ?? null) : null;
      return accountPage({
        title: "Audit log",
        session,
        current: "audit",
        body: html`<h1>Audit log</h1>
<p class="lead">Who changed what in ${session.organizationName}, newest first. Entries are written together with the change
and are never altered. Of an address only its network is kept.</p>
<section class="card" aria-label="Events">
${table<AuditRow>({
  caption: "Audit log",
  rows,
  empty: "There are no events here.",
  columns: [
    { name: "Event", cell: (row) => eventCell(row, organizationId) },
    { name: "By", cell: byCell },
    { name: "When, UTC", cell: (row) => time(row.at) },
    {
      name: "From",
      cell: (row) => (row.network === null ? html`<span class="soft">${row.surface}</span>` : row.network),
    },
  ],
})}
${pager("/account/audit", before, next)}
</section>`,
      });
    }),
  ];
}

/** Whoever holds a link is not known; only who made it is. */
function byCell(row: AuditRow): Html {
  const name = row.actor_name ?? row.actor_id ?? actors[row.actor_kind];
  return row.actor_kind === "link" ? html`Holder of a link of ${address(name)}` : address(name);
}

function eventCell(row: AuditRow, organizationId: string): Html {
  const isSelf = row.target === row.actor_id || row.target === organizationId;
  const facts = Object.entries(row.details).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value ?? "none"}`);
  const hasName = row.details.name !== undefined || row.details.email !== undefined;
  const target = row.target_name ?? row.target;
  const about = [target === null || isSelf || hasName ? null : target, ...facts].filter((part) => part !== null);
  return html`<span><b>${deeds[row.action]}</b>${
    row.outcome === "refused" ? html` <span class="badge bad">refused</span>` : ""
  }${about.length > 0 ? html`<span class="sub">${about.join(" · ")}</span>` : ""}</span>`;
}
