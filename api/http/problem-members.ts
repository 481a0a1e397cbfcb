const text = { type: "string" };
const credits = { type: "integer" };

/**
 * Every member that a code may add to a problem document, with its schema: what the documentation lists and what a
 * thrower may pass, so that the two cannot differ.
 *
 * Source: the context members of the interface's section on errors, and those of the codes it names.
 */
export const extensionMembers = {
  required_scope: text,
  required_credits: credits,
  available_credits: credits,
  period: { type: "string", enum: ["day", "month"] },
  credit_cap: credits,
  gaps: {
    type: "array",
    description: "What is still open, each with the place it is open in.",
    items: { $ref: "#/components/schemas/Gap" },
  },
  block: {
    type: "string",
    description: "The prerequisite that is missing; the same request may be sent again once it is met.",
  },
  limit: { type: "string", description: "Which allowance of the plan is used up." },
  field: { type: "string", description: "The member of the body that cannot be served." },
  target: { type: "string", description: "Which governing source an address looks like." },
  confidence: { type: "string", description: "How sure that is." },
  choices: {
    type: "array",
    description: "Decisions that are needed; send the field of the chosen option in the same body.",
    items: { $ref: "#/components/schemas/ConfirmationChoice" },
  },
  existing_project_id: { type: "string", description: "The project that stands on the same land." },
  max_bytes: { type: "integer", description: "Largest body of this operation." },
  max_size_bytes: { type: "integer", description: "Largest file." },
  accepted: { type: "array", items: text, description: "Media types of the files that can be read." },
  reason: { type: "string", description: "Why the file that was sent cannot be read." },
  declared_size_bytes: { type: "integer", description: "What the upload was announced with." },
  received_size_bytes: { type: "integer", description: "What arrived." },
  received_sha256: { type: "string", description: "SHA-256 of what arrived, in hex." },
  user_goal_revision: { type: "integer", description: "The goal's version now." },
  user_goal_hash: { type: "string", description: "The goal's version now." },
  parts: {
    type: "object",
    description: "How each part of the service stands, when it is not ready.",
    additionalProperties: { type: "string", enum: ["up", "degraded", "down"] },
  },
} as const;

/** The name of a member that a code may add. */
export type ExtensionMember = keyof typeof extensionMembers;

/** Something that is still open before a request can be served. */
export const gapSchema = {
  type: "object",
  required: ["code", "detail"],
  properties: {
    code: text,
    detail: text,
    zone_id: { type: ["string", "null"], description: "The zone it is open in; null for the program as a whole." },
    question_id: { type: ["string", "null"], description: "The question whose answer closes it." },
    field: { type: "string", description: "The member of the request that closes it." },
  },
};
