import { makeResponse } from "../make-response.ts";
import { type Html, html } from "./html.ts";

/** Path of the icon that browsers show beside the title of every page. */
export const iconPath = "/favicon.svg";

/** Path of the stylesheet of the pages written with {@link page}. */
export const stylesheetPath = "/docs/pages.css";

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of a page that may load only its own stylesheet and icon. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
} as const;

/** Returns a page: title, navigation at the side, content. */
export function page(parts: { title: string; current?: `/${string}`; side?: Html; main: Html }): string {
  const link = (path: string, name: string) =>
    html`<a href="${path}"${path === parts.current ? html` aria-current="page"` : ""}>${name}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${parts.title} · Groundwork</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">Groundwork</a>
<nav class="pages" aria-label="Pages">${link("/docs", "API reference")}${link("/errors", "Errors")}${link("/v1/openapi.json", "OpenAPI")}${link("/account", "Account")}</nav>
</header>
<div class="${parts.side ? "columns" : ""}">
${parts.side ? html`<nav class="side" aria-label="On this page">${parts.side}</nav>` : ""}
<main id="content">${parts.main}</main>
</div>
</body>
</html>
`.markup;
}

/** Returns the response for a page; unless a policy is given, the page may load its stylesheet and icon only. */
export function pageResponse(markup: string, policy = contentSecurityPolicy): Response {
  return makeResponse(200, markup, {
    ...pageHeaders,
    "content-security-policy": policy,
    "cache-control": "public, max-age=300",
  });
}
