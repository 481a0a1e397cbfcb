import { analyse, type Embedder } from "../../ingest/index.ts";

/** An embedder that needs no model: each term points to a direction of its own, so shared words are nearness. */
export function makeWordEmbedder(id = "test-words/32"): Embedder & { embedded: number } {
  const dimensions = 32;
  const embedder = {
    id,
    dimensions,
    embedded: 0,
    async embed(texts: readonly string[]) {
      embedder.embedded += texts.length;
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const term of analyse(text)) {
          let hash = 2166136261;
          for (const character of term) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
          const at = (hash >>> 0) % dimensions;
          vector[at] = (vector[at] ?? 0) + 1;
        }
        const length = Math.hypot(...vector);
        return length > 0 ? vector.map((value) => value / length) : vector;
      });
    },
  };
  return embedder;
}
