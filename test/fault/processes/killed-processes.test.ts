import { afterEach, describe, expect, it } from "vitest";
import { makeRandom, type SeededRandom } from "../../../evals/train/seeded-random.ts";
import { makeStaticEmbedder, removeDocument } from "../../../ingest/index.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { publishSections, section } from "../../support/publish-sections.ts";
import type { ServiceProcess } from "../../support/service-process.ts";
import { type Fleet, missingForFleet, startFleet } from "./fleet.ts";
import { createFleetProject, insist, oneOf, pause } from "./fleet-client.ts";
import { makeTownFiles, type TownFile, wordOf } from "./town-files.ts";

const seed = 20_261_121;
const uploads = 100;
/** Uploads whose bytes another one has too: both end at one document. */
const twins = 6;
const clients = 6;
const kills = 6;

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

describe.skipIf(missingForFleet)(
  `several processes on one database${missingForFleet ? `: ${missingForFleet}` : ""}`,
  () => {
    it("index every upload once and find what is published, no more and no less, while they are killed and Redis forgets", {
      timeout: 600_000,
    }, async () => {
      const running = await startFleet({ apis: 2, workers: 2 });
      fleet = running;
      const random = makeRandom(seed);
      const files = makeTownFiles(uploads - twins, random);
      const town = await makeTown(running);
      const disorder = makeDisorder(running, random);
      const waiting = [...files, ...files.slice(0, twins)].map((file) => ({ file, at: random.next() }));
      const queue = waiting.sort((one, other) => one.at - other.at).map(({ file }) => file);

      const sending = Promise.all(
        Array.from({ length: clients }, async () => {
          for (let file = queue.shift(); file; file = queue.shift()) await town.upload(file, disorder.step);
        }),
      );
      // Bytes that are sent again after their document was replaced or removed are a new document.
      const watching = watch(running, town, { random, step: disorder.step, mayChange: new Set(files.slice(twins)) });
      await Promise.all([sending, watching]);
      await disorder.isOver();

      expect(await whatIsStored(running.db)).toEqual({
        documents: files.length - town.removed.size,
        published: files.length + town.revised.size,
        staged: 0,
        strayChunks: 0,
        wrongCounts: 0,
        unfinished: 0,
      });
      expect(await interruptions(running.db)).toBeGreaterThan(0);
      for (const api of running.apis) await town.assertRight(api, files);
      expect([...running.apis, ...running.workers].flatMap((one) => one.errors)).toEqual([]);
    });
  },
);

/** The project all processes serve, and what must and must not be found in it now. */
interface Town {
  /** Uploads a file as a client does whose connections break: it asks again, elsewhere. */
  upload(file: TownFile, step: () => Promise<void>): Promise<void>;
  /** Uploads that were accepted and are not known to be published. */
  readonly expected: Map<string, TownFile>;
  /** Files that every process must find from now on. */
  readonly published: Set<TownFile>;
  readonly removed: Set<TownFile>;
  readonly revised: Map<TownFile, string>;
  /** Searches a process for files and compares; leaves out what the process did not live to answer. */
  assertRight(api: ServiceProcess, files: readonly TownFile[]): Promise<void>;
}

