import type { ServiceClient } from "./service-client.ts";

/** A lot in the invented town, so that a project has land to stand on. */
const lot = {
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

const pauseMs = 100;

/**
 * Creates a project on the sample lot, in its R-2 district, and waits until it can be asked; gives its id.
 *
 * @throws ServiceRefused; Error when the project could not be set up
 */
export async function createSampleProject(
  client: ServiceClient,
  project: { readonly name: string; readonly goal: string; readonly address: string; readonly apn?: string },
): Promise<string> {
  const { name, goal, ...parcel } = project;
  const { project_id: projectId } = await client.request<{ project_id: string }>("POST", "/v1/projects", {
    name,
    goal_text: goal,
    setup_mode: "provided",
    parcels: [{ ...parcel, zoning_code: "R-2", geometry: lot }],
  });
  for (;;) {
    const { chat_ready, status } = await client.request<{ chat_ready: boolean; status: string }>(
      "GET",
      `/v1/projects/${projectId}`,
    );
    if (chat_ready) return projectId;
    if (status === "failed") throw new Error("the project could not be set up");
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
