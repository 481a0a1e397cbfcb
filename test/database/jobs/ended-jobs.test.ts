import { Type } from "@sinclair/typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineJob } from "../../../api/jobs/job.ts";
import * as repository from "../../../api/jobs/jobs.repository.ts";
import { type Jobs, makeJobs } from "../../../api/jobs/jobs.ts";
import type { JobQueue } from "../../../api/jobs/queue.ts";
import { listBoardJobs } from "../../../api/operators/queue-board.repository.ts";
import { type Queryable, sql } from "../../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";

const common = { lane: "bulk", payload: Type.Object({}), maxAttempts: 1, backoffMs: () => 0 } as const;
const passing = defineJob({ ...common, name: "passing", isForgotten: true });
const lasting = defineJob({ ...common, name: "lasting" });
/** Nothing is sent anywhere: the rows are all that these tests are about. */
const unusedQueue: JobQueue = {
  send: async () => {},
  consume: async () => ({ close: async () => {} }),
  check: async () => {},
  close: async () => {},
};

let db: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  db = await openTestDatabase();
  jobs = makeJobs({ db, queue: unusedQueue, logger: console });
  jobs.handle(passing, { process: async () => {} });
  jobs.handle(lasting, { process: async () => {} });
});
beforeEach(() => db.script("delete from background_job"));
afterAll(() => db.close());

async function plant(row: { id: string; name: string; state: repository.JobState; endedDaysAgo: number | null }) {
  await db.query(sql`-- plant_ended_job
    insert into background_job (id, name, payload, max_attempts, state, created_at, finished_at)
    values (${row.id}, ${row.name}, '{}', 1, ${row.state}, now() - interval '100 days',
      now() - make_interval(days => ${row.endedDaysAgo}::integer))`);
}
const ids = async () =>
  (
    await db.query<{ id: string }>(sql`-- job_ids
      select id from background_job order by id`)
  ).map((row) => row.id);

describe("jobs that have ended", () => {
  it("are forgotten after so many days, but for those whose status is asked for and those that have not ended", async () => {
    const rows = [
      { id: "a_old", name: "passing", state: "succeeded", endedDaysAgo: 31 },
      { id: "b_old_failure", name: "passing", state: "failed", endedDaysAgo: 31 },
      { id: "c_old_canceled", name: "passing", state: "canceled", endedDaysAgo: 31 },
      { id: "d_recent", name: "passing", state: "succeeded", endedDaysAgo: 29 },
      { id: "e_waiting", name: "passing", state: "queued", endedDaysAgo: null },
      { id: "f_running", name: "passing", state: "running", endedDaysAgo: null },
      { id: "g_lasting", name: "lasting", state: "succeeded", endedDaysAgo: 400 },
      { id: "h_of_another_version", name: "unheard-of", state: "succeeded", endedDaysAgo: 400 },
    ] as const;
    for (const row of rows) await plant(row);
    expect(await jobs.forgetEnded(30)).toBe(3);
    expect(await ids()).toEqual(["d_recent", "e_waiting", "f_running", "g_lasting", "h_of_another_version"]);
    expect(await jobs.forgetEnded(30)).toBe(0);
  });

  it("are counted for a day; those that wait, run or failed are counted whatever their age", async () => {
    await plant({ id: "a", name: "lasting", state: "succeeded", endedDaysAgo: 0 });
    await plant({ id: "b", name: "lasting", state: "succeeded", endedDaysAgo: 2 });
    await plant({ id: "c", name: "lasting", state: "failed", endedDaysAgo: 20 });
    await plant({ id: "d", name: "passing", state: "queued", endedDaysAgo: null });
    expect(await jobs.counts()).toEqual([
      { name: "lasting", state: "failed", jobs: 1 },
      { name: "lasting", state: "succeeded", jobs: 1 },
      { name: "passing", state: "queued", jobs: 1 },
    ]);
  });

  it("are never read as a whole by metrics, the queue board, or what puts the store in order", async () => {
    await db.query(sql`-- plant_many_jobs
      insert into background_job (id, name, payload, max_attempts, state, created_at, started_at, finished_at)
      select 'job_' || number, 'passing', '{}', 1, 'succeeded', now() - make_interval(hours => number),
        now() - make_interval(hours => number), now() - make_interval(hours => number)
      from generate_series(1, 20000) as number`);
    await db.script("analyze background_job");
    const plans: string[] = [];
    const explaining: Queryable = {
      query: async <Row>(statement: Parameters<Queryable["query"]>[0]) => {
        const lines = await db.query<Record<string, string>>(sql`explain ${statement}`);
        plans.push(lines.map((line) => Object.values(line)[0]).join("\n"));
        return [] as Row[];
      },
    };
    await repository.countJobs(explaining);
    await repository.oldestDueSeconds(explaining);
    await repository.isWaitingInVain(explaining, 60_000);
    await repository.deleteEnded(explaining, { names: ["passing"], days: 800, limit: 1_000 });
    for (const state of ["queued", "running", "failed"] as const) await listBoardJobs(explaining, state, 50);
    expect(plans).toHaveLength(7);
    for (const plan of plans) expect(plan).not.toContain("Seq Scan on background_job");
  });
});
