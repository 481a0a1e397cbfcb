import type { CatalogueEntry } from "../catalogue-entry.ts";
import { type ProblemCode, problemCatalogue, problemCodes } from "../problem-catalogue.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";

/** Returns the page that explains every error code; the `type` of a problem document links to an anchor of this page. */
export function errorsPage(): string {
  const statuses = [...new Set(problemCodes.map((code) => problemCatalogue[code].status))].sort((a, b) => a - b);
  const under = (status: number) => problemCodes.filter((code) => problemCatalogue[code].status === status);
  return page({
    title: "Errors",
    current: "/errors",
    side: html`${statuses.map(
      (status) =>
        html`<section><h2>${status}</h2><ul>${under(status).map(
          (code) => html`<li><a href="#${code}">${code}</a></li>`,
        )}</ul></section>`,
    )}`,
    main: html`<h1>Errors</h1>
<p class="lead">Every error response is a problem document (RFC 9457) of type
<code>application/problem+json</code>. Branch on its <code>code</code>; the texts may change. Its
<code>request_id</code> equals the <code>X-Request-ID</code> header; quote it when you ask for support.</p>
${statuses.map(
  (status) =>
    html`<h2>${status} ${problemCatalogue[under(status)[0] ?? "not_found"].title}</h2>${under(status).map((code) =>
      entrySection(code, problemCatalogue[code]),
    )}`,
)}`,
  });
}

function entrySection(code: ProblemCode, entry: CatalogueEntry): Html {
  return html`<article class="error" id="${code}">
<h3><code>${code}</code></h3>
<p>${entry.detail}</p>
${entry.recovery === undefined ? "" : html`<p><b>What to do.</b> ${entry.recovery}</p>`}
<ul class="facts"><li><b>Status</b> ${entry.status}</li><li><b>Retry</b> ${
    entry.retryable ? "the same request may succeed later" : "the same request fails again"
  }</li></ul>
</article>`;
}
