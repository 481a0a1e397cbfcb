import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentRequest } from "../../api/http/current-request.ts";
import { type Operation, pathParameters } from "../../api/http/operation.ts";
import { type Statement, sql } from "../../migrations/index.ts";
import { projectBody } from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { declaredOperations } from "../support/declared-operations.ts";
import type { TestAnswer } from "../support/http.ts";
import { openStoreState, type StoreState } from "../support/store-state.ts";
import { draftOf, idPlacesOf, send, thingAt, told, withId } from "./request-for.ts";
import { type FilledProject, fillProject, sharedQuestion } from "./world.ts";

let app: ComposedService;
let state: StoreState;
/** Projects of one organization: the owner's own, one the owner shares with the member, the member's; and a stranger's. */
let closed: FilledProject;
let shared: FilledProject;
let members: FilledProject;
let strangers: FilledProject;
/** Whose key it is, a project that is theirs, and the projects that are not for them. */
let callers: readonly { who: string; key: string; own: FilledProject; foreign: readonly FilledProject[] }[];

beforeAll(async () => {
  app = await openComposedService({}, { onStatement: noteStep });
  const { organization, stranger, services } = app;
  for (const { orgId } of [organization, stranger]) await services.wallet.grant(orgId, 1_000_000, "for the tests");
  const owner = { key: organization.ownerKey };
  closed = await fillProject(app, organization, owner);
  shared = await fillProject(app, organization, owner);
  members = await fillProject(app, organization, { key: organization.memberKey });
  strangers = await fillProject(app, stranger, { key: stranger.ownerKey });
  await share(shared, organization.memberId);
  callers = [
    { who: "the owner of another organization", key: stranger.ownerKey, own: strangers, foreign: [closed, members] },
    { who: "an owner, in another organization", key: organization.ownerKey, own: closed, foreign: [strangers] },
    {
      who: "a member who shares other projects",
      key: organization.memberKey,
      own: shared,
      foreign: [closed, strangers],
    },
  ];
  state = await openStoreState(services.db);
});
afterAll(() => app.close());

/** Statements of the request that is being answered: were they others for one id than for another, the time would tell. */
let steps: string[] = [];
function noteStep({ text }: Statement): void {
  if (currentRequest() !== undefined) steps.push(/--\s*(\S+)/.exec(text)?.[1] ?? text);
}
/** Asks twice and gives the steps of the second time: the first one remembers what stays the same until something changes. */
async function withSteps(ask: () => Promise<TestAnswer>): Promise<{ answer: TestAnswer; taken: string[] }> {
  await ask();
  const taken: string[] = [];
  steps = taken;
  const answer = await ask();
  steps = [];
  return { answer, taken };
}

/** Two lists of steps; where they differ they are taken again: what the service does by itself makes it forget between. */
async function untilAlike(first: Pair, again: () => Promise<Pair>): Promise<Pair> {
  let pair = first;
  for (let tries = 0; tries < 40 && pair[0].join() !== pair[1].join(); tries++) pair = await again();
  return pair;
}
type Pair = readonly [readonly string[], readonly string[]];

const share = ({ ids }: FilledProject, userId: string) =>
  app.services.db.query(sql`-- share_project
    insert into project_share (project_id, user_id) values (${ids.project_id}, ${userId})`);
const unshare = ({ ids }: FilledProject) =>
  app.services.db.query(sql`-- unshare_project
    delete from project_share where project_id = ${ids.project_id}`);

const withIds = declaredOperations().filter(
  (operation) => operation.auth === "api_key" && idPlacesOf(operation).length > 0,
);
const named = withIds.map((operation) => ({ name: operation.operationId, operation }));
/** Ids of the right form that no thing has. */
const unknownIds: Readonly<Record<string, string>> = {
  project_id: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  document_id: "doc_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  turn_id: "turn_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  job_id: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  proposal_id: "prop_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  run_id: "run_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  artifact_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  deliverable_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  user_id: "usr_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
};
const namesItsProject = (operation: Operation) =>
  pathParameters(operation.path).length > 0 || idPlacesOf(operation).some((place) => thingAt(place) === "project_id");
const projects = () => [closed, shared, members, strangers];
/** Canaries of the projects that are not among the given ones, as far as they stand in a text. */
const strangeCanaries = (text: string, allowed: readonly FilledProject[]) =>
  projects()
    .filter((project) => !allowed.includes(project))
    .map(({ canary }) => canary)
    .filter((canary) => text.includes(canary));

