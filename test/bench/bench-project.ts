import { percentile } from "../../evals/metrics.ts";
import { createSampleProject } from "../../evals/sample-project.ts";
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

/** Makes a project of a name and waits until it can be searched. */
export function createProject(client: ServiceClient, name: string): Promise<string> {
  return createSampleProject(client, { name, goal: "Measure the service", address: `${name}, Bench Street` });
}

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
