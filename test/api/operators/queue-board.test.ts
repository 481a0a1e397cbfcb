import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type TestRequest, testBaseUrl } from "../../support/http.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";
import { plantJob } from "./planted-jobs.ts";

const opsToken = "an-operators-token-of-some-length";
const loopback = "127.0.0.1";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService({ OPS_TOKEN: opsToken });
});
afterEach(() => app.services.db.script("delete from background_job where name in ('unknown-kind', 'agent-turn')"));
afterAll(() => app?.close());

const board = (request: TestRequest = { address: loopback }) => app.call("GET", "/ops/queue", request);
const press = (jobId: string, action: "retry" | "cancel", request: TestRequest = {}) =>
  app.call("POST", `/ops/queue/${jobId}/${action}`, {
    address: loopback,
    body: "",
    ...request,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: testBaseUrl, ...request.headers },
  });
const stateOf = async (jobId: string) => {
  const rows = await app.services.db.query<{ state: string }>(sql`-- state_of_job
    select state from background_job where id = ${jobId}`);
  return rows[0]?.state;
};

describe("the queue board", () => {
  it("answers callers on this machine and the bearer of the operators' token only", async () => {
    const status = async (request: TestRequest) => (await board(request)).status;
    expect(await status({ address: loopback })).toBe(200);
    expect(await status({ key: opsToken })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ key: "wrong" })).toBe(401);
    expect(await status({ key: app.organization.ownerKey })).toBe(401);
    expect(await status({ address: loopback, headers: { "x-forwarded-for": "198.51.100.9" } })).toBe(401);
  });

  it("does not take a page for a caller on this machine that gave the loopback address a name of its own", async () => {
    const request = new Request("http://rebound.example:3000/ops/queue");
    expect((await app.service.app.fetch(request, { address: loopback })).status).toBe(401);
    const metrics = new Request("http://rebound.example:3000/metrics");
    expect((await app.service.app.fetch(metrics, { address: loopback })).status).toBe(401);
  });

  it("shows jobs that wait, run and failed, from the rows, without what they carry", async () => {
    const { db } = app.services;
    await plantJob(db, { id: "job_waits", state: "queued", dueSecondsAgo: 300 });
    await plantJob(db, { id: "job_later", state: "queued", dueSecondsAgo: -120, error: "embedding_unavailable" });
    await plantJob(db, { id: "job_runs", state: "running", percent: 45, stage: "reading", leaseSeconds: 600 });
    await plantJob(db, { id: "job_failed", state: "failed", attempt: 4, error: "file_encrypted" });
    const { text, headers } = await board();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const shown of ["job_waits", "for 5 min", "in 2 min", "45 %", "reading", "10 min left", "4 of 4"]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain("file_encrypted");
    expect(text).toContain("oldest due for 5 min");
    expect(text).not.toContain("planted payload");
    expect(text).not.toMatch(/<script|style="/);
  });

  it("escapes what stands in the rows", async () => {
    await plantJob(app.services.db, { id: "job_markup", state: "running", stage: "<img src=x>", leaseSeconds: 600 });
    expect((await board()).text).not.toContain("<img src=x>");
  });

  it("lets a failed ingest run again, and writes down who did it", async () => {
    const projectId = await createReadyProject(app, 1);
    const pdf = Buffer.from("%PDF-1.7\nnothing of use follows\n%%EOF\n");
    const upload = await uploadFile(app, projectId, { filename: "a.pdf", mimeType: "application/pdf", bytes: pdf });
    const jobId = String(upload.job_id);
    expect(await stateOf(jobId)).toBe("failed");
    const answer = await press(jobId, "retry");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/ops/queue?notice=retried"]);
    await expect.poll(() => stateOf(jobId)).toBe("failed");
    const rows = await app.services.db.query<{ action: string; actor_kind: string }>(sql`-- audit_of_job
      select action, actor_kind from audit_event
      where target = ${jobId} and action like 'job-%' and org_id = ${app.organization.orgId}`);
    expect(rows).toEqual([{ action: "job-retried", actor_kind: "operator" }]);
  });

  it("does not run again what its caller was told has failed", async () => {
    await plantJob(app.services.db, {
      id: "job_turn",
      name: "agent-turn",
      state: "failed",
      error: "model_unavailable",
    });
    expect((await press("job_turn", "retry")).headers.get("location")).toBe("/ops/queue?notice=not-retried");
    expect(await stateOf("job_turn")).toBe("failed");
    expect((await press("job_nobody", "retry")).headers.get("location")).toBe("/ops/queue?notice=not-retried");
  });

  it("cancels a job that waits, once", async () => {
    await plantJob(app.services.db, { id: "job_unwanted", state: "queued", dueSecondsAgo: -600 });
    expect((await press("job_unwanted", "cancel")).headers.get("location")).toBe("/ops/queue?notice=canceled");
    expect(await stateOf("job_unwanted")).toBe("canceled");
    expect((await press("job_unwanted", "cancel")).headers.get("location")).toBe("/ops/queue?notice=not-canceled");
  });

  it("cancels nothing that cannot be written down", async () => {
    const { db } = app.services;
    await plantJob(db, { id: "job_unrecorded", state: "queued", dueSecondsAgo: -600 });
    await db.script(`
      create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger refuse_audit before insert on audit_event for each row execute function refuse_audit()`);
    expect((await press("job_unrecorded", "cancel")).status).toBe(500);
    expect(await stateOf("job_unrecorded")).toBe("queued");
    await db.script("drop trigger refuse_audit on audit_event; drop function refuse_audit()");
    expect((await press("job_unrecorded", "cancel")).headers.get("location")).toBe("/ops/queue?notice=canceled");
    const rows = await db.query<{ action: string }>(sql`-- audit_of_cancel
      select action from audit_event where target = 'job_unrecorded'`);
    expect(rows).toEqual([{ action: "job-canceled" }]);
  });

  it("takes forms from its own page and from operators only", async () => {
    await plantJob(app.services.db, { id: "job_kept", state: "queued", dueSecondsAgo: -600 });
    const foreign = await press("job_kept", "cancel", { headers: { origin: "https://elsewhere.example" } });
    expect(foreign.status).toBe(403);
    expect(foreign.text).toContain("This form was not sent from our page");
    expect((await press("job_kept", "cancel", { address: "203.0.113.7" })).status).toBe(401);
    expect((await press("job_kept", "cancel", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect(await stateOf("job_kept")).toBe("queued");
    const remote = await press("job_kept", "cancel", { address: "203.0.113.7", key: opsToken });
    expect(remote.status).toBe(303);
    expect(await stateOf("job_kept")).toBe("canceled");
  });
});
