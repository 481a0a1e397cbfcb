import { Type } from "@sinclair/typebox";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { defineJob, JobFailure, type JobHandler, LeaseLost } from "../../../api/jobs/job.ts";
import { type Jobs, type JobsDeps, makeJobs } from "../../../api/jobs/jobs.ts";
import type { JobQueue } from "../../../api/jobs/queue.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { type JobEngine, jobEngines } from "./job-engines.ts";

const kind = defineJob({
  name: "count-up",
  lane: "bulk",
  payload: Type.Object({ name: Type.String() }),
  maxAttempts: 3,
  backoffMs: () => 0,
});
type Payload = { name: string };

describe.each(jobEngines)("jobs on $name", (choice) => {
  describe.skipIf(choice.missing !== undefined)(choice.missing ?? "as promised", () => {
    let engine: JobEngine;
    let db: Database;
    const open: { jobs: Jobs; queue: JobQueue }[] = [];
    beforeAll(async () => {
      engine = await choice.open();
      db = engine.db;
      await db.script("create table effect (name text not null)");
    });
    afterEach(async () => {
      for (const { jobs, queue } of open.splice(0)) {
        await jobs.stop({ graceMs: 0 });
        await queue.close();
      }
      await db.script("delete from effect; delete from background_job;");
    });
    afterAll(() => engine.close());

    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    /** Ends a wait just before its test would end, so that the test says what it waited for. */
    const soon = () => AbortSignal.timeout(55_000);

    async function makeProcess(
      handler: Partial<JobHandler<Payload>>,
      options: Partial<JobsDeps> & { works?: boolean; reconciles?: boolean; ownsStore?: boolean } = {},
    ): Promise<Jobs> {
      const queue = options.queue ?? (await engine.openQueue());
      const jobs = makeJobs({ db, logger: silent, reconcileMs: 100, ...options, queue });
      jobs.handle(kind, { process: async () => undefined, ...handler });
      if (options.reconciles ?? true) await jobs.startReconciler({ ownsStore: options.ownsStore ?? false });
      if (options.works ?? true) await jobs.startWorker();
      open.push({ jobs, queue });
      return jobs;
    }

    async function ask(jobs: Jobs, name = "a", options = {}): Promise<string> {
      const jobId = await db.transaction((transaction) => jobs.enqueue(transaction, kind, { name }, options));
      jobs.announce(jobId);
      return jobId;
    }

    const addEffect = (name: string) => sql`-- add_effect
  insert into effect (name) values (${name})`;
    const effects = () =>
      db.query<{ name: string }>(sql`-- effects
  select name from effect order by name`);
    const setLeaseBack = (jobId: string) =>
      db.query(sql`-- set_lease_back
    update background_job set lease_until = now() - interval '1 second' where id = ${jobId}`);

    describe("a job", () => {
      it("is not there when the transaction that asked for it is undone", async () => {
        const jobs = await makeProcess({});
        let jobId = "";
        const failing = db.transaction(async (transaction) => {
          jobId = await jobs.enqueue(transaction, kind, { name: "undone" });
          throw new Error("changed its mind");
        });
        await expect(failing).rejects.toThrow("changed its mind");
        expect(await jobs.find(jobId)).toBeUndefined();
      });

      it("is refused when its payload is not what its kind takes", async () => {
        const jobs = await makeProcess({});
        const wrong = { nane: "typo" } as unknown as Payload;
        await expect(jobs.enqueue(db, kind, wrong)).rejects.toThrow("payload of count-up");
      });

      it("asked for twice under one id is one job", async () => {
        const jobs = await makeProcess({ process: ({ payload }) => db.query(addEffect(payload.name)) });
        await ask(jobs, "once", { jobId: "job_mine" });
        await ask(jobs, "once", { jobId: "job_mine" });
        await jobs.ended("job_mine", soon());
        expect(await effects()).toHaveLength(1);
      });

      it("ends as succeeded with what its handler gave", async () => {
        const jobs = await makeProcess({
          process: async ({ payload, attempt, progress }) => {
            await progress(40, "counting");
            return { greeting: `hello ${payload.name}`, attempt };
          },
        });
        const row = await jobs.ended(await ask(jobs), soon());
        expect(row).toMatchObject({
          state: "succeeded",
          percent: 100,
          result: { greeting: "hello a", attempt: 1 },
          error: null,
        });
      });

      it("is tried again after a passing failure, and fails with a public reason when its attempts are used up", async () => {
        const attempts: number[] = [];
        const ends: unknown[] = [];
        const jobs = await makeProcess({
          process: async ({ attempt }) => {
            attempts.push(attempt);
            throw new Error("connection to 10.0.0.3 refused");
          },
          onEnd: async (_, end) => void ends.push(end),
        });
        const row = await jobs.ended(await ask(jobs), soon());
        expect(attempts).toEqual([1, 2, 3]);
        expect(row.state).toBe("failed");
        expect(row.error?.code).toBe("internal_error");
        expect(JSON.stringify(row.error)).not.toContain("10.0.0.3");
        expect(ends).toMatchObject([{ state: "failed", payload: { name: "a" }, error: { code: "internal_error" } }]);
      });

      it("has done what its kind wants done after its end, once the end has committed", async () => {
        const states: unknown[] = [];
        const jobs = await makeProcess({
          process: async () => {
            throw new JobFailure({ code: "file_encrypted", detail: "No password." }, { isPermanent: true });
          },
          onEnd: async (_, { jobId }) => {
            return async () => void states.push((await jobs.find(jobId))?.state);
          },
        });
        await jobs.ended(await ask(jobs), soon());
        await vi.waitFor(() => expect(states).toEqual(["failed"]));
      });

      it("is not tried again after a permanent failure", async () => {
        let runs = 0;
        const jobs = await makeProcess({
          process: async () => {
            runs += 1;
            throw new JobFailure(
              { code: "file_encrypted", detail: "The file needs a password." },
              { isPermanent: true },
            );
          },
        });
        const row = await jobs.ended(await ask(jobs), soon());
        expect(row).toMatchObject({ state: "failed", attempt: 1, error: { code: "file_encrypted" } });
        expect(runs).toBe(1);
      });

      it("is named in every line of the log with its kind and the organization it is for", async () => {
        const organization = "org_logged";
        await db.query(sql`-- make_organization
    insert into organization (id, name) values (${organization}, 'Logged') on conflict do nothing`);
        const lines: { event: string; members: object }[] = [];
        const write = (members: object, event: string) => void lines.push({ members, event });
        const jobs = await makeProcess(
          {
            process: async ({ payload, attempt }) => {
              if (payload.name === "fails" || attempt === 1) throw new Error("out of luck");
            },
          },
          { logger: { info: write, warn: write, error: write } },
        );
        const ids: string[] = [];
        for (const name of ["fails", "comes through"]) {
          ids.push(await ask(jobs, name, { orgId: organization }));
          await jobs.ended(ids.at(-1) ?? "", soon());
        }
        const own = () => lines.filter(({ members }) => "jobId" in members && ids.includes(String(members.jobId)));
        // A job has ended before its last line is written.
        await expect.poll(() => own().map(({ event }) => event)).toContain("job-succeeded");
        expect(own().map(({ event }) => event)).toEqual(expect.arrayContaining(["job-retried-later", "job-failed"]));
        for (const { members } of own()) expect(members).toMatchObject({ job: "count-up", orgId: organization });
      });

      it("stays failed only together with what its end puts in order", async () => {
        let isBroken = true;
        const jobs = await makeProcess(
          {
            process: async () => {
              throw new JobFailure({ code: "unreadable", detail: "No." }, { isPermanent: true });
            },
            onEnd: async (transaction, end) => {
              await transaction.query(addEffect(`ended ${end.payload.name}`));
              if (isBroken) throw new Error("the database went away");
            },
          },
          { leaseMs: 300 },
        );
        const jobId = await ask(jobs);
        await expect.poll(async () => (await jobs.find(jobId))?.attempt).toBe(1);
        expect((await jobs.find(jobId))?.state).not.toBe("failed");
        isBroken = false;
        await jobs.ended(jobId, soon());
        expect(await effects()).toEqual([{ name: "ended a" }]);
      });
    });

    describe("canceling", () => {
      it("takes a waiting job out before it begins", async () => {
        let runs = 0;
        const jobs = await makeProcess({ process: async () => void runs++ }, { works: false, reconciles: false });
        const jobId = await ask(jobs);
        expect(await jobs.cancel(jobId)).toBe(true);
        expect((await jobs.find(jobId))?.state).toBe("canceled");
        await jobs.startWorker();
        await jobs.reconcileNow();
        expect(runs).toBe(0);
      });

      it("stops a running job through its signal", async () => {
        const begun = Promise.withResolvers<void>();
        const ends: string[] = [];
        const jobs = await makeProcess({
          process: ({ signal }) =>
            new Promise((_, reject) => {
              begun.resolve();
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
          onEnd: async (_, end) => void ends.push(end.state),
        });
        const jobId = await ask(jobs);
        await begun.promise;
        expect(await jobs.cancel(jobId)).toBe(true);
        expect((await jobs.ended(jobId, soon())).state).toBe("canceled");
        expect(ends).toEqual(["canceled"]);
        expect(await jobs.cancel(jobId)).toBe(false);
      });

      it("reaches a job that runs in another process", async () => {
        const begun = Promise.withResolvers<void>();
        const here = await makeProcess({}, { works: false });
        await makeProcess(
          {
            process: ({ signal }) =>
              new Promise((_, reject) => {
                begun.resolve();
                signal.addEventListener("abort", () => reject(signal.reason));
              }),
          },
          { leaseMs: 600 },
        );
        const jobId = await ask(here);
        await begun.promise;
        await here.cancel(jobId);
        expect((await here.ended(jobId, soon())).state).toBe("canceled");
      });
    });

    describe("a lease", () => {
      it("that ran out is taken back, and whoever lost it can change nothing any more", async () => {
        const first = Promise.withResolvers<void>();
        const goOn = Promise.withResolvers<void>();
        const fates: string[] = [];
        let runs = 0;
        const jobs = await makeProcess({
          process: async ({ payload, isStillMine, fence }) => {
            runs += 1;
            if (runs === 1) {
              first.resolve();
              await goOn.promise;
            }
            const effect = db.transaction(async (transaction) => {
              await isStillMine(transaction);
              await transaction.query(addEffect(`${payload.name} under lease ${fence}`));
            });
            await effect.catch((error: unknown) => {
              fates.push(error instanceof LeaseLost ? "fenced out" : "other");
              throw error;
            });
          },
        });
        const jobId = await ask(jobs);
        await first.promise;
        await setLeaseBack(jobId);
        await jobs.reconcileNow();
        const row = await jobs.ended(jobId, soon());
        goOn.resolve();
        await expect.poll(() => fates).toEqual(["fenced out"]);
        expect(row).toMatchObject({ state: "succeeded", attempt: 1 });
        expect(await effects()).toEqual([{ name: "a under lease 2" }]);
      });

      it("found at the start of the only process is a dead one's, and its job is taken up at once", async () => {
        const asking = await makeProcess({}, { works: false, reconciles: false });
        const jobId = await ask(asking);
        await db.query(sql`-- leave_as_killed
      update background_job
      set state = 'running', attempt = 1, fence = 1, lease_until = now() + interval '1 hour'
      where id = ${jobId}`);
        const restarted = await makeProcess({ process: async () => "done" }, { ownsStore: true });
        expect((await restarted.ended(jobId, soon())).result).toBe("done");
      });

      it("is held for as long as its worker lives", async () => {
        let runs = 0;
        const jobs = await makeProcess(
          {
            process: async ({ jobId }) => {
              runs += 1;
              const seen = new Set<number>();
              while (seen.size < 3) {
                const [lease] = await db.query<{ until: Date }>(sql`-- lease_end
              select lease_until as until from background_job where id = ${jobId}`);
                seen.add(lease?.until.getTime() ?? 0);
                await jobs.reconcileNow();
                await new Promise((resolve) => setImmediate(resolve));
              }
            },
          },
          // Long beside any pause of the machine: a worker that is stopped for a whole lease does lose it.
          { leaseMs: 3_000 },
        );
        expect((await jobs.ended(await ask(jobs), soon())).state).toBe("succeeded");
        expect(runs).toBe(1);
      });

      it("lost eight times over ends the job: it takes its workers down with it", async () => {
        const jobs = await makeProcess({ process: () => new Promise(() => {}) }, { stopMs: 1, leaseMs: 600 });
        const jobId = await ask(jobs);
        for (let death = 1; death <= 9; death++) {
          await expect.poll(async () => (await jobs.find(jobId))?.state).toBe("running");
          await setLeaseBack(jobId);
          await jobs.reconcileNow();
        }
        expect(await jobs.find(jobId)).toMatchObject({ state: "failed", error: { code: "job_interrupted" } });
      });
    });

    describe("the queue", () => {
      it("may lose everything: what is due is sent again", async () => {
        const jobs = await makeProcess({}, { works: false, resendAfterMs: 0 });
        const ids = [await ask(jobs, "a"), await ask(jobs, "b")];
        await jobs.reconcileNow();
        await engine.emptyQueue();
        await jobs.startWorker();
        for (const jobId of ids) expect((await jobs.ended(jobId, soon())).state).toBe("succeeded");
      });

      it("may never be told: the reconciler finds the row", async () => {
        const jobs = await makeProcess({});
        const jobId = await jobs.enqueue(db, kind, { name: "not announced" });
        expect((await jobs.ended(jobId, soon())).state).toBe("succeeded");
      });

      it("may be down when a job is asked for", async () => {
        const real = await engine.openQueue();
        let isDown = true;
        const queue: JobQueue = {
          ...real,
          send: (nudge) => (isDown ? Promise.reject(new Error("refused")) : real.send(nudge)),
        };
        const jobs = await makeProcess({}, { queue });
        const jobId = await ask(jobs);
        await jobs.reconcileNow();
        expect((await jobs.find(jobId))?.state).toBe("queued");
        isDown = false;
        expect((await jobs.ended(jobId, soon())).state).toBe("succeeded");
      });

      it("may deliver twice and late: the work is done once", async () => {
        const real = await engine.openQueue();
        let deliver: Parameters<JobQueue["consume"]>[2] = async () => {};
        const queue: JobQueue = {
          ...real,
          consume: (lane, concurrency, handler) => {
            if (lane === "bulk") deliver = handler;
            return real.consume(lane, concurrency, handler);
          },
        };
        let runs = 0;
        const jobs = await makeProcess({ process: async () => void runs++ }, { queue });
        const jobId = await ask(jobs);
        await Promise.all([deliver({ jobId, fence: 1 }), deliver({ jobId, fence: 1 }), deliver({ jobId, fence: 1 })]);
        await jobs.ended(jobId, soon());
        await deliver({ jobId, fence: 1 });
        await deliver({ jobId, fence: 2 });
        expect(runs).toBe(1);
      });

      it("gives every one of many jobs to exactly one of two processes", async () => {
        const process = ({ payload }: { payload: Payload }) => db.query(addEffect(payload.name));
        const one = await makeProcess({ process });
        await makeProcess({ process });
        const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(one, `job ${at}`)));
        for (const jobId of ids) await one.ended(jobId, soon());
        expect(new Set((await effects()).map((effect) => effect.name)).size).toBe(40);
        expect(await effects()).toHaveLength(40);
      });
    });

    describe("jobs that wait in one lane", () => {
      it.each([
        ["steps", "interactive"],
        ["bulk", "interactive"],
        ["bulk", "steps"],
      ] as const)("of the lane %s hold up none of the lane %s", async (held, free) => {
        const goOn = Promise.withResolvers<void>();
        const holding = defineJob({ ...kind, name: "hold", lane: held });
        const answering = defineJob({ ...kind, name: "answer", lane: free });
        const jobs = await makeProcess({}, { works: false });
        jobs.handle(holding, { process: () => goOn.promise });
        jobs.handle(answering, { process: async () => "answered" });
        await jobs.startWorker();
        const waiting = await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            db.transaction((transaction) => jobs.enqueue(transaction, holding, { name: `held ${at}` })),
          ),
        );
        for (const jobId of waiting) jobs.announce(jobId);
        const asked = await db.transaction((transaction) => jobs.enqueue(transaction, answering, { name: "asked" }));
        jobs.announce(asked);
        expect((await jobs.ended(asked, soon())).state).toBe("succeeded");
        goOn.resolve();
        for (const jobId of waiting) await jobs.ended(jobId, soon());
      });
    });

    describe("a worker that is asked to stop", () => {
      it("waits for what it has begun", async () => {
        const begun = Promise.withResolvers<void>();
        const goOn = Promise.withResolvers<void>();
        const jobs = await makeProcess({
          process: async () => {
            begun.resolve();
            await goOn.promise;
          },
        });
        const jobId = await ask(jobs);
        await begun.promise;
        const stopped = jobs.stop({ graceMs: 10_000 });
        goOn.resolve();
        await stopped;
        expect((await jobs.find(jobId))?.state).toBe("succeeded");
      });

      it("gives back what does not end in time, without counting the attempt, and another takes it at once", async () => {
        const begun = Promise.withResolvers<void>();
        const stopping = await makeProcess({
          process: ({ signal }) =>
            new Promise((_, reject) => {
              begun.resolve();
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
        });
        const jobId = await ask(stopping);
        await begun.promise;
        await stopping.stop({ graceMs: 0 });
        expect(await stopping.find(jobId)).toMatchObject({ state: "queued", attempt: 0 });
        const other = await makeProcess({ process: async ({ attempt }) => attempt }, { reconciles: false });
        expect((await other.ended(jobId, soon())).result).toBe(1);
      });

      it("gives up on work that does not listen, which then can change nothing", async () => {
        const begun = Promise.withResolvers<void>();
        const goOn = Promise.withResolvers<void>();
        const fate = Promise.withResolvers<unknown>();
        const stopping = await makeProcess(
          {
            process: async ({ isStillMine }) => {
              begun.resolve();
              await goOn.promise;
              await db.transaction(isStillMine).catch(fate.resolve);
            },
          },
          { stopMs: 10 },
        );
        const jobId = await ask(stopping);
        await begun.promise;
        await stopping.stop({ graceMs: 0 });
        expect((await stopping.find(jobId))?.state).toBe("queued");
        goOn.resolve();
        expect(await fate.promise).toBeInstanceOf(LeaseLost);
      });
    });
  });
});
