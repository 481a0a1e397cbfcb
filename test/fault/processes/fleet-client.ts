import { expect } from "vitest";
import type { Fleet, FleetAnswer, FleetRequest } from "./fleet.ts";

/** Asks one process after the other until one lives to answer. */
export async function insist(
  running: Fleet,
  method: string,
  path: string,
  request: FleetRequest = {},
): Promise<FleetAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await running.ask(oneOf(running.apis, attempt + path.length), method, path, request);
    if (answer) return answer;
    await pause(20);
  }
}

/** Creates a project whose zoning needs no confirmation, and waits until it can be searched. */
export async function createFleetProject(running: Fleet): Promise<string> {
  const corners = [
    [-72.6, 42.3],
    [-72.599, 42.3],
    [-72.599, 42.301],
    [-72.6, 42.3],
  ];
  const created = await insist(running, "POST", "/v1/projects", {
    body: {
      goal_text: "Build a house",
      setup_mode: "provided",
      allow_duplicate: true,
      parcels: [{ zoning_code: "R-1", geometry: { type: "Polygon", coordinates: [corners] } }],
    },
  });
  expect(created.status, JSON.stringify(created.json)).toBe(202);
  const projectId = String(created.json.project_id);
  while ((await insist(running, "GET", `/v1/projects/${projectId}`)).json.chat_ready !== true) await pause(50);
  return projectId;
}

/** Uploads a file while nothing is killed and gives the id of its job. */
export async function sendFile(
  running: Fleet,
  projectId: string,
  bytes: Uint8Array,
  mimeType: string,
): Promise<string> {
  const body = { project_id: projectId, filename: "file.pdf", mime_type: mimeType, size_bytes: bytes.byteLength };
  const initiated = await insist(running, "POST", "/v1/uploads/initiate", { body });
  const { pathname } = new URL(String(initiated.json.upload_url));
  const sent = await insist(running, "PUT", pathname, { headers: { "content-type": mimeType }, body: bytes });
  expect(sent.status, JSON.stringify(sent.json)).toBe(204);
  const jobId = String(initiated.json.job_id);
  expect((await insist(running, "POST", `/v1/uploads/${jobId}/finalize`, { body: {} })).status).toBe(200);
  return jobId;
}

/** The item that a number falls on, round and round. */
export function oneOf<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new RangeError("there is nothing to choose from");
  return item;
}

/** Waits a moment before asking again. */
export const pause = (milliseconds = 50) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