async function makeTown(running: Fleet): Promise<Town> {
  const projectId = await createFleetProject(running);
  const expected = new Map<string, TownFile>();
  const announced = new Set<TownFile>();
  const published = new Set<TownFile>();
  const removed = new Set<TownFile>();
  const revised = new Map<TownFile, string>();
  let attempts = 0;

  async function upload(file: TownFile, step: () => Promise<void>): Promise<void> {
    announced.add(file);
    attempts += 1;
    let key = `upload-${attempts}`;
    for (;;) {
      const initiated = await insist(running, "POST", "/v1/uploads/initiate", {
        headers: { "idempotency-key": key },
        body: {
          project_id: projectId,
          filename: `${file.word}.md`,
          mime_type: "text/markdown",
          size_bytes: Buffer.byteLength(file.text),
          title: file.title,
          category: file.category,
        },
      });
      await step();
      if (initiated.status === 409) {
        // The process that had the key was killed with it: this client does not wait until it is free again.
        expect(initiated.json.code).toBe("idempotency_in_progress");
        attempts += 1;
        key = `upload-${attempts}`;
        continue;
      }
      expect(initiated.status, JSON.stringify(initiated.json)).toBe(200);
      const { pathname } = new URL(String(initiated.json.upload_url));
      const sent = await running.ask(oneOf(running.apis, attempts), "PUT", pathname, {
        headers: { "content-type": "text/markdown" },
        body: file.text,
      });
      await step();
      // The link is spent when the connection broke; the same key gives a fresh one.
      if (sent?.status !== 204) continue;
      const jobId = String(initiated.json.job_id);
      expected.set(jobId, file);
      const finalized = await insist(running, "POST", `/v1/uploads/${jobId}/finalize`, { body: {} });
      expect(finalized.status, JSON.stringify(finalized.json)).toBe(200);
      return step();
    }
  }

  async function assertRight(api: ServiceProcess, some: readonly TownFile[]): Promise<void> {
    for (const file of some) {
      const mustFind = published.has(file) && !removed.has(file);
      const mustNotFind = removed.has(file) || !announced.has(file);
      const newWord = revised.get(file);
      const word = newWord ?? file.word;
      const found = await search(running, api, projectId, word);
      if (!found) return;
      if (mustFind) expect(found, `${api.name} finds ${word}`).toContain(word);
      if (mustNotFind) expect(found, `${api.name} does not find ${word}`).not.toContain(word);
      if (newWord === undefined) continue;
      const old = await search(running, api, projectId, file.word);
      if (old) expect(old, `${api.name} does not find what ${file.word} was`).not.toContain(file.word);
    }
  }

  return { upload, expected, published, removed, revised, assertRight };
}

/** The texts a process finds for a word, as one; undefined when it was killed meanwhile. */
async function search(
  running: Fleet,
  api: ServiceProcess,
  projectId: string,
  word: string,
): Promise<string | undefined> {
  const answer = await running.ask(api, "POST", `/v1/projects/${projectId}/search`, {
    body: { query: `the ${word} district`, top_k: 5 },
  });
  if (!answer) return undefined;
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  const results = answer.json.results as { text: string; citation: { quote: string } }[];
  return results.map(({ text, citation }) => `${text}\n${citation.quote}`).join("\n");
}

/**
 * Waits until every upload is published. Each is looked for through every process at the moment its row says so, and
 * so is something that was never sent; now and then a document is replaced or removed from outside.
 */
async function watch(
  running: Fleet,
  town: Town,
  { random, step, mayChange }: { random: SeededRandom; step: () => Promise<void>; mayChange: ReadonlySet<TownFile> },
): Promise<void> {
  const embedder = makeStaticEmbedder();
  const seen = new Set<string>();
  while (seen.size < uploads) {
    for (const job of await endedJobs(running.db)) {
      const file = town.expected.get(job.jobId);
      if (seen.has(job.jobId) || !file) continue;
      expect(job, `the upload of ${file.word}`).toMatchObject({ state: "succeeded" });
      seen.add(job.jobId);
      await step();
      if (town.published.has(file)) continue;
      town.published.add(file);
      for (const api of running.apis) await town.assertRight(api, [file]);
      const number = mayChange.has(file) ? town.published.size : 0;
      const isRemoved = number % 20 === 3;
      const isRevised = number % 20 === 13;
      if (isRemoved) {
        await removeDocument(running.db, job.documentId);
        town.removed.add(file);
      }
      if (isRevised) {
        const word = wordOf(2_000 + number);
        const rule = section("9.1", `Rule of the ${word} district`, `In the ${word} district a fence is 4 feet tall.`);
        await publishSections(running.db, job.documentId, [rule], embedder);
        town.revised.set(file, word);
      }
      for (const api of isRemoved || isRevised ? running.apis : []) await town.assertRight(api, [file]);
      const earlier = oneOf([...town.published], random.below(town.published.size));
      await town.assertRight(oneOf(running.apis, random.below(running.apis.length)), [earlier]);
    }
    await pause();
  }
}

