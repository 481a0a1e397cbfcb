import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../migrations/index.ts";
import { type AccountArea, givePassword, openAccountArea, testPassword } from "../api/account/account-browser.ts";
import { makeTestOrganization, type TestOrganization } from "../support/http.ts";
import { freeAddress, type ServedApp, serveApp } from "../support/served-app.ts";
import {
  accessibilityFaults,
  hasChromium,
  keepPicture,
  openChromium,
  openWindow,
  overflowsSideways,
  widths,
} from "./chromium.ts";

if (!hasChromium) process.stdout.write("Tests in a browser are left out: there is no /usr/bin/chromium here\n");

let area: AccountArea;
let acme: TestOrganization;
let browser: Browser;
let baseUrl: string;
let served: ServedApp;

describe.skipIf(!hasChromium)("the account area in a browser", () => {
  beforeAll(async () => {
    baseUrl = await freeAddress();
    area = await openAccountArea(baseUrl);
    served = await serveApp(area.app, { baseUrl, clientAddress: "203.0.113.7" });
    acme = await makeTestOrganization(area.services, "Acme Land Partners");
    browser = await openChromium();
    await fillWithLife();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await area?.services.close();
  });

  it("takes a new owner from the set-up link to a key that works, without JavaScript", async () => {
    const window = await openWindow(browser, { width: widths.desktop, javaScript: false });
    const page = await window.newPage();
    const { url } = await area.links.makePasswordLink(
      { orgId: acme.orgId, userId: acme.ownerId },
      { kind: "operator", id: null, surface: "operations" },
    );
    await page.goto(url);
    await keepPicture(page, "set-up-desktop");
    await page.getByLabel("E-mail address").fill("dana@acme.example");
    await page.getByLabel("Your name").fill("Dana Ortiz");
    await page.getByLabel("New password", { exact: true }).fill("short");
    await page.getByLabel("New password again").fill("short");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await expect(page.getByText("at least 12 characters; this one has 5").textContent()).resolves.toBeTruthy();
    await page.getByLabel("New password", { exact: true }).fill(testPassword);
    await page.getByLabel("New password again").fill(testPassword);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    expect(new URL(page.url()).pathname).toBe("/account");

    await page.getByRole("link", { name: "API keys", exact: true }).first().click();
    await page.getByLabel("Name", { exact: false }).first().fill("Nightly import");
    await page.getByLabel("Daily cap").fill("500");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.locator(".secret").textContent()) ?? "";
    await keepPicture(page, "key-created-desktop");
    expect(await area.services.apiKeys.authenticate(key)).toMatchObject({ dailyCap: 500, monthlyCap: null });
    await page.getByRole("link", { name: "I have copied it" }).click();
    expect(await page.content()).not.toContain(key);

    await page.getByRole("button", { name: "Sign out" }).click();
    expect(new URL(page.url()).pathname).toBe("/account/sign-in");
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 }).textContent()).resolves.toBe("This link does not work");
    await window.close();
  });

  it("asks for the password again before a dangerous change, and then goes on with it", async () => {
    const page = await signIn(widths.desktop);
    await area.services.db.query(sql`-- let_step_up_lapse
      update account_session set confirmed_at = now() - interval '11 minutes'`);
    await page.goto(`${baseUrl}/account/members`);
    await page.getByLabel("E-mail address").fill("lee@partner.example");
    await page.getByRole("button", { name: "Make the link" }).click();
    await keepPicture(page, "step-up-desktop");
    await page.getByLabel("Password").fill(testPassword);
    await page.getByRole("button", { name: "Confirm and go on" }).click();
    await keepPicture(page, "invitation-desktop");
    const link = (await page.locator(".secret").textContent()) ?? "";
    const guest = await openWindow(browser, { width: widths.phone, javaScript: false });
    const theirs = await guest.newPage();
    await theirs.goto(link);
    await keepPicture(theirs, "join-phone");
    await theirs.getByLabel("New password", { exact: true }).fill("another long password");
    await theirs.getByLabel("New password again").fill("another long password");
    await theirs.getByRole("button", { name: "Join" }).click();
    await expect(theirs.getByRole("heading", { level: 1 }).textContent()).resolves.toBe("Acme Land Partners");
    await expect(theirs.getByRole("link", { name: "Audit log" }).count()).resolves.toBe(0);
    await guest.close();
    await page.context().close();
  });

  it("is checked by rules that do find a field without a label and pale text", async () => {
    const page = await (await openWindow(browser, { width: widths.desktop })).newPage();
    await page.setContent('<main><h1>Page</h1><input name="a"><p style="color:#bbb">pale</p></main>');
    const rules = (await accessibilityFaults(page)).map((fault) => fault.split(":")[0]);
    expect(rules).toEqual(expect.arrayContaining(["label", "color-contrast"]));
    await page.context().close();
  });

  // Layout depends on the width and contrast on the scheme: two windows show every value of both.
  describe.each([
    { name: "desktop", width: widths.desktop, scheme: "light" as const },
    { name: "phone-dark", width: widths.phone, scheme: "dark" as const },
  ])("on a $name", ({ name, width, scheme }) => {
    it("has pages that everybody can use, none of them wider than the window", async () => {
      const page = await signIn(width, scheme);
      const [key] = (await area.services.apiKeys.list(acme.orgId)).reverse();
      const [app] = await area.connections.listConnections({ orgId: acme.orgId });
      const paths: Readonly<Record<string, string>> = {
        overview: "/account",
        keys: "/account/keys",
        key: `/account/keys/${key?.id}`,
        apps: "/account/apps",
        app: `/account/apps/${app?.id}`,
        wallet: "/account/wallet",
        members: "/account/members",
        remove: `/account/members/${acme.memberId}/remove`,
        audit: "/account/audit",
        security: "/account/security",
        missing: "/account/keys/key_none",
      };
      for (const [place, path] of Object.entries(paths)) await look(page, `${place}-${name}`, path);
      await page.goto(`${baseUrl}/account/keys`);
      await page.getByLabel("Daily cap").fill("9");
      await page.getByLabel("Monthly cap").fill("1");
      await page.getByLabel("Name", { exact: false }).first().fill(" ");
      await page.getByRole("button", { name: "Create key" }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, `key-faults-${name}`);
      await page.context().clearCookies();
      await look(page, `sign-in-${name}`, "/account/sign-in");
      await page.context().close();
    }, 180_000);
  });
});

