/** Embeds documents with a static model: the CPU-bound part of publishing. */
import { analyse } from "../keyword/analyse.ts";
import { poolTerms, readStaticModel, type StaticModel } from "./static-model.ts";

/** The models that this thread has loaded, by the address of their file. */
const loaded = new Map<string, StaticModel>();

/** Returns a vector for each text; `model` is the URL of the model file. */
export function embedTexts({
  model,
  texts,
}: {
  readonly model: string;
  readonly texts: readonly string[];
}): Float32Array[] {
  const known = loaded.get(model) ?? readStaticModel(new URL(model));
  loaded.set(model, known);
  return texts.map((text) => poolTerms(known, analyse(text)));
}
