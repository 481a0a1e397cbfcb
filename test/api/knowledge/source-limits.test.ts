import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../../api/http/principal.ts";
import { Problem } from "../../../api/http/problem.ts";
import { sql } from "../../../migrations/index.ts";
import { createReadyProject, type KnowledgeApp, projectBody, startKnowledgeApp } from "./knowledge-app.ts";

let app: KnowledgeApp;
let now = new Date("2026-03-31T22:30:00.500Z");
let numbered = 0;

beforeAll(async () => {
  // No host is ever found here, so that what was asked for stays on its way.
  const network = { resolve: () => new Promise<never>(() => {}) };
  app = await startKnowledgeApp({ sources: { now: () => now, network } });
});
afterAll(() => app.close());

const anAddress = () => `https://town.example/documents/${numbered++}.pdf`;
const post = (projectId: string, body: object, key = app.organization.ownerKey) =>
  app.call("POST", `/v1/projects/${projectId}/sources`, { key, body });
const mint = async () => {
  const { orgId, ownerId } = app.organization;
  return app.services.apiKeys.mint({ orgId, createdBy: ownerId, name: `key ${numbered++}` });
};
const usedBy = async (credentialId: string) => {
  const rows = await app.services.db.query<{ used: number }>(sql`-- house_paid_today
    select used from daily_count
    where credential_id = ${credentialId} and kind = 'house_paid_source' and bucket = ${now.toISOString().slice(0, 10)}::date`);
  return rows[0]?.used ?? 0;
};

describe("documents from addresses that the house pays for", () => {
  it("are 50 for a credential in a day, however many are added at once", { timeout: 120_000 }, async () => {
    const projectId = await createReadyProject(app, 1);
    const { key, row } = await mint();
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(projectId, { url: anAddress() }, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    for (const answer of refused) {
      expect([answer.status, answer.json.code, answer.headers.get("retry-after")]).toEqual([
        429,
        "house_paid_daily_limit",
        "5400",
      ]);
    }
    expect(await usedBy(row.id)).toBe(50);
    const kept = await app.services.db.query<{ sources: number; jobs: number }>(sql`-- kept_under_limit
      select count(*)::integer as sources, count(job_id)::integer as jobs from project_source
      where credential_id = ${row.id}`);
    expect(kept).toEqual([{ sources: 50, jobs: 50 }]);

    // What costs the house nothing goes on.
    const other = await mint();
    expect((await post(projectId, { url: anAddress() }, other.key)).status).toBe(200);
    const supplemental = await post(projectId, { url: "https://town.example/sign-bylaw.pdf" }, key);
    expect(supplemental.json).toMatchObject({ lane: "supplemental_ordinance", status: "queued" });
    const duplicate = await post(projectId, { url: "https://town.example/sign-bylaw.pdf" }, key);
    expect(duplicate.json.status).toBe("duplicate");
    expect((await post(projectId, { url: "https://ecode360.com/AL1234" }, key)).json.status).toBe("publisher_blocked");
    expect(await usedBy(row.id)).toBe(50);

    now = new Date("2026-03-31T23:59:59.100Z");
    expect((await post(projectId, { url: anAddress() }, key)).headers.get("retry-after")).toBe("1");
    now = new Date("2026-04-01T00:00:00.000Z");
    expect((await post(projectId, { url: anAddress() }, key)).status).toBe(200);
    expect(await usedBy(row.id)).toBe(1);
  });

  it("are counted for a connection by itself", async () => {
    const projectId = await createReadyProject(app, 2);
    const connection: Principal = {
      ...app.organization.owner,
      kind: "connection",
      credentialId: "con_of_the_test",
      surface: "mcp",
      seesAllProjects: false,
    };
    const add = () => app.sources.add(connection, projectId, { url: anAddress() }, undefined);
    for (let added = 0; added < 50; added += 1) expect((await add()).status).toBe("queued");
    await expect(add()).rejects.toThrow(Problem);
    expect((await post(projectId, { url: anAddress() })).status).toBe(200);
  });

  it("are not counted when they could not be asked for", async () => {
    const projectId = await createReadyProject(app, 3);
    const { key, row } = await mint();
    await app.services.db.script(`
      create function refuse_source() returns trigger language plpgsql as $$
      begin raise exception 'the store is in trouble'; end $$;
      create trigger in_trouble before insert on project_source for each row
        when (new.url like '%/trouble%') execute function refuse_source();`);
    expect((await post(projectId, { url: "https://town.example/trouble.pdf" }, key)).status).toBe(500);
    expect(await usedBy(row.id)).toBe(0);
    expect((await post(projectId, { url: anAddress() }, key)).status).toBe(200);
    expect(await usedBy(row.id)).toBe(1);
  });
});

describe("an organization on the free plan", () => {
  it("has three sources, whatever their lane, also when many are added at once", async () => {
    const { stranger, services } = app;
    const key = stranger.ownerKey;
    const projectId = await createReadyProject({ call: app.call, organization: stranger }, 4, key);
    await services.accounts.setPlan(stranger.orgId, "free");
    const law = { url: "https://town.example/tree-bylaw.pdf" };
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => post(projectId, { url: anAddress() }, key)),
      post(projectId, law, key),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 402, 402, 402]);
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.json).toMatchObject({ code: "free_tier_limit", limit: "sources" });
    const there = answers.find(({ status }) => status === 200)?.json.url;
    expect((await post(projectId, { url: there }, key)).json.status).toBe("duplicate");
    const created = await app.call("POST", "/v1/projects", {
      key,
      body: projectBody(5, { pending_supplemental_sources: [{ url: anAddress() }] }),
    });
    expect([created.status, created.json.limit]).toEqual([402, "sources"]);
    const projects = await services.db.query(sql`-- projects_of_stranger
      select id from project where org_id = ${stranger.orgId}`);
    expect(projects).toHaveLength(1);
  });
});
