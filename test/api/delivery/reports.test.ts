import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import type { ReportDocument } from "../../../api/delivery/reports/document/report-document.ts";
import { faultsOf, statementsOf } from "../../../api/delivery/reports/document/verify-document.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

const run = promisify(execFile);
const answers = (program: string, flag: string) =>
  run(program, [flag]).then(
    () => true,
    () => false,
  );
const [hasPoppler, hasQpdf] = await Promise.all([answers("pdftotext", "-v"), answers("qpdf", "--version")]);

let town: DemoTown;
let app: ComposedService;
let folder: string;
let projectId: string;

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  folder = await mkdtemp(join(tmpdir(), "groundwork-reports-"));
  projectId = await project("Build 12 garden apartments", townCadastre().scenarios.floodway.llUuid);
});
afterAll(async () => {
  await app.close();
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

const key = () => app.organization.ownerKey;
const call = (method: string, path: string, body?: object, headers = {}) =>
  app.call(method, path, { key: key(), ...(body ? { body } : {}), headers });

async function project(goal: string, llUuid: string | null): Promise<string> {
  const made = await call("POST", "/v1/projects", { goal_text: goal, parcels: [{ ll_uuid: llUuid }] });
  expect(made.status, made.text).toBe(202);
  const id = String(made.json.project_id);
  while ((await call("GET", `/v1/projects/${id}`)).json.status === "bootstrapping") await soon();
  return id;
}

const soon = () => new Promise((go) => setTimeout(go, 100));

async function ended(runId: unknown) {
  for (;;) {
    const { json } = await call("GET", `/v1/runs/${runId}`);
    if (json.status !== "queued" && json.status !== "running") return json;
    await soon();
  }
}

async function download(deliverableId: string): Promise<Buffer> {
  const path = `/v1/projects/${projectId}/deliverables/${deliverableId}/links`;
  const { json } = await call("POST", path, {});
  const request = new Request(`http://localhost:3000${new URL(String(json.url)).pathname}`);
  const answer = await app.service.app.fetch(request, { address: "203.0.113.7" });
  expect(answer.status).toBe(200);
  const again = await app.service.app.fetch(new Request(request.url), { address: "203.0.113.7" });
  expect(again.status).toBe(410);
  return Buffer.from(await answer.arrayBuffer());
}

const balance = async () => Number((await call("GET", "/v1/wallet")).json.balance_credits);

describe("POST /v1/projects/{project_id}/reports", () => {
  let finished: Record<string, unknown>;
  let files: Buffer[];
  let document: ReportDocument;
  let before: number;

  beforeAll(async () => {
    before = await balance();
    const path = `/v1/projects/${projectId}/reports`;
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => call("POST", path, { report_type: "due_diligence" })),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(asked.map(({ json }) => json.job_id)).size).toBe(1);
    const [first] = asked;
    expect(first?.json.poll).toEqual({ path: `/v1/runs/${first?.json.run_id}`, retry_after_seconds: 5 });
    finished = await ended(first?.json.run_id);
    expect(finished.status, JSON.stringify(finished)).toBe("succeeded");
    const { deliverable_ids: ids } = finished.result as { deliverable_ids: string[] };
    files = await Promise.all(ids.map((id) => download(id)));
    document = JSON.parse(String(files[1]));
  }, 120_000);

  it("writes one report for twenty requests at once and charges it once", async () => {
    const rows = await app.services.db.query<{ kind: string; amount: number }>(
      sql`-- ledger_of_reports
      select kind, amount::integer as amount from ledger_entry where operation = 'createReport' order by created_at, id`,
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(["reserve", "settle"]);
    expect(before - (await balance())).toBe(20);
    expect(finished.credits).toEqual({ reserved: 0, charged: 20 });
  });

  it("makes a PDF, the same content as JSON, and a ZIP of the exhibits, in that order", async () => {
    expect(files[0]?.subarray(0, 5).toString()).toBe("%PDF-");
    const { report_type, is_synthetic, sections, exhibits } = document;
    expect({ report_type, is_synthetic }).toEqual({ report_type: "due_diligence", is_synthetic: true });
    expect(sections.map(({ section_id: id }) => id)).toContain("flood");
    expect(exhibits.map(({ exhibit_id: id }) => id)).toEqual(["site_map", "aerial", "flood", "wetlands", "contours"]);
    const names = Object.keys(unzipSync(files[2] ?? Buffer.alloc(0)));
    expect(names).toContain("index.json");
    expect(names.some((name) => name.endsWith(".pgw"))).toBe(true);
  });

  it("traces every number to a source, a derivation or a citation", () => {
    expect(faultsOf(document)).toEqual([]);
    expect(statementsOf(document).length).toBeGreaterThan(200);
    const shown = statementsOf(document).flatMap(({ values }) => values);
    expect(shown.filter(({ source, basis }) => source === null && basis === null)).toEqual([]);
  });

  it("names the content hash of each text and layer that it cites, and the area of record of the parcel", () => {
    const hashes = document.endnotes.flatMap(({ kind, content_hash: hash }) => (hash === null ? [] : [[kind, hash]]));
    expect(new Set(hashes.map(([kind]) => kind))).toEqual(new Set(["layer", "passage"]));
    for (const [, hash] of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const passages = document.endnotes.filter(({ kind }) => kind === "passage");
    expect(passages.filter(({ content_hash: hash }) => hash === null)).toEqual([]);
    const site = statementsOf(document.sections.find(({ section_id: id }) => id === "site")).map(({ text }) => text);
    expect(site.join(" ")).toContain("The areas of record and the measured areas agree");
  });

  it("rates a floodway on the site red, with its evidence", () => {
    const [worst] = document.findings;
    expect(worst).toMatchObject({ rule_id: "DD-FLOOD-01", rating: "red" });
    expect(worst?.statement.evidence.length).toBeGreaterThan(0);
  });

  it.skipIf(!hasPoppler)("prints tagged text without gaps (skipped where poppler-utils is missing)", async () => {
    const path = join(folder, "report.pdf");
    await writeFile(path, files[0] ?? "");
    const info = await run("pdfinfo", [path]);
    expect(info.stdout).toMatch(/^Tagged: +yes$/m);
    expect(info.stderr).toBe("");
    const { stdout: text } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 20_000_000 });
    expect(text).not.toMatch(/\b(?:null|undefined|NaN)\b|\[object/);
    for (const page of text.split("\f").slice(0, -1)) expect(page).toContain("SYNTHETIC");
    let from = 0;
    for (const { heading } of document.sections) {
      const at = text.indexOf(heading, from);
      expect(at, heading).toBeGreaterThanOrEqual(0);
      from = at;
    }
  });

  it.skipIf(!hasQpdf)("passes qpdf --check (skipped where qpdf is missing)", async () => {
    const path = join(folder, "checked.pdf");
    await writeFile(path, files[0] ?? "");
    expect((await run("qpdf", ["--check", path])).stdout).toContain("No syntax or stream encoding errors");
  });

  it("is told in both shapes; only the first one is deprecated", async () => {
    const list = await call("GET", `/v1/projects/${projectId}/reports`);
    expect(list.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(list.headers.get("sunset")).toContain("GMT");
    expect(list.headers.get("link")).toContain('rel="successor-version"');
    const one = await call("GET", `/v1/projects/${projectId}/reports/${finished.job_id}`);
    expect(one.json).toMatchObject({ status: "succeeded", run_id: finished.run_id });
    const artifacts = one.json.artifacts as { download_url: string; artifact_id: string }[];
    expect(artifacts.map(({ artifact_id: id }) => id)).toEqual(
      (finished.result as { deliverable_ids: string[] }).deliverable_ids,
    );
    expect(artifacts.every(({ download_url: url }) => url.includes("/v1/downloads/"))).toBe(true);
    const runs = await call("GET", `/v1/projects/${projectId}/runs`);
    expect(runs.headers.get("deprecation")).toBeNull();
    expect(runs.json.data).toMatchObject([{ run_id: finished.run_id, status: "succeeded" }]);
  });

  it("is hidden from strangers and refused before a project is ready", async () => {
    const { status } = await app.call("GET", `/v1/runs/${finished.run_id}`, { key: app.stranger.ownerKey });
    expect(status).toBe(404);
    const made = await call("POST", "/v1/projects", {
      ...{ goal_text: "Build", allow_duplicate: true, parcels: [{ ll_uuid: townCadastre().scenarios.plain.llUuid }] },
    });
    const early = await call("POST", `/v1/projects/${made.json.project_id}/reports`, { report_type: "feasibility" });
    expect([early.status, early.json.code]).toEqual([409, "bootstrap_not_ready"]);
  });

  it("makes a new run once the last one has ended, and the same one for a retry under a key", async () => {
    const path = `/v1/projects/${projectId}/reports`;
    const headers = { "idempotency-key": "report-1" };
    const first = await call("POST", path, { report_type: "feasibility", title: "For the board" }, headers);
    const retry = await call("POST", path, { report_type: "feasibility", title: "For the board" }, headers);
    expect(retry.headers.get("idempotent-replayed")).toBe("true");
    expect(retry.json.run_id).toBe(first.json.run_id);
    expect(first.json.run_id).not.toBe(finished.run_id);
    const { json: begun } = await call("GET", `/v1/runs/${first.json.run_id}`);
    expect(begun).toMatchObject({ report_type: "feasibility", title: "For the board" });
  });
});
