import type { Notice } from "../document/report-document.ts";
import { answerTo, type SectionContext } from "./context.ts";

/** Returns what is incomplete in a report: exhibits without a picture, layers that failed, questions that were not searched. */
export function noticesOf(context: SectionContext): Notice[] {
  const { exhibits, digest, answers } = context.evidence;
  const missing = exhibits.flatMap(({ kind, title, missing: why }) =>
    why === null ? [] : [{ code: "exhibit_missing", section: `exhibit_${kind}`, detail: `${title}: ${why.detail}` }],
  );
  const failed = digest.spatial_layers.flatMap(({ state, title, layer }) =>
    state === "failed" || state === "unavailable"
      ? [
          {
            code: "layer_unavailable",
            section: layer,
            detail: `${title.charAt(0).toUpperCase()}${title.slice(1)} could not be read.`,
          },
        ]
      : [],
  );
  const unsearched = Object.keys(answers).filter((id) => answerTo(context, id).status === "failed");
  const search =
    unsearched.length === 0
      ? []
      : [{ code: "search_failed", section: null, detail: `${unsearched.length} questions could not be searched.` }];
  const extracts = Object.values(answers).filter(({ is_fallback: is }) => is === true).length;
  const fallback =
    extracts === 0
      ? []
      : [
          {
            code: "narrative_fallback",
            section: null,
            detail: `Extracts stand in for ${extracts} answers that the model did not write.`,
          },
        ];
  return [...missing, ...failed, ...search, ...fallback];
}
