import { setTimeout as wait } from "node:timers/promises";
import { townCadastre } from "../../api/demo-town/town.ts";
import type { ServiceClient } from "../../evals/service-client.ts";
import { watchHealth } from "./health-watch.ts";

/** Concepts that are compiled at once, all of the largest parcel of the demo town. */
const conceptsAtOnce = 10;
const pollMs = 100;

/** The members of a step that are answered with what is recommended. */
interface Step {
  readonly questions: readonly {
    readonly question_id: string;
    readonly zone_id: string | null;
    readonly recommended: { readonly value: unknown } | null;
  }[];
  readonly planning_session_id: string;
}

/** Measures ten concepts of a large site that are compiled at once, and the health of the service meanwhile. */
export async function measureConcepts(baseUrl: string, client: ServiceClient): Promise<Map<string, string>> {
  const approvals: (() => Promise<unknown>)[] = [];
  for (let project = 0; project < conceptsAtOnce; project++) approvals.push(await proposedConcept(client));
  const watch = watchHealth(baseUrl);
  const from = performance.now();
  await Promise.all(approvals.map((approve) => approve()));
  const seconds = (performance.now() - from) / 1000;
  const { p99 } = await watch.stop();
  return new Map([
    [`${conceptsAtOnce} concepts of 57 acres compiled at once`, `${seconds.toFixed(1)} s`],
    ["  GET /health, concepts, p99", `${p99.toFixed(1)} ms`],
  ]);
}

/** Walks the interview of a project with the recommended answers and proposes a concept; returns what compiles it. */
async function proposedConcept(client: ServiceClient): Promise<() => Promise<unknown>> {
  const path = `/v1/projects/${await readyProject(client)}`;
  let step = await client.request<Step>("GET", `${path}/interview/step`);
  const { planning_session_id } = step;
  while (step.questions.length > 0) {
    const answers = Object.fromEntries(
      step.questions.map(({ question_id, zone_id, recommended }) => [
        zone_id === null ? question_id : `${question_id}@${zone_id}`,
        recommended?.value,
      ]),
    );
    step = await client.request<Step>("POST", `${path}/interview/answers`, { planning_session_id, answers });
  }
  await client.request("POST", `${path}/site-plan/program/approve`, { planning_session_id });
  const proposals = `${path}/site-plan/proposals`;
  const { proposal_id } = await client.request<{ proposal_id: string }>("POST", proposals, { planning_session_id });
  return () => client.request("POST", `${proposals}/${proposal_id}/approve`, { planning_session_id });
}

async function readyProject(client: ServiceClient): Promise<string> {
  const { large } = townCadastre().scenarios;
  const body = { goal_text: "Build apartments", parcels: [{ ll_uuid: large.llUuid }], allow_duplicate: true };
  const { project_id: id } = await client.request<{ project_id: string }>("POST", "/v1/projects", body);
  for (;;) {
    const { chat_ready, status } = await client.request<{ chat_ready: boolean; status: string }>(
      "GET",
      `/v1/projects/${id}`,
    );
    if (chat_ready) return id;
    if (status !== "bootstrapping") throw new Error(`a project of the demo town is ${status}`);
    await wait(pollMs);
  }
}
