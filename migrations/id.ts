import { randomBytes, randomInt } from "node:crypto";

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
  planRevision: "rev",
  search: "srch",
  reservation: "rsv",
  ledgerEntry: "led",
  session: "ses",
  accountLink: "lnk",
  auditEvent: "aud",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** The largest number that fits the 12 bits after the time. */
const lastOfMillisecond = 0xfff;

let millisecond = 0;
let sequence = 0;

/**
 * Gives a new identifier: the kind's prefix and a UUIDv7 in hex, so ids sort by the time they were made.
 *
 * Ids of one process sort in the order in which they were asked for, also within a millisecond and when the clock is
 * set back; those of several processes by their clocks.
 * @see RFC 9562 section 6.2, method 1: a counter after the time, from a random start below half of its range
 */
export function newId(kind: IdKind): string {
  const now = Date.now();
  if (now > millisecond) {
    millisecond = now;
    sequence = randomInt(0, 0x800);
  } else if (sequence === lastOfMillisecond) {
    millisecond += 1;
    sequence = 0;
  } else sequence += 1;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(millisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `${ID_PREFIXES[kind]}_${bytes.toString("hex")}`;
}
