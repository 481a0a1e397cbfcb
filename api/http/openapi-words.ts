/** Descriptions of the groups of operations. */
const tagDescriptions: Readonly<Record<string, string>> = {
  "Parcels and goal": "Which parcels a place means, what they look like, and what a goal settles.",
  Projects: "A land site with its parcels, its goal and its knowledge base.",
  Sources: "Documents at public addresses, which the service fetches, reads and indexes in the background.",
  Uploads: "Your own files. Initiate an upload, send the bytes to the one-time link, finalize, then poll.",
  Documents: "The documents of the knowledge base, and the stored text that citations point to.",
  Search: "Ranked passages of the knowledge base, each with its citation.",
  Agent: "Answers and summaries from the project's documents; every sentence has a citation.",
  "Site knowledge": "What is known of a site by its maps and records: measured facts, each with source and date.",
  "Maps and exports": "Maps of a site as sheets and pictures, and its layers as files for GIS and CAD programs.",
  Reports: "Due-diligence and feasibility reports, and the runs that write them.",
  "Site plan": "From a ready project to a concept: questions, program, proposals, the compiled plan and its files.",
  Files: "Files that the service made, and one-time links to them.",
  Wallet: "The credits of the organization.",
};

/** Returns a tag as the OpenAPI document lists it, with its description where there is one. */
export function describeTag(name: string): { readonly name: string; readonly description?: string } {
  const description = tagDescriptions[name];
  return description === undefined ? { name } : { name, description };
}

/** Introduction of the OpenAPI document, in Markdown. */
export const introduction = `Groundwork reads zoning ordinances and other land documents and answers questions about a site, with citations.

## Authentication

Send an API key with each request: \`Authorization: Bearer <key>\`. Create keys under [Account](/account). Each operation names the
scope that the key needs. \`GET /v1/wallet\` is free and shows whether a key works.

## Errors

Every error response is a problem document (RFC 9457, \`application/problem+json\`). Branch on its \`code\`; see
[Errors](/errors) for the meaning of each. Unknown fields and query parameters are refused with 422.

## Retries

Write operations accept an \`Idempotency-Key\` header. A retry with the same key and body returns the first outcome for 24 hours and
does nothing twice.

## Rate limits

Each operation has a limit per minute. Responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; a 429
also carries \`Retry-After\`. In addition, one address may send 600 requests per minute.

## Lists

Lists take \`limit\` and either \`offset\` or \`cursor\`. Send \`next_cursor\` of a page as \`cursor\` to read the next one; it is
null on the last page.`;

/** Description of a path parameter and a value of its form. */
export interface ParameterWords {
  readonly description: string;
  readonly example: unknown;
}

/** Path parameters by name; a description in the operation's own schema comes first. */
export const parameterWords: Readonly<Record<string, ParameterWords>> = {
  project_id: { description: "Identifier of the project.", example: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  parcel_index: { description: "Position of the parcel in the project, counted from 0.", example: 0 },
  job_id: { description: "Identifier of the upload.", example: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  document_id: {
    description: "Identifier of the document, as citations state it.",
    example: "doc_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  },
  run_id: { description: "Identifier of the run.", example: "run_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  proposal_id: {
    description: "Identifier of the proposal.",
    example: "prop_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  },
  turn_id: { description: "Identifier of the turn.", example: "turn_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  artifact_id: { description: "Identifier of the file.", example: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  deliverable_id: { description: "Identifier of the file.", example: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  token: { description: "Token of the one-time link.", example: "x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE" },
};