describe("an id of something that is not for its caller", () => {
  it("has a thing planted for every name that an operation calls it by", () => {
    const names = withIds.flatMap((operation) => [
      ...pathParameters(operation.path),
      ...idPlacesOf(operation).map(thingAt),
    ]);
    expect([...new Set(names)].filter((name) => !(name in closed.ids))).toEqual([]);
  });

  it.each(named)(
    "$name answers as for an id that nothing has, by the same steps, and changes nothing",
    async ({ operation }) => {
      const before = await state.digest();
      let hasSucceeded = false;
      for (const { who, key, own, foreign } of callers) {
        for (const place of idPlacesOf(operation)) {
          const thing = thingAt(place);
          const draft = draftOf(operation, own.ids);
          const asked = (id: string) => withSteps(() => send(app.call, operation, withId(draft, place, id), { key }));
          const { answer: unknown, taken } = await asked(unknownIds[thing] ?? "");
          hasSucceeded ||= unknown.status < 400;
          // People of one organization may name each other.
          for (const other of foreign.filter(({ orgId }) => thing !== "user_id" || orgId !== own.orgId)) {
            const foreignId = other.ids[thing] ?? "";
            const { answer, taken: takenForOther } = await asked(foreignId);
            const where = `${who}: ${place.where} ${place.path.join(".")}`;
            expect([where, told(answer)]).toEqual([where, told(unknown)]);
            // A success has done its work; a refusal must not have cost more or less than that of an unknown id.
            if (unknown.status >= 400) {
              const first = [taken, takenForOther] as const;
              const [forUnknown, forOther] = await untilAlike(first, async () => [
                (await asked(unknownIds[thing] ?? "")).taken,
                (await asked(foreignId)).taken,
              ]);
              expect([where, forOther]).toEqual([where, forUnknown]);
            }
            expect([where, answer.status]).toEqual([where, place.where === "path" ? 404 : answer.status]);
            expect([where, strangeCanaries(answer.text, [own])]).toEqual([where, []]);
          }
        }
      }
      if (!hasSucceeded) expect(await state.digest()).toEqual(before);
    },
  );

  it.each(named.filter(({ operation }) => namesItsProject(operation)))(
    "$name is refused with 404 where every id is foreign, also under a key for retries, and leaves no row",
    async ({ operation }) => {
      const before = await state.digest();
      for (const { key, foreign } of callers) {
        for (const other of foreign) {
          const headers = { "idempotency-key": `foreign-${other.canary}` };
          for (const more of [{ key }, { key, headers }]) {
            expect((await send(app.call, operation, draftOf(operation, other.ids), more)).status).toBe(404);
          }
        }
      }
      expect(await state.digest()).toEqual(before);
    },
  );

  it.each(named.filter(({ operation }) => idPlacesOf(operation).filter(({ where }) => where === "path").length > 1))(
    "$name does not find a thing of one project under another project of the same person",
    async ({ operation }) => {
      const before = await state.digest();
      const draft = draftOf(operation, { ...shared.ids, project_id: closed.ids.project_id ?? "" });
      expect((await send(app.call, operation, draft, { key: app.organization.ownerKey })).status).toBe(404);
      expect(await state.digest()).toEqual(before);
    },
  );
});

describe("a parcel", () => {
  it("is counted within its project, so that no index reaches another's", async () => {
    const before = await state.digest();
    const key = app.organization.ownerKey;
    const body = { action: "correct", zoning_code: "R-9" };
    const statuses: Record<string, number> = {};
    for (const index of ["1", "7", "-1", "00", "1e0"]) {
      const path = `/v1/projects/${closed.ids.project_id}/parcels/${index}/zoning`;
      statuses[index] = (await app.call("PATCH", path, { key, body })).status;
    }
    expect(statuses).toEqual({ "1": 404, "7": 404, "-1": 422, "00": 422, "1e0": 422 });
    expect(await state.digest()).toEqual(before);
  });
});

