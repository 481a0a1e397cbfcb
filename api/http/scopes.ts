/** Every permission a credential can carry, with the sentence its user reads. */
export const scopeSentences = {
  "project:create": "Create projects, check plans, resolve and preview parcels, and answer interview questions",
  "project:read": "List and read projects, site knowledge, messages, reports and documents, and search",
  "agent:ask": "Ask the project agent, make summaries and list models",
  "report:write": "Generate reports",
  "source:write": "Add web and GIS sources and upload files",
  "artifact:read": "List generated files and make one-time download links",
  "wallet:read": "Read the credit balance",
  "gis:export": "Export GIS data and render maps",
  "siteplan:read": "Read concepts, design criteria, yield scenarios, proposals and interviews, and export drawings",
  "siteplan:write": "Approve programs and create and decide site-plan proposals",
} as const;

/** One permission. */
export type Scope = keyof typeof scopeSentences;

/** Every scope there is today; a new credential carries all of them, and keeps exactly these for life. */
export const allScopes = Object.keys(scopeSentences) as readonly Scope[];

/** Tells whether a stored text is a scope of this version. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeSentences, text);
}
