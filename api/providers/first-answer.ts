import type { ProviderResult } from "./provider-result.ts";

/**
 * Asks sources one after the other until one has an answer.
 *
 * Without one, a source that could not be asked outweighs one that found nothing: what it would have said is not known.
 * A source that is not configured outweighs nothing.
 */
export async function firstAnswer<Value>(
  sources: readonly (() => Promise<ProviderResult<Value>>)[],
): Promise<ProviderResult<Value>> {
  const results: ProviderResult<Value>[] = [];
  for (const ask of sources) {
    const result = await ask();
    if (result.state === "ready") return result;
    results.push(result);
  }
  const asked = results.filter(({ state }) => state !== "unavailable");
  const unknown = asked.find(({ state }) => state === "failed" || state === "blocked");
  const result = unknown ?? asked[0] ?? results[0];
  if (!result) throw new Error("no source to ask");
  return result;
}
