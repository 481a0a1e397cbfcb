import { newId } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { AccessRefused } from "../access.errors.ts";
import type { MemberRow } from "../accounts/accounts.repository.ts";
import type { Accounts } from "../accounts/accounts.service.ts";
import type { KeyRow } from "../api-keys/api-keys.repository.ts";
import type { ApiKeys, FreshKey } from "../api-keys/api-keys.service.ts";
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
import type { Form } from "./form.ts";
import { keyConfirmations } from "./key-confirmations.ts";
import { PageRefused, pageNotFound } from "./page-refused.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { askPasswordAgain } from "./step-up.ts";
import { address, day, field, table, time } from "./widgets.ts";
import { noticeOf, sentence } from "./words.ts";

/** What the pages of keys show and change. */
export interface KeysPagesDeps {
  readonly apiKeys: ApiKeys;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
}

interface TypedKey extends TypedCaps {
  readonly name: string;
  readonly expires: string;
}

type KeyFaults = CapsFaults & { readonly name?: string; readonly expires?: string };

const idField = "key_id";
const untyped: TypedKey = { name: "", expires: "", daily: "", monthly: "" };

/** Declares the pages of API keys: everybody has their own; owners see and can stop all of the organization. */
export function keysPages(pages: PageRoutes, deps: KeysPagesDeps): PlainRoute[] {
  const { apiKeys, passwords } = deps;
  return [
    ...keyConfirmations(pages, (session, keyId) => visibleKey(apiKeys, session, keyId)),
    pages.page("/account/keys", async ({ session, url }) =>
      listPage(deps, session, { typed: untyped, faults: {}, status: 200, notice: noticeOf(url) }),
    ),
    pages.form("/account/keys", async (visit) => {
      const { session, form, caller } = visit;
      const { typed: typedCapsOfKey, caps, faults: capsFaults } = capsFromForm(form);
      const typed = { name: form.text("name"), expires: form.text("expires"), ...typedCapsOfKey };
      const expiresAt = expiryFrom(typed.expires);
      const faults: KeyFaults = {
        ...capsFaults,
        ...(typed.name.length < 1 || typed.name.length > 100
          ? { name: "Give the key a name of 1 to 100 characters, such as the program that uses it." }
          : {}),
        ...(expiresAt === undefined ? { expires: "Choose a day after today, written as 2027-01-31." } : {}),
      };
      if (caps === null || expiresAt === undefined || Object.keys(faults).length > 0) {
        return listPage(deps, session, { typed, faults, status: 422, notice: null });
      }
      const asked = await askPasswordAgain(passwords, visit, { current: "keys", doing: "create a key" });
      if (asked) return asked;
      const id = idOfForm(form);
      const terms = { orgId: session.organizationId, createdBy: session.userId, name: typed.name, expiresAt, ...caps };
      const fresh = await oncePerForm(() => apiKeys.mint({ ...terms, id }, sessionActor(session, caller)));
      return secretPage(session, fresh, "created");
    }),
    pages.page("/account/keys/{key_id}", async ({ session, params, url }) => {
      const row = await visibleKey(apiKeys, session, params.key_id);
      return keyPage(deps, session, row, { typed: typedCaps(row), faults: {}, status: 200, notice: noticeOf(url) });
    }),
    pages.form("/account/keys/{key_id}/caps", async (visit) => {
      const { session, params, form, caller } = visit;
      const row = await visibleKey(apiKeys, session, params.key_id);
      const { typed, caps, faults } = capsFromForm(form);
      if (caps === null) return keyPage(deps, session, row, { typed, faults, status: 422, notice: null });
      if (isRaised({ dailyCap: row.daily_cap, monthlyCap: row.monthly_cap }, caps)) {
        const asked = await askPasswordAgain(passwords, visit, { current: "keys", doing: "raise a cap" });
        if (asked) return asked;
      }
      await refusedAsPage(() => apiKeys.setCaps(row.id, caps, sessionActor(session, caller)));
      return redirect(`/account/keys/${row.id}?notice=caps-changed`);
    }),
    pages.form("/account/keys/{key_id}/rotate", async (visit) => {
      const { session, params, caller } = visit;
      const row = await visibleKey(apiKeys, session, params.key_id);
      if (row.created_by !== session.userId) {
        throw new PageRefused(
          403,
          "Not your key",
          "The new secret would let you act as its maker. You can revoke the key, and its maker can rotate it.",
        );
      }
      const asked = await askPasswordAgain(passwords, visit, { current: "keys", doing: "rotate a key" });
      if (asked) return asked;
      const fresh = await refusedAsPage(() => apiKeys.rotate(row.id, sessionActor(session, caller)));
      return secretPage(session, fresh, "rotated");
    }),
    pages.form("/account/keys/{key_id}/revoke", async ({ session, params, caller }) => {
      const row = await visibleKey(apiKeys, session, params.key_id);
      await apiKeys.revoke(row.id, sessionActor(session, caller));
      return redirect("/account/keys?notice=key-revoked");
    }),
  ];
}

