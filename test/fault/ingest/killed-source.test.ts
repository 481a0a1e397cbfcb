import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { type KillableService, makeKillableService } from "./killable-service.ts";

const rule = (at: number) =>
  `## ${at} Rule number ${at}\n\nA porch of kind ${at} is at most ${(at % 40) + 5} feet deep and stands ${at * 3} feet from the brook.\n`;
const guide = `# Design Guide\n\n${Array.from({ length: 400 }, (_, at) => rule(at + 1)).join("\n")}`;

let site: CountingSite;
let service: KillableService;
/** While true, the site takes requests and says nothing. */
let isSilent = true;
/** While true, the embeddings endpoint does so when it is given a piece of the guide. */
let isStuck = true;

beforeEach(async () => {
  site = await startCountingSite((_, response) => {
    if (!isSilent) response.writeHead(200, { "content-type": "text/markdown" }).end(guide);
  });
  service = await makeKillableService({
    settings: { FETCH_ALLOW_ORIGINS: site.origin },
    onEmbed: async (call) => {
      while (isStuck && call.body.includes("porch")) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
});
afterEach(async () => {
  isStuck = false;
  await service.close();
  await site.close();
});

describe("a process killed in the middle of a source", () => {
  it("while it is fetched and while it is indexed still brings it in, once and whole, and fetches it no more than it must", {
    timeout: 900_000,
  }, async () => {
    const { call, createProject, pollUntil } = service.calls;
    await service.start();
    const projectId = await createProject();
    const added = await call("POST", `/v1/projects/${projectId}/sources`, { url: `${site.origin}/guide.md` });
    const upload = `/v1/uploads/${added.json.job_id}`;

    await expect.poll(() => site.requests.length, { timeout: 200_000 }).toBe(1);
    await service.kill();
    isSilent = false;
    await service.start();
    await pollUntil(upload, ({ stage }) => stage === "indexing");
    expect(site.requests).toEqual(["GET /guide.md", "GET /guide.md"]);
    await service.kill();

    isStuck = false;
    await service.start();
    await pollUntil(upload, ({ status }) => status === "ready");
    expect(site.requests).toHaveLength(2);
    const documents = await call("GET", `/v1/projects/${projectId}/documents`);
    expect(documents.json.data).toMatchObject([{ title: "Design Guide", source_url: `${site.origin}/guide.md` }]);
    await service.stop();
    const whole = { documents: 1, corpora: 1, published: 1, staged: 0 };
    expect(await service.stored("source-ingest")).toMatchObject({ ...whole, interruptions: 2 });
  });
});
