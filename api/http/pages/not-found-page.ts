import { makeResponse } from "../make-response.ts";
import { html } from "./html.ts";
import { page, pageHeaders } from "./page.ts";

const markup = page({
  title: "Page not found",
  main: html`<h1>Page not found</h1>
<p class="lead">There is nothing at this address.</p>
<p>Go to the <a href="/account">account area</a>, the <a href="/docs">API reference</a> or the list of
<a href="/errors">errors</a>.</p>`,
});

/** Returns true for a browser that asks for a page: it names HTML itself, not only any type. */
export function wantsPage(headers: Headers): boolean {
  return /\btext\/html\b/i.test(headers.get("accept") ?? "");
}

/** Answers a browser that asks for an address without a page. */
export function notFoundPage(): Response {
  return makeResponse(404, markup, { ...pageHeaders, "cache-control": "no-store", vary: "Accept" });
}