/** A key that is not there, of another organization or, for a member, of somebody else is not found. */
async function visibleKey(apiKeys: ApiKeys, session: Session, keyId: string | undefined): Promise<KeyRow> {
  const keys = await apiKeys.list(session.organizationId);
  const row = keys.find((key) => key.id === keyId);
  if (!row || (session.role !== "owner" && row.created_by !== session.userId)) throw pageNotFound("key");
  return row;
}

/** Every form for a new key brings the id that the key will have, so that a form sent twice makes one key. */
function idOfForm(form: Form): string {
  const id = form.text(idField);
  return /^key_[0-9a-f]{32}$/.test(id) ? id : newId("key");
}

async function oncePerForm(mint: () => Promise<FreshKey>): Promise<FreshKey> {
  try {
    return await mint();
  } catch (error) {
    if (!(error instanceof AccessRefused) || error.code !== "access.key-made") throw error;
    throw new PageRefused(
      409,
      "This key has been made already",
      "The form was sent twice and one key was made. Its secret was in the first answer; if you have not copied it, open the key under API keys and rotate it.",
    );
  }
}

/** The end of the day that was chosen, null for none, undefined when it is no day in the future. */
function expiryFrom(text: string): Date | null | undefined {
  if (text === "") return null;
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = new Date(`${text}T23:59:59Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isReal && at.getTime() > Date.now() ? at : undefined;
}

async function refusedAsPage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AccessRefused) throw new PageRefused(409, "Nothing was changed", sentence(error.message));
    throw error;
  }
}

async function listPage(
  { apiKeys, accounts }: KeysPagesDeps,
  session: Session,
  view: { typed: TypedKey; faults: KeyFaults; status: number; notice: string | null },
): Promise<Response> {
  const all = await apiKeys.list(session.organizationId);
  const visible = all.filter((key) => session.role === "owner" || key.created_by === session.userId).reverse();
  const live = visible.filter((key) => stateOf(key).isLive);
  const dead = visible.filter((key) => !stateOf(key).isLive);
  const members = await accounts.listMembers(session.organizationId);
  return accountPage({
    title: "API keys",
    session,
    current: "keys",
    status: view.status,
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<h1>API keys</h1>
<p class="lead">A key lets a program call the REST API for ${session.organizationName}. ${
      session.role === "owner"
        ? "Keys that owners create see every project; keys of members see what their member sees."
        : "Your keys see the projects that you own or that are shared with you."
    } Send it as <code>Authorization: Bearer</code>, and never put it into a URL.</p>
<section class="card" aria-labelledby="live-keys">
<h2 id="live-keys">Active keys</h2>
${keyTable(live, members, session, "Active API keys", "There is no active key. Create one below.")}
</section>
${createForm(session, view)}
${
  dead.length > 0
    ? html`<section class="card" aria-labelledby="dead-keys"><h2 id="dead-keys">Revoked and expired</h2>
${keyTable(dead, members, session, "Revoked and expired API keys", "None.")}</section>`
    : ""
}`,
  });
}

function keyTable(
  rows: readonly KeyRow[],
  members: readonly MemberRow[],
  session: Session,
  caption: string,
  empty: string,
): Html {
  const maker = (row: KeyRow) => members.find((member) => member.user_id === row.created_by)?.email ?? row.created_by;
  return table<KeyRow>({
    caption,
    rows,
    empty,
    columns: [
      {
        name: "Key",
        cell: (row) =>
          html`<span><a href="/account/keys/${row.id}"><b>${row.name}</b></a><span class="sub">ends in <code>${row.hint}</code></span></span>`,
      },
      { name: "State", cell: (row) => badge(row) },
      ...(session.role === "owner" ? [{ name: "Made by", cell: (row: KeyRow) => address(maker(row)) }] : []),
      { name: "Last used", cell: (row) => time(row.last_used_at, "never") },
      { name: "Expires", cell: (row) => day(row.expires_at, "never") },
      { name: "Caps, in credits", cell: (row) => html`<span>${capsInWords(row)}</span>` },
    ],
  });
}

