import { html } from "./html.ts";
import { iconPath } from "./page.ts";
import { referenceScriptPath } from "./reference-script.ts";

/** Path of the script that starts the API reference. */
export const referenceStartPath = "/docs/start-reference.js";

/**
 * Policy of the API reference: scripts and requests to this server only. Scalar writes inline styles and loads its icons
 * as data, so those two are allowed; its proxy, fonts, telemetry and assistant are unreachable even if a setting changes.
 */
export const docsContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns the page of the API reference: Scalar over this server's OpenAPI document. */
export function docsPage(): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Groundwork</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
</head>
<body>
<main id="reference"></main>
<noscript><p>The API reference needs JavaScript. The same operations are described in the
<a href="/v1/openapi.json">OpenAPI document</a>; <a href="/errors">Errors</a> lists every error code.</p></noscript>
<script src="${referenceScriptPath}"></script>
<script src="${referenceStartPath}"></script>
</body>
</html>
`.markup;
}
