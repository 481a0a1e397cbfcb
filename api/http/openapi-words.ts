/** What each group of operations is about. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Projects: "A land site with its parcels, its goal and how ready its knowledge base is.",
  Sources: "Documents at public addresses: fetched in the background, read and indexed.",
  Uploads: "Files of the caller's own: announced, sent to a one-time link, read and indexed.",
  Documents: "What the knowledge base holds, and the stored text that citations point to.",
  Search: "Ranked passages of the knowledge base, each with its citation.",
  Agent: "Questions answered and summaries written from the project's documents, every sentence cited.",
  Files: "Files that the service made, and one-time links to them.",
  Wallet: "The credits of the organization.",
};

/** Gives a tag as the document lists it; one that is not known here has its name alone. */
export function describeTag(name: string): { readonly name: string; readonly description?: string } {
  const description = tagDescriptions[name];
  return description === undefined ? { name } : { name, description };
}

/** What a parameter of a path is, and a value of its form. */
export interface ParameterWords {
  readonly description: string;
  readonly example: unknown;
}

/** Path parameters by name; what an operation says itself goes before these. */
export const parameterWords: Readonly<Record<string, ParameterWords>> = {
  project_id: { description: "Of a project", example: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  parcel_index: { description: "Place of the parcel in its project", example: 0 },
  job_id: { description: "Of an upload", example: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  document_id: { description: "Of a document, as citations name it", example: "doc_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  turn_id: { description: "Of a turn of the agent", example: "turn_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  artifact_id: { description: "Of a file that the service made", example: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  deliverable_id: { description: "Of a file that the service made", example: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  token: { description: "Of a one-time link", example: "x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE" },
};
