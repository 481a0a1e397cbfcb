import { Type } from "@sinclair/typebox";
import type { Queryable } from "../../migrations/index.ts";
import { findUnsearchableAsOf } from "../../retrieval/index.ts";
import { type Problem, validationProblem } from "../http/problem.ts";

/** The member of a request that asks for the documents of an earlier day. */
export const AsOfDay = Type.String({
  format: "date",
  description:
    "Reads each document as it was published here at the end of this day (UTC), such as 2026-03-01, in place of its present text. Documents that came later are not read",
});

const millisecondsOfDay = 86_400_000;

/** Returns the last moment of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + millisecondsOfDay - 1);
}

/**
 * Returns the last moment of a day whose documents can be searched.
 *
 * @throws Problem validation_failed for a day that has not begun, or one whose texts are kept for citations alone
 */
export async function searchableDay(db: Queryable, corpusIds: readonly string[], day: string): Promise<Date> {
  const end = endOfDay(day);
  if (end.valueOf() - millisecondsOfDay >= Date.now()) {
    throw refused("future", "lies in the future: give a day up to today, or leave it out for the present text");
  }
  const [lost] = await findUnsearchableAsOf(db, corpusIds, end);
  if (!lost) return end;
  const since = lost.since === null ? "no more" : `from ${lost.since.toISOString().slice(0, 10)} on`;
  throw refused("not_kept", `is too far back: “${lost.title}” can be searched ${since}`);
}

function refused(code: string, message: string): Problem {
  return validationProblem([{ field: "as_of", code, message }]);
}
