import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, fetchInto, openBrowser } from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { createPlannedProject, type Step } from "../../support/site-plan/walked-project.ts";

let town: DemoTown;
let app: ComposedService;
let access: string;
const { scenarios } = townCadastre();

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  const { ownerId: userId, orgId: organizationId } = app.organization;
  const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
  access = (await connect(app.call, browser)).access;
});
afterAll(async () => {
  await app.close();
  await town.close();
});

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

async function tool(name: string, args: object): Promise<ToolResult> {
  const { text } = await callTool(app.call, access, name, args);
  const data = text.split("\n").find((line) => line.startsWith("data: "));
  return JSON.parse(data?.slice(6) ?? text).result as ToolResult;
}

describe("a project over the connector", () => {
  it("is tried dry, created, polled until its zoning has to be settled, and settled", { timeout: 60_000 }, async () => {
    const land = { goal_text: "Build", parcels: [{ ll_uuid: scenarios.zoning_conflict.llUuid }] };
    const dry = await tool("create_project", { ...land, dry_run: true });
    expect(dry.structuredContent).toMatchObject({ dry_run: true, gaps: [{ code: "zoning_conflict" }] });
    const created = await tool("create_project", land);
    expect(created.isError ?? false, JSON.stringify(created.content)).toBe(false);
    const projectId = String(created.structuredContent?.project_id);
    let project = (await tool("get_project", { project_id: projectId })).structuredContent;
    while (project?.status === "bootstrapping") {
      await new Promise((resolve) => setTimeout(resolve, 200));
      project = (await tool("get_project", { project_id: projectId })).structuredContent;
    }
    expect(project).toMatchObject({ status: "zoning_verification_required" });
    const settled = await tool("verify_parcel_zoning", { project_id: projectId, parcel_index: 0, action: "confirm" });
    expect(settled.structuredContent).toMatchObject({ chat_ready: true, zoning: { code: "R-1", verified: true } });
    // A worker records the official map; the conversation gets it, not the word that it is being drawn.
    const map = (await tool("render_map", { project_id: projectId, kind: "flood" })).structuredContent;
    expect(map).toMatchObject({ kind: "flood", mime_type: "application/pdf", download_url: expect.any(String) });
    const again = await tool("render_map", { project_id: projectId, kind: "flood" });
    expect(again.structuredContent?.artifact_id).toBe(map?.artifact_id);
  });

  it("puts the choice of parcels to the person", async () => {
    const address = `${scenarios.ambiguous.street}, Alder Falls, CT`;
    const asked = await tool("create_project", { goal_text: "Build", site: { address } });
    expect(asked.isError).toBe(true);
    expect(asked.structuredContent).toMatchObject({ code: "confirmation_required" });
    expect(JSON.stringify(asked.structuredContent?.choices)).toContain("ll_uuid");
  });

  it("deleted while it is set up gives back the credits that it holds", { timeout: 60_000 }, async () => {
    const land = { goal_text: "Build", parcels: [{ ll_uuid: scenarios.steep.llUuid }] };
    const created = await tool("create_project", land);
    const key = app.organization.ownerKey;
    const path = `/v1/projects/${created.structuredContent?.project_id}`;
    expect((await app.call("DELETE", path, { key })).status).toBe(204);
    const reserved = async () => Number((await app.call("GET", "/v1/wallet", { key })).json.reserved_credits);
    while ((await reserved()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await app.call("GET", path, { key })).status).toBe(404);
  });
});

describe("a site plan through the connector", { timeout: 120_000 }, () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${access}` } };
    const fetch = fetchInto(app.service.app);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), { fetch, requestInit }));
  });
  afterAll(() => client.close());

  async function use(name: string, args: object): Promise<Record<string, unknown>> {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...args } });
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    return structuredContent as Record<string, unknown>;
  }

  it("goes from the first question to four files with the official client", async () => {
    const parcels = [{ ll_uuid: scenarios.commercial.llUuid }];
    const project_id = await createPlannedProject(app, app.organization.ownerKey, { parcels });
    let step = (await use("get_interview", { project_id })) as unknown as Step;
    expect(step.questions.map(({ question_id: id }) => id)).toEqual(["program.typology"]);
    for (let rounds = 0; step.questions.length > 0 && rounds < 40; rounds++) {
      const answers = Object.fromEntries(
        step.questions.map(({ question_id: id, recommended }) => [
          id,
          id === "program.typology" ? "retail" : recommended?.value,
        ]),
      );
      const { planning_session_id } = step;
      step = (await use("answer_interview", { project_id, planning_session_id, answers })) as unknown as Step;
    }
    expect(step.completeness.ready).toBe(true);
    const fence = { project_id, planning_session_id: step.planning_session_id };
    expect(await use("approve_program", fence)).toMatchObject({ status: "approved" });
    const { proposal_id } = await use("propose_concept", fence);
    const listed = await use("list_proposals", { project_id });
    expect(listed.data).toEqual([expect.objectContaining({ proposal_id, status: "proposed" })]);
    const decided = await use("decide_proposal", { ...fence, proposal_id });
    expect(decided).toMatchObject({ status: "applied", zone_failures: [] });
    const plan = await use("get_plan_data", { project_id, include_geometry: false });
    expect(plan).toMatchObject({ has_concept: true, revision: 1, metrics: decided.metrics });
    for (const format of ["concept_png", "landxml", "dxf", "geojson"]) {
      const file = await use("export_site_plan", { project_id, format });
      const { pathname } = new URL(String(file.download_url));
      expect([format, (await app.call("GET", pathname)).status]).toEqual([format, 200]);
      expect([format, (await app.call("GET", pathname)).status]).toEqual([format, 410]);
    }
  });
});
