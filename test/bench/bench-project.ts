import { percentile } from "../../evals/metrics.ts";
import type { ServiceClient } from "../../evals/service-client.ts";

/** What people search a code for. */
export const searchQueries = [
  "minimum lot area in the residential district",
  "how tall can a fence in the front yard be",
  "off-street parking spaces for a restaurant",
  "special permit public hearing notice",
  "accessory dwelling unit",
  "home business in my apartment",
  "definition of building height",
  "maximum lot coverage percent",
  "sign area in a commercial district",
  "setback from a wetland or watercourse",
];

/** Searches a project over HTTP. */
export function search(client: ServiceClient, projectId: string, query: string): Promise<unknown> {
  return client.request("POST", `/v1/projects/${projectId}/search`, { query, top_k: 10 });
}

/** Makes a project of its own land and waits until it can be searched. */
export async function createProject(client: ServiceClient, name: string): Promise<string> {
  const created = await client.request<{ project_id: string }>("POST", "/v1/projects", {
    name,
    goal_text: "Measure the service",
    setup_mode: "provided",
    parcels: [{ address: `${name}, Bench Street`, zoning_code: "R-2", geometry: square }],
  });
  for (;;) {
    const project = await client.request<{ chat_ready: boolean }>("GET", `/v1/projects/${created.project_id}`);
    if (project.chat_ready) return created.project_id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const square = {
  type: "Polygon",
  coordinates: [
    [
      [-72.6001, 42.3001],
      [-72.5996, 42.3001],
      [-72.5996, 42.3005],
      [-72.6001, 42.3005],
      [-72.6001, 42.3001],
    ],
  ],
};

/** Times every query so many times over, one after another. */
export async function timeSearches(
  client: ServiceClient,
  projectId: string,
  rounds: number,
): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const query of searchQueries) {
      const from = performance.now();
      await search(client, projectId, query);
      times.push(performance.now() - from);
    }
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
