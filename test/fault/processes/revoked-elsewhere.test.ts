import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceProcess } from "../../support/service-process.ts";
import { type Fleet, missingForFleet, startFleet } from "./fleet.ts";
import { createFleetProject, insist, oneOf } from "./fleet-client.ts";

const rounds = 10;
const callersPerProcess = 6;

let fleet: Fleet;
let projectId: string;

/** A caller's question: whether it was asked after the change was confirmed, and what came. */
interface Asked {
  readonly isAfter: boolean;
  readonly status: number;
}

describe.skipIf(missingForFleet)(
  `what one process changes${missingForFleet ? `: ${missingForFleet}` : ", while others keep what they read"}`,
  { timeout: 300_000 },
  () => {
    beforeAll(async () => {
      fleet = await startFleet({ apis: 2, workers: 1 });
      projectId = await createFleetProject(fleet);
    });
    afterAll(() => fleet?.stop());

    const ownerOf = async () => {
      const [key] = await fleet.services.apiKeys.list(null);
      return { orgId: key?.org_id ?? "", createdBy: key?.created_by ?? "" };
    };
    const statusAt = async (api: ServiceProcess, key: string) =>
      (await fetch(`${api.baseUrl}/v1/projects/${projectId}`, { headers: { authorization: `Bearer ${key}` } })).status;

    /** Lets callers ask both processes without a pause, makes the change among them, and asks on for a while. */
    async function askAround(key: string, change: () => Promise<unknown>): Promise<Asked[]> {
      let isChanged = false;
      const asked: Asked[] = [];
      const callers = fleet.apis.flatMap((api) =>
        Array.from({ length: callersPerProcess }, async () => {
          for (let after = 0; after < 3; ) {
            const isAfter = isChanged;
            if (isAfter) after += 1;
            asked.push({ isAfter, status: await statusAt(api, key) });
          }
        }),
      );
      await Promise.all(fleet.apis.map((api) => statusAt(api, key)));
      await change();
      isChanged = true;
      await Promise.all(callers);
      return asked;
    }
    const statusesAfter = (asked: readonly Asked[]) =>
      new Set(asked.filter(({ isAfter }) => isAfter).map(({ status }) => status));

    it("refuses a revoked key in every process, from the first request after the revocation", async () => {
      const { apiKeys } = fleet.services;
      const { orgId, createdBy } = await ownerOf();
      for (let round = 0; round < rounds; round++) {
        const { key, row } = await apiKeys.mint({ orgId, createdBy, name: `round ${round}` });
        const asked = await askAround(key, () => apiKeys.revoke(row.id));
        expect(asked.some(({ status }) => status === 200)).toBe(true);
        expect(statusesAfter(asked)).toEqual(new Set([401]));
      }
    });

    it("refuses the old secret of a rotated key and every key of a person who was removed", async () => {
      const { apiKeys, accounts } = fleet.services;
      const { orgId, createdBy } = await ownerOf();
      const rotated = await apiKeys.mint({ orgId, createdBy, name: "rotated" });
      expect(statusesAfter(await askAround(rotated.key, () => apiKeys.rotate(rotated.row.id)))).toEqual(new Set([401]));
      const guest = await accounts.addMember({ orgId, email: "guest@acme.example", role: "owner" });
      const { key } = await apiKeys.mint({ orgId, createdBy: guest.user_id, name: "guest" });
      const removed = await askAround(key, () => accounts.deactivate(orgId, guest.user_id));
      expect(statusesAfter(removed)).toEqual(new Set([401]));
    });

    it("hides a project from an owner who became a member, in every process", async () => {
      const { apiKeys, accounts } = fleet.services;
      const { orgId } = await ownerOf();
      const second = await accounts.addMember({ orgId, email: "second@acme.example", role: "owner" });
      const { key } = await apiKeys.mint({ orgId, createdBy: second.user_id, name: "second" });
      const asked = await askAround(key, () => accounts.setRole(orgId, second.user_id, "member"));
      expect(asked.some(({ status }) => status === 200)).toBe(true);
      expect(statusesAfter(asked)).toEqual(new Set([404]));
    });

    it("shows a goal in the other process as soon as it was answered in one", async () => {
      const path = `/v1/projects/${projectId}`;
      for (let round = 1; round <= rounds; round++) {
        const [here, there] = [oneOf(fleet.apis, round), oneOf(fleet.apis, round + 1)];
        const before = await fleet.ask(there, "GET", path);
        const body = { goal_text: `Round ${round}`, expected_goal_revision: before?.json.user_goal_revision };
        expect((await fleet.ask(here, "PATCH", path, { body }))?.status).toBe(200);
        expect((await fleet.ask(there, "GET", path))?.json.goal_text).toBe(`Round ${round}`);
      }
      expect((await insist(fleet, "GET", path)).status).toBe(200);
    });
  },
);
