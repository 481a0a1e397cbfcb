import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const rooms = ["migrations", "ingest", "retrieval", "agent", "api"];

/** Who may open a connection, and to whom: never to an address that a caller chose, except for the guarded fetcher. */
const adapters: Readonly<Record<string, string>> = {
  "ingest/fetch/connect.ts": "the guarded fetcher, to addresses it has checked",
  "ingest/fetch/exchange.ts": "the guarded fetcher, over the connection it has opened",
  "ingest/parse/unstructured-client.ts": "the document reader that the settings name",
  "agent/models/openai-compatible/compatible-fetch.ts": "the chat endpoint that the settings name",
  "api/boot/readiness.ts": "the engines that the settings name",
  "api/demo-town/town-thread.ts": "the demo town of another process of the same store, on loopback",
  "migrations/store-lock.ts": "another process of the same store, on this machine",
};

/** What opens a connection, by module; null stands for the whole module. */
const openers: Readonly<Record<string, readonly string[] | null>> = {
  http: ["request", "get", "Agent", "globalAgent", "default", "*"],
  https: null,
  http2: ["connect", "default", "*"],
  net: ["connect", "createConnection", "Socket", "default", "*"],
  tls: ["connect", "TLSSocket", "default", "*"],
  dgram: null,
  undici: null,
  axios: null,
  got: null,
  "node-fetch": null,
  ws: null,
};
const globals = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];

/** Gives what a source text could open a connection with. */
function openersIn(text: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) for (const name of importedOpeners(node, from.text)) found.add(name);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [from] = node.arguments;
      if (from && ts.isStringLiteral(from) && moduleName(from.text) in openers) found.add(from.text);
    } else if (ts.isIdentifier(node) && globals.includes(node.text) && isUsed(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true));
  return [...found];
}

const moduleName = (specifier: string) => specifier.replace(/^node:/, "").split("/")[0] ?? "";

function importedOpeners(node: ts.ImportDeclaration | ts.ExportDeclaration, specifier: string): string[] {
  const opening = openers[moduleName(specifier)];
  if (opening === undefined) return [];
  const clause = ts.isImportDeclaration(node) ? node.importClause : node.exportClause;
  if (ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly) {
    return [];
  }
  const bindings = clause && ts.isImportClause(clause) ? clause.namedBindings : clause;
  const names =
    bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
      ? bindings.elements.filter((one) => !one.isTypeOnly).map((one) => (one.propertyName ?? one.name).text)
      : ["*"];
  if (clause && ts.isImportClause(clause) && clause.name) names.push("default");
  return names.filter((name) => opening === null || opening.includes(name)).map((name) => `${specifier} ${name}`);
}

/** Tells a global that is used from a member, parameter or method that happens to have its name. */
function isUsed(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return parent.name !== node || parent.expression.getText() === "globalThis";
  if (ts.isTypeNode(parent) || ts.isTypeQueryNode(parent)) return false;
  const isDeclared = "name" in parent && parent.name === node;
  return !isDeclared || ts.isShorthandPropertyAssignment(parent);
}

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => rooms.includes(path.split("/")[0] ?? ""));

describe("the house opens outbound connections", () => {
  it("only in the adapters that are named here, and each of them does", () => {
    const opening = sources.filter((path) => openersIn(readFileSync(join(root, path), "utf8")).length > 0);
    expect(opening.sort()).toEqual(Object.keys(adapters).sort());
  });

  it.each([
    ["a call of fetch", `const page = await fetch(url);`],
    ["fetch under another name", `const ask = fetch; ask(url);`],
    ["fetch handed on", `makeClient({ fetch });`],
    ["fetch of the global object", `globalThis.fetch(url);`],
    ["a request of node:http", `import { request } from "node:http";`],
    ["a request under another name", `import { request as ask } from "http";`],
    ["the whole of node:http", `import * as http from "node:http";`],
    ["the default of node:http", `import http from "node:http";`],
    ["node:https", `import { get } from "node:https";`],
    ["a socket", `import { connect } from "node:net";`],
    ["a socket with TLS", `import { connect } from "node:tls";`],
    ["undici", `import { Pool } from "undici";`],
    ["undici when it is needed", `const { request } = await import("undici");`],
    ["a socket of the web", `new WebSocket(url);`],
  ])("and would notice %s", (_, text) => {
    expect(openersIn(text)).not.toEqual([]);
  });

  it.each([
    ["a method of that name", `const app = { async fetch(request: Request) { return request; } };`],
    ["a call of such a method", `service.app.fetch(request);`],
    ["a member of that name", `serve({ fetch: (request) => answer(request) });`],
    ["its type", `const into: typeof fetch = answer; import type { Socket } from "node:net";`],
    ["what opens nothing", `import { isIP } from "node:net"; import { STATUS_CODES, type Agent } from "node:http";`],
  ])("and takes no offence at %s", (_, text) => {
    expect(openersIn(text)).toEqual([]);
  });
});
