import { existsSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Where the system keeps its Chromium; none is downloaded. */
const executablePath = "/usr/bin/chromium";

/** True where the tests in a browser can run. */
export const hasChromium = existsSync(executablePath);

/** Starts a Chromium without a window. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** The widths that pages are looked at in. */
export const widths = { phone: 390, desktop: 1280 } as const;

/** Opens a window of a width, in light or dark. */
export async function openWindow(
  browser: Browser,
  options: { width: number; scheme?: "light" | "dark"; javaScript?: boolean },
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.scheme ?? "light",
    javaScriptEnabled: options.javaScript ?? true,
  });
}

/** Finds what WCAG 2.2 AA forbids on a page, as `rule: element`. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Handed over the debugger's channel, so the page's policy against scripts stays in force.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

/** Tells whether a page is wider than its window, so that people would have to scroll sideways. */
export async function overflowsSideways(page: Page): Promise<boolean> {
  const isWider = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
  return isWider === true;
}

/** Keeps a picture of a page when SCREENSHOT_FOLDER names a folder for them. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_FOLDER;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
