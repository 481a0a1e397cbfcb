import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
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

describe.skipIf(!hasChromium)("GET /docs in a browser", () => {
  beforeAll(async () => {
    baseUrl = await freeAddress();
    composed = await openComposedService({ PUBLIC_BASE_URL: baseUrl });
    served = await serveApp(composed.service.app, { baseUrl });
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await composed?.close();
  });

  /** Opens the reference and records every request to another host and every message of the console. */
  async function open(width: number, scheme: "light" | "dark", anchor = "") {
    const window = await openWindow(browser, { width, scheme });
    const page = await window.newPage();
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(`${baseUrl}/`) && !/^(data|blob):/.test(request.url()))
        elsewhere.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${baseUrl}/docs${anchor}`);
    await page.getByRole("heading", { name: "Groundwork", exact: false }).first().waitFor();
    return { page, elsewhere, complaints };
  }

  const searchAnchor = "#tag/search/POST/v1/projects/{project_id}/search";

  it.each([
    { width: widths.phone, scheme: "dark" as const },
    { width: widths.desktop, scheme: "light" as const },
  ])("renders at $width px, $scheme, without a request to another host", async ({ width, scheme }) => {
    const { page, elsewhere, complaints } = await open(width, scheme, searchAnchor);
    await page.getByRole("heading", { name: "Search a project's knowledge base" }).waitFor();
    await keepPicture(page, `reference-${width}-${scheme}`);
    const isDark = await page.evaluate("document.body.classList.contains('dark-mode')");
    expect(isDark).toBe(scheme === "dark");
    expect(await overflowsSideways(page)).toBe(false);
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("sends a request to this server with the key that the reader enters", async () => {
    const { page, elsewhere, complaints } = await open(widths.desktop, "light", "#tag/wallet/GET/v1/wallet");
    await page.getByRole("heading", { name: "Read the credit balance", exact: false }).waitFor();
    await page.getByRole("button", { name: "Test Request", exact: false }).first().click();
    await page.getByRole("textbox", { name: "Token", exact: false }).last().fill(composed.organization.ownerKey);
    const answered = page.waitForResponse((response) => response.url() === `${baseUrl}/v1/wallet`);
    await page.getByRole("button", { name: "Send", exact: false }).first().click();
    const response = await answered;
    await keepPicture(page, "reference-request");
    expect(response.status()).toBe(200);
    expect(await response.json()).toMatchObject({ organization_id: composed.organization.orgId });
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("finds an operation by a word of its summary", async () => {
    const { page } = await open(widths.desktop, "light");
    await page.getByRole("button", { name: "Search", exact: false }).first().click();
    await page.keyboard.type("balance");
    await page.getByRole("option", { name: "balance", exact: false }).first().waitFor();
    await keepPicture(page, "reference-search");
    await page.context().close();
  });

  it("leads to the page of errors, which begins with its heading at every width and is usable by everybody", async () => {
    for (const width of Object.values(widths)) {
      const page = await (await openWindow(browser, { width })).newPage();
      await page.goto(`${baseUrl}/errors`);
      await keepPicture(page, `errors-${width}`);
      const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect(heading?.y).toBeLessThan(200);
      expect(await overflowsSideways(page)).toBe(false);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.context().close();
    }
  });
});