function createForm(session: Session, { typed, faults }: { typed: TypedKey; faults: KeyFaults }): Html {
  return html`<section class="card" aria-labelledby="create-key">
<h2 id="create-key">Create a key</h2>
<p class="soft">It carries every permission there is today, and keeps exactly these. The secret is shown once.</p>
<form method="post" action="/account/keys">
${formToken(session)}<input type="hidden" name="${idField}" value="${newId("key")}">
<div class="fields">
${field({ name: "name", label: "Name", value: typed.name, fault: faults.name, isRequired: true, maxLength: 100, hint: "What uses it, for your own list." })}
${field({ name: "expires", label: "Last day", type: "date", value: typed.expires, fault: faults.expires, hint: "Works until it ends, in UTC." })}
${capsFields(typed, faults)}
</div>
<button class="primary">Create key</button>
</form>
</section>`;
}

async function keyPage(
  { accounts }: KeysPagesDeps,
  session: Session,
  row: KeyRow,
  view: { typed: TypedCaps; faults: CapsFaults; status: number; notice: string | null },
): Promise<Response> {
  const members = await accounts.listMembers(session.organizationId);
  const maker = members.find((member) => member.user_id === row.created_by);
  const { isLive } = stateOf(row);
  const seesAll = row.is_owner_key && maker?.role === "owner";
  return accountPage({
    title: row.name,
    session,
    current: "keys",
    status: view.status,
    notice: view.notice ? { tone: "good", text: view.notice } : null,
    body: html`<p class="small"><a href="/account/keys">All keys</a></p>
<h1>${row.name}</h1>
<section class="card" aria-label="About this key">
<dl class="facts">
<dt>State</dt><dd>${badge(row)}</dd>
<dt>Ends in</dt><dd><code>${row.hint}</code></dd>
<dt>Identifier</dt><dd><code>${row.id}</code></dd>
<dt>Made by</dt><dd>${maker?.email ?? row.created_by}, ${time(row.created_at)}</dd>
<dt>Sees</dt><dd>${seesAll ? "every project of the organization" : "projects its maker owns or is shared into"}</dd>
<dt>Last used</dt><dd>${time(row.last_used_at, "never")}</dd>
<dt>Last rotated</dt><dd>${time(row.rotated_at, "never")}</dd>
<dt>Expires</dt><dd>${time(row.expires_at, "never")}</dd>
<dt>Permissions</dt><dd>${row.scopes.map((scope) => html`<code>${scope}</code> `)}</dd>
</dl>
</section>
${isLive ? liveKeyForms(session, row, view) : ""}`,
  });
}

function liveKeyForms(session: Session, row: KeyRow, view: { typed: TypedCaps; faults: CapsFaults }): Html {
  const isOwn = row.created_by === session.userId;
  return html`<section class="card" aria-labelledby="caps">
<h2 id="caps">Caps</h2>
<p class="soft">What this key may spend at most. A call that would pass a cap is refused with <code>api_key_credit_cap_exceeded</code>.</p>
<form method="post" action="/account/keys/${row.id}/caps">${formToken(session)}
<div class="fields">${capsFields(view.typed, view.faults)}</div>
<button>Save caps</button></form>
</section>
${
  isOwn
    ? html`<section class="card" aria-labelledby="rotate">
<h2 id="rotate">Rotate</h2>
<p class="soft">Replaces the secret of the key; its name, permissions and caps stay. The old secret stops working at once;
download links it made go on working. A key with newer permissions is a new key.</p>
<a class="button" href="/account/keys/${row.id}/rotate">Rotate key</a>
</section>`
    : ""
}
<section class="card" aria-labelledby="revoke">
<h2 id="revoke">Revoke</h2>
<p class="soft">Stops the key and the unused links it made, at once and for good.</p>
<a class="button danger" href="/account/keys/${row.id}/revoke">Revoke key</a>
</section>`;
}

function secretPage(session: Session, { key, row }: FreshKey, what: "created" | "rotated"): Response {
  return accountPage({
    title: `Key ${what}`,
    session,
    current: "keys",
    notice: { tone: "good", text: `The key is ${what}.` },
    body: html`<section class="card middle">
<h1>${row.name}</h1>
<p><b>Copy the secret now.</b> It is shown this once; only a hash of it is kept.</p>
<code class="secret">${key}</code>
<p class="soft small">To try it, call <code>GET /v1/wallet</code> with it; that is free.</p>
<p><a class="button" href="/account/keys">I have copied it</a></p>
</section>`,
  });
}

function stateOf(row: KeyRow): { isLive: boolean; name: string; tone: string } {
  if (row.revoked_at !== null) return { isLive: false, name: "Revoked", tone: "bad" };
  if (row.expires_at !== null && row.expires_at.getTime() <= Date.now()) {
    return { isLive: false, name: "Expired", tone: "warn" };
  }
  return { isLive: true, name: "Active", tone: "good" };
}

function badge(row: KeyRow): Html {
  const { name, tone } = stateOf(row);
  return html`<span class="badge ${tone}">${name}</span>`;
}
