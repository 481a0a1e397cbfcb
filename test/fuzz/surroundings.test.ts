import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadyProject } from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { connect, openBrowser } from "../support/connector.ts";
import { testBaseUrl } from "../support/http.ts";
import { hostileBodies, hostileTexts, hostileValues } from "./hostile-values.ts";
import { fuzz, fuzzSettings, fuzzTimeoutMs } from "./settings.ts";

let app: ComposedService;
let cookie: string;
let formToken: string;
let accessToken: string;
beforeAll(async () => {
  app = await openComposedService();
  const { ownerId: userId, orgId: organizationId } = app.organization;
  const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
  ({ cookie, formToken } = browser);
  accessToken = (await connect(app.call, browser)).access;
});
afterAll(() => app.close());

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] as const;
const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "grapheme", maxLength: 20 }));
const urlText = text.map((value) => encodeURIComponent(value.toWellFormed()).replaceAll(".", "%2E"));

/** Sends a request and gives what is wrong with the answer whatever it was about. */
async function send(path: string, init: RequestInit): Promise<{ response: Response; text: string; faults: string[] }> {
  const request = new Request(`${testBaseUrl}${path}`, init);
  const response = await app.service.app.fetch(request, { address: "203.0.113.9" });
  const answer = await response.text();
  const faults: string[] = [];
  if (response.status >= 500) faults.push(`the service failed with ${response.status}: ${answer.slice(0, 500)}`);
  if (!response.headers.has("x-request-id")) faults.push("X-Request-ID is missing");
  if (answer.includes(app.organization.ownerKey)) faults.push("the answer shows a key");
  if (answer.includes("node:internal") || /\bat .+\.ts:\d+/.test(answer)) faults.push("the answer shows a stack");
  return { response, text: answer, faults };
}

