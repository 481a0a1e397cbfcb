import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantJob } from "../api/operators/planted-jobs.ts";
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

describe.skipIf(!hasChromium)("the queue board in a browser", () => {
  beforeAll(async () => {
    baseUrl = await freeAddress();
    composed = await openComposedService({ PUBLIC_BASE_URL: baseUrl });
    served = await serveApp(composed.service.app, { baseUrl });
    browser = await openChromium();
    const { db } = composed.services;
    await plantJob(db, { id: "job_01m3k9s5t7v8w9x0y1z2a3b4c5", state: "queued", dueSecondsAgo: 340 });
    await plantJob(db, { id: "job_later", state: "queued", dueSecondsAgo: -100, error: "embedding_unavailable" });
    await plantJob(db, { id: "job_runs", state: "running", percent: 45, stage: "reading", leaseSeconds: 900 });
    await plantJob(db, { id: "job_encrypted", state: "failed", attempt: 1, error: "file_encrypted" });
    await plantJob(db, {
      id: "job_again",
      name: "corpus-reembed",
      state: "failed",
      attempt: 4,
      error: "internal_error",
    });
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await composed?.close();
  });

  const open = async (width: number, scheme: "light" | "dark", javaScript = true): Promise<Page> => {
    const window = await openWindow(browser, { width, scheme, javaScript });
    const page = await window.newPage();
    await page.goto(`${baseUrl}/ops/queue`);
    return page;
  };

  it.each([
    { width: widths.phone, scheme: "light" as const },
    { width: widths.desktop, scheme: "light" as const },
    { width: widths.desktop, scheme: "dark" as const },
  ])("can be read by everybody at $width px, $scheme", async ({ width, scheme }) => {
    const page = await open(width, scheme);
    await keepPicture(page, `queue-board-${width}-${scheme}`);
    expect(await overflowsSideways(page)).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  it("cancels a job without JavaScript, once the button behind the word was opened", async () => {
    const page = await open(widths.phone, "light", false);
    const cancel = page.getByRole("button", { name: "Cancel for good: job_later" });
    expect(await cancel.isVisible()).toBe(false);
    await page.locator('summary[aria-label="Cancel job_later"]').click();
    await cancel.click();
    expect(await page.getByRole("status").textContent()).toBe("The job was told to stop.");
    expect(await page.getByText("job_later").count()).toBe(0);
    await page.context().close();
  });

  it("lets a failed job run again without JavaScript", async () => {
    const page = await open(widths.desktop, "light", false);
    await page.getByRole("button", { name: "Retry job_again" }).click();
    expect(await page.getByRole("status").textContent()).toBe("The job waits to be run again.");
    await page.context().close();
  });
});