/** Kills, and a Redis that forgets and falls, each at a step of the work that the seed chose. */
function makeDisorder(running: Fleet, random: SeededRandom) {
  const all = [...running.apis, ...running.workers];
  const lastStep = Math.floor(uploads * 4 * 0.7);
  const deeds = new Map<number, () => Promise<void>>();
  const plan = (at: number, deed: () => Promise<void>) => {
    let free = at;
    while (deeds.has(free)) free += 1;
    deeds.set(free, deed);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = oneOf(all, kill);
    plan(20 + random.below(lastStep - 20), async () => {
      if (!victim.isUp) return;
      if (victim.role === "worker") await isSurelyBusy(running.db);
      await victim.kill();
      await victim.start();
    });
  }
  plan(Math.floor(lastStep * 0.4), () => running.redis.flush());
  plan(Math.floor(lastStep * 0.6), () => running.redis.restart());
  let steps = 0;
  const underWay = new Set<Promise<void>>();
  let failure: unknown;
  return {
    /** Counts a step of the work and does what is planned for it, beside the work. */
    step: async () => {
      if (failure) throw failure;
      steps += 1;
      const deed = deeds.get(steps);
      if (!deed) return;
      const doing = deed()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => underWay.delete(doing));
      underWay.add(doing);
    },
    isOver: async () => {
      await Promise.all(underWay);
      if (failure) throw failure;
      expect(Math.max(...deeds.keys()), "everything planned has happened").toBeLessThanOrEqual(steps);
    },
  };
}

/** Waits until more jobs run than one of two workers takes, or nothing is left to do: then either holds some. */
async function isSurelyBusy(db: Database): Promise<void> {
  for (;;) {
    const [jobs] = await db.query<{ running: number; left: number }>(sql`-- running_jobs
      select count(*) filter (where state = 'running')::integer as running, count(*)::integer as left
      from background_job
      where state in ('queued', 'running')`);
    if (!jobs || jobs.running > 2 || jobs.left < 3) return;
    await pause(20);
  }
}

const endedJobs = (db: Database) =>
  db.query<{ jobId: string; documentId: string; state: string; error: unknown }>(sql`-- ended_jobs
    select upload.job_id as "jobId", upload.document_id as "documentId", background_job.state, background_job.error
    from background_job
    join upload on upload.job_id = background_job.id
    where background_job.state not in ('queued', 'running')`);

async function whatIsStored(db: Database) {
  const [stored] = await db.query(sql`-- what_is_stored
    select
      (select count(*)::integer from document where live_revision is not null) as documents,
      (select count(*)::integer from document_revision where published_at is not null) as published,
      (select count(*)::integer from document_revision where published_at is null) as staged,
      (select count(*)::integer from chunk
        where not exists (
          select 1 from document_revision
          where document_revision.document_id = chunk.document_id
            and document_revision.revision = chunk.document_revision
            and document_revision.published_at is not null
        )) as "strayChunks",
      (select count(*)::integer from document_revision
        where chunk_count <> (
          select count(*) from chunk
          where chunk.document_id = document_revision.document_id
            and chunk.document_revision = document_revision.revision
        )) as "wrongCounts",
      (select count(*)::integer from background_job where state <> 'succeeded') as unfinished`);
  return stored;
}

async function interruptions(db: Database): Promise<number> {
  const [row] = await db.query<{ interruptions: number }>(sql`-- all_interruptions
    select sum(interruptions)::integer as interruptions from background_job`);
  return row?.interruptions ?? 0;
}