describe("what somebody may see", () => {
  const rightful = () => [
    { who: "the owner", key: app.organization.ownerKey, own: closed },
    { who: "a member with whom it is shared", key: app.organization.memberKey, own: shared },
    { who: "a member whose own it is", key: app.organization.memberKey, own: members },
    { who: "the owner, of a member's", key: app.organization.ownerKey, own: members },
  ];

  // Deletions serve who may in a test of their own: here they would take away what the others look at.
  it.each(named.filter(({ operation }) => namesItsProject(operation) && operation.method !== "DELETE"))(
    "$name serves who may, with nothing of another project in it",
    async ({ operation }) => {
      for (const { who, key, own } of rightful()) {
        const answer = await send(app.call, operation, draftOf(operation, own.ids), { key });
        // Whatever else stands in the way of an example, it is never that the thing is not there.
        expect([who, answer.status]).not.toEqual([who, 404]);
        const isFine = answer.status < 500 || answer.json.code === "upstream_unavailable";
        expect([who, isFine]).toEqual([who, true]);
        expect([who, strangeCanaries(answer.text, [own])]).toEqual([who, []]);
      }
    },
  );

  it("is all that a search, an answer, a summary and the documents of a project are made of", async () => {
    for (const { key, own } of rightful()) {
      const base = `/v1/projects/${own.ids.project_id}`;
      const answers = [
        await app.call("POST", `${base}/search`, { key, body: { query: sharedQuestion, top_k: 50 } }),
        await app.call("POST", `${base}/search`, { key, body: { query: strangers.canary, top_k: 50 } }),
        await app.call("POST", `${base}/messages`, { key, body: { question: sharedQuestion } }),
        await app.call("POST", `${base}/messages`, { key, body: { question: `What does ${strangers.canary} say?` } }),
        await app.call("POST", `${base}/summaries`, { key, body: { focus: "fences and lots of the Harbor district" } }),
        await app.call("GET", `${base}/documents`, { key }),
        await app.call("GET", `${base}/documents/${own.ids.document_id}/text`, { key }),
      ];
      for (const [at, answer] of answers.entries()) {
        expect([at, answer.status]).toEqual([at, 200]);
        const isEcho = at === 3;
        expect([at, strangeCanaries(answer.text, isEcho ? [own, strangers] : [own])]).toEqual([at, []]);
      }
      expect(answers[0]?.text).toContain(own.canary);
      expect(JSON.stringify(answers[3]?.json.citations)).not.toContain(strangers.canary);
    }
  });

  it("is all that lists name, whatever page is asked for", async () => {
    const listed = async (key: string) => {
      const answer = await app.call("GET", "/v1/projects?limit=100", { key });
      return (answer.json.data as { project_id: string }[]).map((project) => project.project_id);
    };
    const { organization, stranger } = app;
    const own = [closed, shared, members].map(({ ids }) => ids.project_id);
    expect(await listed(organization.ownerKey)).toEqual(expect.arrayContaining(own));
    expect(await listed(organization.ownerKey)).not.toContain(strangers.ids.project_id);
    expect([...(await listed(organization.memberKey))].sort()).toEqual([own[1], own[2]].sort());
    expect(await listed(stranger.ownerKey)).toEqual([strangers.ids.project_id]);
    expect(await listed(stranger.memberKey)).toEqual([]);
  });

  it("is not widened by the land of a project that one may not see", async () => {
    const path = `/v1/projects/${closed.ids.project_id}`;
    const there = (await app.call("GET", path, { key: app.organization.ownerKey })).json;
    const [parcel] = there.parcels as { address: string; geometry: object }[];
    const body = {
      ...projectBody(900),
      name: there.name,
      parcels: [{ geometry: parcel?.geometry, address: parcel?.address, zoning_code: "R-2" }],
      dry_run: true,
    };
    for (const key of [app.organization.memberKey, app.stranger.ownerKey]) {
      const answer = await app.call("POST", "/v1/projects", { key, body });
      expect([answer.status, answer.text.includes(closed.ids.project_id ?? "")]).toEqual([200, false]);
    }
  });
});

describe("a person whose rights change between two calls", () => {
  const readable = (ids: FilledProject["ids"]) =>
    withIds
      .filter(({ method }) => method === "GET")
      .map((operation) => ({ operation, draft: draftOf(operation, ids) }));
  const statuses = async (project: FilledProject, key: string) => {
    const answers = await Promise.all(
      readable(project.ids).map(({ operation, draft }) => send(app.call, operation, draft, { key })),
    );
    return [...new Set(answers.map((answer) => answer.status))];
  };

  it("loses a project with the call after it is shared no longer, and the links into it", async () => {
    const key = app.organization.memberKey;
    const announce = () =>
      app.call("POST", "/v1/uploads/initiate", {
        key,
        headers: { "idempotency-key": "before-unsharing" },
        body: { project_id: shared.ids.project_id, filename: "a.txt", mime_type: "text/plain", size_bytes: 1 },
      });
    expect(await statuses(shared, key)).toEqual([200]);
    expect((await announce()).status).toBe(200);
    await unshare(shared);
    expect(await statuses(shared, key)).toEqual([404]);
    const again = await announce();
    expect([again.status, again.json.upload_url]).toEqual([404, undefined]);
    await share(shared, app.organization.memberId);
    expect(await statuses(shared, key)).toEqual([200]);
  });

  it("sees as an owner from the promotion on, with a key made after it and no other, until the demotion", async () => {
    const { organization, services } = app;
    const { orgId, memberId, memberKey, ownerId } = organization;
    await services.accounts.setRole(orgId, memberId, "owner");
    const { key } = await services.apiKeys.mint({ orgId, createdBy: memberId, name: "of the promoted" });
    expect([await statuses(closed, memberKey), await statuses(closed, key)]).toEqual([[404], [200]]);
    await services.accounts.setRole(orgId, ownerId, "member");
    expect(await statuses(members, organization.ownerKey)).toEqual([404]);
    expect(await statuses(closed, organization.ownerKey)).toEqual([200]);
    await services.accounts.setRole(orgId, ownerId, "owner");
    await services.accounts.setRole(orgId, memberId, "member");
    expect([await statuses(closed, key), await statuses(members, key)]).toEqual([[404], [200]]);
  });

  it("is refused everything from the removal on", async () => {
    const { services, stranger } = app;
    expect(await statuses(strangers, stranger.memberKey)).toEqual([404]);
    await services.accounts.deactivate(stranger.orgId, stranger.memberId);
    expect(await statuses(strangers, stranger.memberKey)).toEqual([401]);
  });
});
