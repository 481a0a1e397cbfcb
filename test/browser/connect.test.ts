import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { authorizePath, makePkce, openBrowser, postToken, registerClient } from "../support/connector.ts";
import { callerOf } from "../support/http.ts";
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

let composed: ComposedService;
let browser: Browser;
let baseUrl: string;
let served: ServedApp;
let client: Server;
let clientAddress: string;
const received: URL[] = [];

describe.skipIf(!hasChromium)("connecting an app in a browser", () => {
  beforeAll(async () => {
    baseUrl = await freeAddress();
    composed = await openComposedService({ PUBLIC_BASE_URL: baseUrl });
    served = await serveApp(composed.service.app, { baseUrl });
    client = createServer((request, response) => {
      received.push(new URL(request.url ?? "", clientAddress));
      response.end("back in the app");
    });
    await new Promise<void>((resolve) => client.listen(0, "127.0.0.1", resolve));
    clientAddress = `http://127.0.0.1:${(client.address() as AddressInfo).port}`;
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    client?.close();
    await served?.close();
    await composed?.close();
  });

  const signedIn = async (width: number, scheme: "light" | "dark") => {
    const { ownerId: userId, orgId: organizationId } = composed.organization;
    const { cookie } = await openBrowser(composed.services, composed.service.app, { userId, organizationId });
    const window = await openWindow(browser, { width, scheme, javaScript: true });
    const [name = "", value = ""] = cookie.split("=");
    await window.addCookies([{ name, value, url: baseUrl }]);
    return window.newPage();
  };
  const request = async (challenge: string) => {
    const call = callerOf(composed.service.app);
    const clientId = await registerClient(call, { client_name: "Site desk", redirect_uris: [`${clientAddress}/done`] });
    const more = { redirect_uri: `${clientAddress}/done`, resource: `${baseUrl}/mcp` };
    return { clientId, address: `${baseUrl}${authorizePath(clientId, challenge, more)}` };
  };

  it("leads from the app through the decision back into the app, whose code becomes tokens", async () => {
    const { verifier, challenge } = makePkce();
    const { clientId, address } = await request(challenge);
    const page = await signedIn(widths.desktop, "light");
    await page.goto(address);
    await page.getByLabel("Daily cap").fill("50");
    await page.getByLabel("Monthly cap").fill("20");
    await page.getByRole("button", { name: "Approve" }).click();
    await keepPicture(page, "connect-refused-desktop");
    await page.getByLabel("Monthly cap").fill("500");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${clientAddress}/**`);
    expect(await page.textContent("body")).toBe("back in the app");
    const told = received.find(({ pathname }) => pathname === "/done")?.searchParams;
    const answer = await postToken(callerOf(composed.service.app), {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: `${clientAddress}/done`,
      code: told?.get("code") ?? "",
      code_verifier: verifier,
    });
    expect(answer.status).toBe(200);
    const [row] = await composed.service.connections.listConnections({ orgId: composed.organization.orgId });
    expect(row).toMatchObject({ client_name: "Site desk", daily_cap: 50, monthly_cap: 500 });
    await page.context().close();
  });

  it.each([
    ["phone", "dark"],
    ["desktop", "light"],
  ] as const)("asks on a page that everybody can use (%s, %s)", async (device, scheme) => {
    const { address } = await request(makePkce().challenge);
    const page = await signedIn(widths[device], scheme);
    await page.goto(address);
    await keepPicture(page, `connect-${device}-${scheme}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await page.context().close();
  });
});
