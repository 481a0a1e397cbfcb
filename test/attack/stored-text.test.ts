import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closedSchema, isRecord, type JsonSchema } from "../../api/http/closed-schema.ts";
import { sql } from "../../migrations/index.ts";
import { initiate, pollUntil, projectBody, put } from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { openBrowser, type TestBrowser } from "../support/connector.ts";
import { declaredOperations } from "../support/declared-operations.ts";
import { openStoreState, type StoreState } from "../support/store-state.ts";
import { draftOf, send } from "./request-for.ts";
import { type FilledProject, fillProject } from "./world.ts";

const markup = `<img src=x onerror=alert(1)>"'&`;

let app: ComposedService;
let state: StoreState;
let browser: TestBrowser;
let filled: FilledProject;

beforeAll(async () => {
  app = await openComposedService();
  state = await openStoreState(app.services.db);
  const { organization, services, service } = app;
  await services.wallet.grant(organization.orgId, 1_000_000, "for the tests");
  const person = { userId: organization.ownerId, organizationId: organization.orgId };
  browser = await openBrowser(services, service.app, person);
  filled = await fillProject(app, organization, { key: organization.ownerKey });
});
afterAll(() => app.close());

const key = () => app.organization.ownerKey;

describe("a text that would be a statement", () => {
  const statements = ["'; drop table project cascade; --", `\\' or 1=1 /* $1 %s "`];
  const takesTexts = declaredOperations().filter(
    ({ auth, body, path }) => auth === "api_key" && (isRecord(body) || path.includes("{")),
  );

  it.each(takesTexts.map((operation) => ({ name: operation.operationId, operation })))(
    "$name keeps it as text or refuses it, in every field",
    async ({ operation }) => {
      const before = await bystanders();
      const draft = draftOf(operation, filled.ids);
      const { body } = operation;
      for (const statement of statements) {
        for (const name of Object.keys(draft.params)) {
          const params = { ...draft.params, [name]: statement };
          expect((await send(app.call, operation, { ...draft, params }, { key: key() })).status).toBeOneOf([404, 422]);
        }
        for (const field of body === undefined || body === "stream" ? [] : textFields(closedSchema(body))) {
          const sent = { ...draft, body: withText(draft.body, field, statement) };
          const answer = await send(app.call, operation, sent, { key: key() });
          expect([field.join("."), answer.status]).toEqual([
            field.join("."),
            expect.toSatisfy((status) => status < 500 || status === 502),
          ]);
          // Words of the database; a link may hold any few letters.
          expect(answer.text).not.toMatch(/syntax error|\bpg_[a-z]{3}|relation "/);
        }
      }
      expect(await bystanders()).toEqual(before);
    },
  );

  /** Tables that no operation of the interface writes. */
  const bystanders = async () => {
    const { organization, app_user, membership, oauth_client, schema_migration, ...rest } = await state.digest();
    return { organization, app_user, membership, oauth_client, schema_migration, tables: Object.keys(rest) };
  };

  /** Paths of the members that take a text; of a list its first item. */
  function textFields(schema: JsonSchema, outer: readonly (string | number)[] = []): (string | number)[][] {
    if (schema.type === "string") return [[...outer]];
    if (isRecord(schema.items)) return textFields(schema.items, [...outer, 0]);
    return Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, member]) =>
      isRecord(member) ? textFields(member, [...outer, name]) : [],
    );
  }

  function withText(target: unknown, [name, ...inner]: readonly (string | number)[], value: string): unknown {
    if (name === undefined) return value;
    if (typeof name === "number") return [withText(Array.isArray(target) ? target[0] : undefined, inner, value)];
    const members = isRecord(target) ? target : {};
    return { ...members, [name]: withText(members[name], inner, value) };
  }

  it("is a word like any other: a wildcard finds no more than itself", async () => {
    const search = (section_prefix: string) =>
      app.call("POST", `/v1/projects/${filled.ids.project_id}/search`, {
        key: key(),
        body: { query: "fences and lots", filters: { section_prefix } },
      });
    expect((await search("4")).json.results).not.toEqual([]);
    for (const wildcard of ["%", "_", "%4%", ".*", "4%", "\\"])
      expect((await search(wildcard)).json.results).toEqual([]);
  });

  it("comes back as it was sent", async () => {
    const name = statements.join(" ");
    const created = await app.call("POST", "/v1/projects", {
      key: key(),
      body: projectBody(801, { name, goal_text: name }),
    });
    const project = await pollUntil(app, `/v1/projects/${created.json.project_id}`, () => true);
    expect([project.name, project.goal_text]).toEqual([name, name]);
  });
});

describe("markup that was stored", () => {
  const pages = ["", "/keys", "/members", "/apps", "/wallet", "/audit", "/security"];

  it("is text on every page of the account area", async () => {
    const { call, services, organization } = app;
    const created = await call("POST", "/v1/projects", {
      key: key(),
      body: projectBody(802, { name: markup, goal_text: markup }),
    });
    const projectId = String(created.json.project_id);
    await pollUntil(app, `/v1/projects/${projectId}`, ({ status }) => status === "ready");
    const file = { filename: `${markup}.txt`, mimeType: "text/plain", bytes: "x", title: markup };
    const { jobId, link } = await initiate(app, projectId, file);
    await put(app, link, file);
    const more = { key: key(), headers: { "idempotency-key": "<img/src=x>" } };
    await call("POST", `/v1/uploads/${jobId}/finalize`, { ...more, body: {} });
    await call("POST", `/v1/projects/${projectId}/search`, { ...more, body: { query: markup } });
    const zoning = { action: "correct", zoning_code: markup, note: markup };
    await call("PATCH", `/v1/projects/${projectId}/parcels/0/zoning`, { key: key(), body: zoning });
    await services.db.query(sql`-- name_with_markup
      update app_user set name = ${markup} where id = ${organization.ownerId}`);
    await services.db.query(sql`-- organization_with_markup
      update organization set name = ${markup} where id = ${organization.orgId}`);
    for (const page of pages) {
      const { status, text, headers } = await browser.get(`/account${page}`);
      expect([page, status]).toEqual([page, 200]);
      expect([page, /<img\s|<img\/|onerror=alert\(1\)>|<script>/.exec(text)?.[0]]).toEqual([page, undefined]);
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'|script-src 'none'/);
    }
    expect((await browser.get("/account")).text).toContain("&#60;img src=x onerror=alert(1)&#62;");
  });
});