/** Throws the faults with the request they belong to. */
function expectNone(faults: readonly string[], method: string, path: string, body?: string): void {
  if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${method} ${path}\n\n${body?.slice(0, 2_000) ?? ""}`);
}

describe(`around the operations (seed ${fuzzSettings.seed})`, () => {
  const stems = ["/", "/v1", "/v1/", "/v1/projects/", "/v2/projects", "/v1//projects", "/V1/projects", "/v1/wallet/"];

  it(
    "unknownAddress is refused with a problem document, by whatever method",
    async () => {
      const paths = fc.tuple(fc.constantFrom(...stems), fc.array(urlText, { minLength: 1, maxLength: 3 }));
      const property = fc.asyncProperty(paths, fc.constantFrom(...methods), async ([stem, rest], method) => {
        const path = `${stem}/${rest.join("/")}/x/y/z`;
        const { response, text: body, faults } = await send(path, { method });
        if (![400, 404].includes(response.status)) faults.push(`the answer is ${response.status}`);
        if (response.headers.get("content-type") !== "application/problem+json") faults.push("not a problem document");
        if (method !== "HEAD" && JSON.parse(body).status !== response.status) faults.push("the status differs");
        expectNone(faults, method, path);
      });
      await fuzz(property, "unknownAddress", 5);
    },
    fuzzTimeoutMs,
  );

  const open = ["/", "/health", "/docs", "/errors", "/metrics", "/v1/openapi.json", "/account", "/account/sign-in"];
  const discovery = ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"];
  const forms = [
    "/account/sign-in",
    "/account/keys",
    "/account/keys/x/caps",
    "/account/keys/x/rotate",
    "/account/keys/x/revoke",
    "/account/apps/x/caps",
    "/account/apps/x/disconnect",
    "/account/members/invite",
    "/account/members/x/role",
    "/account/members/x/remove",
    "/account/members/invitations/x/revoke",
    "/account/organization",
    "/account/organization/name",
    "/account/link/x",
    "/oauth/consent",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/register",
  ];
  const pages = ["/account/keys", "/account/apps", "/account/wallet", "/account/members", "/account/audit"];
  const addresses = [...open, ...discovery, ...forms, ...pages, "/account/security", "/oauth/authorize"];

  it(
    "readablePage never fails, whatever its query and method",
    async () => {
      const names = ["before", "notice", "return_to", "client_id", "redirect_uri", "scope", "state", "code_challenge"];
      const query = fc.array(fc.tuple(fc.constantFrom(...names), urlText), { maxLength: 4 });
      const property = fc.asyncProperty(
        fc.record({
          path: fc.constantFrom(...addresses),
          method: fc.constantFrom(...methods),
          query,
          signedIn: fc.boolean(),
        }),
        async ({ path, method, query: given, signedIn }) => {
          const address = `${path}?${given.map(([name, value]) => `${name}=${value}`).join("&")}`;
          const { faults } = await send(address, { method, headers: signedIn ? { cookie } : {} });
          expectNone(faults, method, address);
        },
      );
      await fuzz(property, "readablePage", 5);
    },
    fuzzTimeoutMs,
  );

  it(
    "sentForm never fails, whatever its fields say",
    async () => {
      const fieldNames = fc.constantFrom(
        ...["name", "email", "role", "daily_cap", "monthly_cap", "expires_at", "expires_in_days", "password"],
        ...["request", "decision", "grant_type", "code", "code_verifier", "refresh_token", "client_id", "token"],
        ...["redirect_uri", "resource", "organization_id", "scope", "return_to", "current_password", "new_password"],
      );
      const words = fc.constantFrom(
        "owner",
        "member",
        "approve",
        "authorization_code",
        "refresh_token",
        "10",
        "a@b.example",
      );
      const fields = fc.array(fc.tuple(fieldNames, fc.oneof(text, words)), { maxLength: 8 });
      const types = fc.constantFrom("application/x-www-form-urlencoded", "application/json", "multipart/form-data", "");
      const property = fc.asyncProperty(
        fc.record({ path: fc.constantFrom(...forms), fields, type: types, signedIn: fc.boolean() }),
        async ({ path, fields: sent, type, signedIn }) => {
          const body = new URLSearchParams(sent.map(([name, value]): [string, string] => [name, value.toWellFormed()]));
          if (signedIn) body.set("form_token", formToken);
          const headers = { origin: testBaseUrl, "content-type": type, ...(signedIn ? { cookie } : {}) };
          const { faults } = await send(path, { method: "POST", headers, body: Buffer.from(body.toString()) });
          expectNone(faults, "POST", path, `${signedIn ? "signed in\n" : ""}${body}`);
        },
      );
      await fuzz(property, "sentForm", 5);
    },
    fuzzTimeoutMs,
  );

  it(
    "clientRegistration takes or refuses every document, and never fails",
    async () => {
      const values = fc.oneof(text, fc.constantFrom(...hostileValues), fc.array(text, { maxLength: 3 }), fc.webUrl());
      const metadata = fc.dictionary(
        fc.constantFrom(
          "client_name",
          "redirect_uris",
          "grant_types",
          "response_types",
          "scope",
          "client_uri",
          "contacts",
        ),
        values,
      );
      const bodies = fc.oneof(
        metadata.map((value) => JSON.stringify(value)),
        fc.constantFrom(...hostileBodies),
      );
      const property = fc.asyncProperty(bodies, async (body) => {
        const init = { method: "POST", headers: { "content-type": "application/json" }, body };
        const { response, faults } = await send("/oauth/register", init);
        if (![201, 400, 413, 422].includes(response.status)) faults.push(`the answer is ${response.status}`);
        expectNone(faults, "POST", "/oauth/register", body);
      });
      await fuzz(property, "clientRegistration", 5);
    },
    fuzzTimeoutMs,
  );

  it(
    "connector answers every message, and tools refuse arguments in words",
    async () => {
      const listed = await app.call("POST", "/mcp", {
        key: accessToken,
        headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
      });
      const tools = [...listed.text.matchAll(/"name":"([a-z_]+)","(?:title|description)"/g)].map(
        (match) => match[1] ?? "",
      );
      expect(tools.length).toBeGreaterThan(5);
      const values = fc.oneof(text, fc.constantFrom(...hostileValues));
      const names = fc.constantFrom(
        "project_id",
        "query",
        "question",
        "goal_text",
        "limit",
        "cursor",
        "top_k",
        "document_id",
        "x",
      );
      const projectId = await createReadyProject(app, 1);
      const project = fc.record({ project_id: fc.constant(projectId) }, { requiredKeys: [] });
      const call = fc.record({
        name: fc.constantFrom(...tools, "no_such_tool"),
        arguments: fc
          .tuple(fc.dictionary(names, values, { maxKeys: 3 }), project)
          .map(([fields, known]) => ({ ...fields, ...known })),
      });
      const messages = fc.oneof(
        { weight: 6, arbitrary: call.map((params) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params })) },
        { weight: 2, arbitrary: values.map((params) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params })) },
        { weight: 2, arbitrary: text.map((method) => ({ jsonrpc: "2.0", id: 1, method })) },
      );
      const bodies = fc.oneof(
        { weight: 8, arbitrary: messages.map((message) => JSON.stringify(message)) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileBodies) },
      );
      const property = fc.asyncProperty(bodies, fc.boolean(), async (body, isCurrent) => {
        const headers = {
          authorization: `Bearer ${accessToken}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": isCurrent ? "2025-06-18" : "1999-01-01",
        };
        const { text: answer, faults } = await send("/mcp", { method: "POST", headers, body });
        if (answer.includes("internal_error") || /"code":-32603/.test(answer)) faults.push(`a tool failed: ${answer}`);
        expectNone(faults, "POST", "/mcp", body);
      });
      await fuzz(property, "connector", 5);
    },
    fuzzTimeoutMs,
  );
});