async function look(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${baseUrl}${path}`);
  await keepPicture(page, name);
  expect([name, await overflowsSideways(page), await accessibilityFaults(page)]).toEqual([name, false, []]);
}

async function signIn(width: number, scheme: "light" | "dark" = "light"): Promise<Page> {
  const page = await (await openWindow(browser, { width, scheme })).newPage();
  await page.goto(`${baseUrl}/account/sign-in`);
  await page.getByLabel("E-mail address").fill("dana@acme.example");
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

/** Gives the organization what a used one has: people, keys of every state, apps, and a ledger of some pages. */
async function fillWithLife(): Promise<void> {
  const { db, apiKeys, accounts, wallet } = area.services;
  const { orgId, ownerId, memberId } = acme;
  await db.query(sql`-- rename_owner
    update app_user set email = 'dana@acme.example', name = 'Dana Ortiz' where id = ${ownerId}`);
  await givePassword(area, ownerId);
  await accounts.addMember({ orgId, email: "sam.whitaker@acme.example", name: "Sam Whitaker", role: "member" });
  await accounts.addMember({
    orgId,
    email: "a.very.long.mailbox.name.for.a.planner@metropolitan-planning-department.example",
    role: "member",
  });
  const production = await apiKeys.mint({
    orgId,
    createdBy: ownerId,
    name: "Production",
    dailyCap: 2_000,
    monthlyCap: 20_000,
  });
  const old = await apiKeys.mint({ orgId, createdBy: memberId, name: "Old laptop" });
  await apiKeys.revoke(old.row.id);
  const payer = await apiKeys.authenticate(production.key);
  for (let count = 0; count < 30; count++) {
    await wallet.debit({
      payer,
      operation: "searchProject",
      amount: 2,
      projectId: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
    });
  }
  const reservation = await wallet.reserve({ payer, operation: "createProject", amount: 240 });
  await wallet.settle(reservation, 187);
  await db.query(sql`-- add_client
    insert into oauth_client (id, name, redirect_uris)
    values ('cli_test', 'Planning Assistant', array['https://assistant.example/callback'])`);
  await db.query(sql`-- add_connection
    insert into connection (id, org_id, user_id, client_id, scopes, daily_cap, monthly_cap, expires_at)
    values ('con_test', ${orgId}, ${ownerId}, 'cli_test', array['project:read', 'agent:ask', 'wallet:read'], 300, null,
      now() + interval '180 days')`);
  const connector = { ...payer, kind: "connection" as const, credentialId: "con_test", surface: "mcp" as const };
  await wallet.debit({ payer: connector, operation: "askAgent", amount: 41 });
  const { links } = area;
  await links.invite(
    { orgId, email: "priya@partner.example", role: "member", createdBy: ownerId },
    { kind: "user", id: ownerId, surface: "account" },
  );
}
