import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoTown, openDemoTown } from "../../../api/boot/demo-town.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { connect, fetchInto, openBrowser } from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";
import { createPlannedProject, type Step } from "../../support/site-plan/walked-project.ts";

let town: DemoTown;
let app: ComposedService;
let client: Client;

beforeAll(async () => {
  town = await openDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  const { ownerId: userId, orgId: organizationId } = app.organization;
  const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
  const { access } = await connect(app.call, browser);
  client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${access}` } };
  const fetch = fetchInto(app.service.app);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), { fetch, requestInit }));
});
afterAll(async () => {
  await client?.close();
  await app?.close();
  await town?.close();
});

async function callTool(name: string, args: object): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...args } });
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  return structuredContent as Record<string, unknown>;
}

describe("a site plan through the connector", { timeout: 120_000 }, () => {
  it("goes from the first question to four files with the official client", async () => {
    const { llUuid } = townCadastre().scenarios.commercial;
    const parcels = [{ ll_uuid: llUuid }];
    const project_id = await createPlannedProject(app, app.organization.ownerKey, { parcels });
    let step = (await callTool("get_interview", { project_id })) as unknown as Step;
    expect(step.questions.map(({ question_id: id }) => id)).toEqual(["program.typology"]);
    for (let rounds = 0; step.questions.length > 0 && rounds < 40; rounds++) {
      const answers = Object.fromEntries(
        step.questions.map(({ question_id: id, recommended }) => [
          id,
          id === "program.typology" ? "retail" : recommended?.value,
        ]),
      );
      const { planning_session_id } = step;
      step = (await callTool("answer_interview", { project_id, planning_session_id, answers })) as unknown as Step;
    }
    expect(step.completeness.ready).toBe(true);
    const fence = { project_id, planning_session_id: step.planning_session_id };
    expect(await callTool("approve_program", fence)).toMatchObject({ status: "approved" });
    const { proposal_id } = await callTool("propose_concept", fence);
    const listed = await callTool("list_proposals", { project_id });
    expect(listed.data).toEqual([expect.objectContaining({ proposal_id, status: "proposed" })]);
    const decided = await callTool("decide_proposal", { ...fence, proposal_id });
    expect(decided).toMatchObject({ status: "applied", zone_failures: [] });
    const plan = await callTool("get_plan_data", { project_id, include_geometry: false });
    expect(plan).toMatchObject({ has_concept: true, revision: 1, metrics: decided.metrics });
    for (const format of ["concept_png", "landxml", "dxf", "geojson"]) {
      const file = await callTool("export_site_plan", { project_id, format });
      const { pathname } = new URL(String(file.download_url));
      expect([format, (await app.call("GET", pathname)).status]).toEqual([format, 200]);
      expect([format, (await app.call("GET", pathname)).status]).toEqual([format, 410]);
    }
  });
});
