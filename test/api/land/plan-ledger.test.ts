import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import type { TestAnswer } from "../../support/http.ts";
import { PlanningClient } from "../../support/site-plan/walked-project.ts";
import { createReadyProject } from "../knowledge/knowledge-app.ts";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

/** A write of one of two clients; both write at the same time. */
const write = fc.oneof(
  fc.record({
    do: fc.constant("answer" as const),
    answers: fc.oneof(
      fc.record({ "th.row_max": fc.integer({ min: 2, max: 8 }) }),
      fc.record({ "parking.ratio": fc.constantFrom(1, 2, 3, -1), "site.slope_limit": fc.constantFrom(10, 15, 99) }),
      fc.record({ "program.typology": fc.constantFrom("townhome", "retail", "single_family") }),
    ),
    isFenced: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("approveProgram" as const, "propose" as const, "walk" as const) }),
  fc.record({ do: fc.constantFrom("approve" as const, "reject" as const) }),
);
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;
const rounds = fc.array(fc.tuple(write, write), { minLength: 1, maxLength: 6 });

async function perform(client: PlanningClient, action: Write): Promise<TestAnswer | undefined> {
  const { state_version } = await client.step();
  switch (action.do) {
    case "answer":
      return client.answer(action.answers, action.isFenced ? { state_version } : {});
    case "approveProgram":
      return client.write("site-plan/program/approve");
    case "propose":
      return client.write("site-plan/proposals");
    case "walk": {
      const { questions } = await client.step();
      const answers = questions.flatMap(({ question_id: id, recommended }) =>
        recommended ? [[id, recommended.value] as const] : [],
      );
      return answers.length === 0 ? undefined : client.answer(Object.fromEntries(answers));
    }
    default: {
      const { data } = (await client.get("site-plan/proposals?status_filter=proposed")).json;
      const [proposal] = data as { proposal_id: string }[];
      return proposal && client.write(`site-plan/proposals/${proposal.proposal_id}/${action.do}`);
    }
  }
}

interface LedgerRow {
  readonly seq: number;
  readonly state_version: number;
  readonly kind: string;
  readonly key: string;
  readonly zone_id: string | null;
  readonly supersedes_seq: number | null;
  readonly status: string;
}

async function assertConsistent(projectId: string): Promise<void> {
  const { db } = app.services;
  const ledger = await db.query<LedgerRow>(sql`-- test
    select seq, state_version, kind, key, zone_id, supersedes_seq, status
    from plan_decision where project_id = ${projectId} order by seq`);
  expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, at) => at + 1));
  const versions = ledger.map(({ state_version: version }) => version);
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
  const active = ledger.filter(({ kind, status }) => kind === "answer" && status === "active");
  expect(new Set(active.map(({ key, zone_id: zone }) => `${key}@${zone}`)).size).toBe(active.length);
  for (const row of ledger) {
    const before = ledger.find(({ seq }) => seq === row.supersedes_seq);
    if (row.supersedes_seq === null) continue;
    expect(before).toMatchObject({ key: row.key, zone_id: row.zone_id, status: "superseded" });
    expect(before?.seq).toBeLessThan(row.seq);
  }
  const [counts] = await db.query<{ applied: number; revisions: number; approvals: number }>(sql`-- test
    select (select count(*)::integer from plan_proposal where project_id = ${projectId} and status = 'applied') as applied,
      (select count(*)::integer from plan_revision where project_id = ${projectId}) as revisions,
      (select count(*)::integer from plan_decision
        where project_id = ${projectId} and kind = 'approval' and key like 'prop%') as approvals`);
  expect(counts).toEqual({ applied: counts?.applied, revisions: counts?.applied, approvals: counts?.applied });
}

describe("the decision ledger", () => {
  it("stays consistent whatever two clients write at the same time", { timeout: 240_000 }, async () => {
    let numbered = 0;
    await fc.assert(
      fc.asyncProperty(rounds, async (plan) => {
        numbered += 1;
        const { ownerKey } = app.organization;
        const projectId = await createReadyProject(app, numbered);
        const client = new PlanningClient(app, ownerKey, projectId);
        await client.answer({ "program.typology": "townhome" });
        for (const round of plan) {
          const answers = await Promise.all(round.map((action) => perform(client, action)));
          const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
          expect(statuses.filter((status) => status >= 500)).toEqual([]);
          const accepted = answers.flatMap((answer) =>
            answer && answer.status < 300 && answer.json.replayed !== true ? [answer.json.state_version] : [],
          );
          expect(new Set(accepted).size).toBe(accepted.length);
          await assertConsistent(projectId);
        }
      }),
      { numRuns: 15 },
    );
  });
});
