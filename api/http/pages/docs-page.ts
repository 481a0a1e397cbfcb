import { closedSchema } from "../closed-schema.ts";
import type { Operation } from "../operation.ts";
import { problemsByStatus } from "../operation-problems.ts";
import { type Scope, scopeSentences } from "../scopes.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";
import { type SchemaRow, schemaRows } from "./schema-rows.ts";

/** Writes the API reference from the declarations of the operations. */
export function docsPage(operations: readonly Operation[], baseUrl: string): string {
  const tags = [...new Set(operations.map((operation) => operation.tag))];
  const under = (tag: string) => operations.filter((operation) => operation.tag === tag);
  return page({
    title: "API reference",
    current: "docs",
    side: html`${tags.map(
      (tag) =>
        html`<section><h2>${tag}</h2><ul>${under(tag).map(
          (operation) => html`<li><a href="#${operation.operationId}">${operation.summary.replace(/\.$/, "")}</a></li>`,
        )}</ul></section>`,
    )}`,
    main: html`<h1>API reference</h1>
<p class="lead">A knowledge base for land sites: ordinances in, cited answers out. Send requests to
<code>${baseUrl}/v1</code> with <code>Authorization: Bearer &lt;key&gt;</code>. Bodies and answers are JSON; unknown
members and parameters are refused by name. Every refusal is a problem document whose <a href="/errors">code</a> you
can branch on.</p>
${tags.map((tag) => html`<h2>${tag}</h2>${under(tag).map((operation) => operationSection(operation, baseUrl))}`)}
<h2 id="scopes">Scopes</h2>
<div class="scroll"><table><thead><tr><th>Scope</th><th>Grants</th></tr></thead><tbody>${Object.entries(
      scopeSentences,
    ).map(
      ([scope, sentence]) => html`<tr><td><code>${scope}</code></td><td>${sentence}.</td></tr>`,
    )}</tbody></table></div>`,
  });
}

function operationSection(operation: Operation, baseUrl: string): Html {
  const { body } = operation;
  const query = schemaRows(closedSchema(operation.query));
  const fields = body === undefined || body === "stream" ? [] : schemaRows(closedSchema(body));
  return html`<article class="operation" id="${operation.operationId}">
<h3>${operation.summary.replace(/\.$/, "")}</h3>
<p class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span>
<code>${operation.path}</code>${operation.deprecated ? html`<span class="note">deprecated</span>` : ""}</p>
${operation.description ? html`<p>${operation.description}</p>` : ""}
${facts(operation)}
${query.length > 0 ? html`<h4>Query</h4>${rowsTable(query)}` : ""}
${fields.length > 0 ? html`<h4>Body</h4>${rowsTable(fields)}` : ""}
${body === "stream" ? html`<h4>Body</h4><p>The bytes of the file.</p>` : ""}
<h4>Request</h4><pre><code>${curl(operation, baseUrl)}</code></pre>
${Object.entries(operation.responses).map(([status, response]) => {
  const rows = response.schema ? schemaRows(closedSchema(response.schema)) : [];
  return html`<h4>${status}</h4><p>${response.description}</p>
${response.example === undefined ? "" : html`<pre><code>${JSON.stringify(response.example, null, 2)}</code></pre>`}
${rows.length > 0 ? html`<details><summary>Fields</summary>${rowsTable(rows)}</details>` : ""}`;
})}
<details><summary>Refusals</summary>${[...problemsByStatus(operation)].map(
    ([status, codes]) =>
      html`<ul class="codes"><li class="note">${status}</li>${codes.map(
        (code) => html`<li><a href="/errors#${code}"><code>${code}</code></a></li>`,
      )}</ul>`,
  )}</details>
</article>`;
}

function facts(operation: Operation): Html {
  const { scope, limit, cost, idempotent, auth } = operation;
  const costs = { free: "free", flat: "flat price", metered: "metered", reserved: "reserved, then settled" };
  const access =
    scope === null
      ? html`<li><b>Access</b> ${auth === "link" ? "the link itself" : "open"}</li>`
      : html`<li><b>Scope</b> <code title="${scopeSentences[scope satisfies Scope]}">${scope}</code></li>`;
  return html`<ul class="facts">${access}
<li><b>Limit</b> ${limit.perMinute} a minute</li><li><b>Cost</b> ${costs[cost]}</li>
${idempotent ? html`<li><b>Idempotency-Key</b> accepted</li>` : ""}</ul>`;
}

function rowsTable(rows: readonly SchemaRow[]): Html {
  return html`<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><td><code>${row.name}</code></td><td>${row.type}</td><td>${
        row.isRequired ? "" : html`<span class="note">Optional.</span> `
      }${row.notes}</td></tr>`,
  )}</tbody></table></div>`;
}

function curl(operation: Operation, baseUrl: string): string {
  const example = operation.example ?? {};
  const parameters = (example.params ?? {}) as Record<string, unknown>;
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (braced, name: string) => String(parameters[name] ?? braced));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(example.query ?? {})) query.append(name, String(value));
  const address = `${baseUrl}${path}${query.size > 0 ? `?${query}` : ""}`;
  const lines = [`curl${operation.method === "GET" ? "" : ` -X ${operation.method}`} '${address}'`];
  if (operation.auth === "api_key") lines.push(`  -H "Authorization: Bearer $GROUNDWORK_KEY"`);
  if (operation.idempotent) lines.push(`  -H "Idempotency-Key: $(uuidgen)"`);
  if (operation.body === "stream") lines.push("  --data-binary @ordinance.pdf");
  else if (operation.body !== undefined) {
    lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(example.body ?? {})}'`);
  }
  return lines.join(" \\\n");
}
