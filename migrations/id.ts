import { randomBytes } from "node:crypto";

/** Every kind of identifier and the prefix that shows it. */
const ID_PREFIXES = {
  organization: "org",
  user: "usr",
  key: "key",
  connection: "con",
  oauthClient: "cli",
  project: "prj",
  source: "src",
  corpus: "corp",
  document: "doc",
  chunk: "chk",
  job: "job",
  run: "run",
  turn: "turn",
  artifact: "art",
  proposal: "prop",
  planningSession: "ps",
  search: "srch",
  reservation: "rsv",
  ledgerEntry: "led",
  session: "ses",
  accountLink: "lnk",
  auditEvent: "aud",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Gives a new identifier: the kind's prefix and a UUIDv7 in hex, so ids of one kind sort by the time they were made. */
export function newId(kind: IdKind, now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `${ID_PREFIXES[kind]}_${bytes.toString("hex")}`;
}
