import type { SourceKey, Statement } from "./statement.ts";
import { wording } from "./statement.ts";
import { date, named } from "./values.ts";

/** A layer as far as its absence needs to be told. */
export interface AbsentLayer {
  readonly state: string;
  /** Name of the dataset. */
  readonly source: string;
  readonly key: SourceKey | null;
  /** When it was asked. */
  readonly at: string;
}

/**
 * Says why a layer has nothing on the site, one sentence for each state. None of them claims that there is nothing in the
 * field.
 */
export function layerAbsence({ state, source, key, at }: AbsentLayer): Statement {
  const origin = named(source, key, key === null ? "name of the layer" : null);
  const when = date(at, key, key === null ? "time of the project's set-up" : null);
  switch (state) {
    case "ready":
    case "empty":
      return wording`None mapped on the site by ${origin}, read on ${when}. A map is not a field survey.`;
    case "skipped":
      return wording`Not requested: ${origin}, skipped during project setup.`;
    case "not_published":
      return wording`${origin}: the agency publishes no map here. This does not mean low hazard.`;
    case "pending":
      return wording`Not available: ${origin} has not been read yet. Nothing is implied about the site.`;
    default:
      return wording`Not available: ${origin} did not respond on ${when}. Nothing is implied about the site.`;
  }
}

/** A standard that was not found. */
export const notLocatedInOrdinance = wording`Not located in the indexed ordinance. This says nothing about the law.`;
/** A provision of a law that the project does not have. */
export const noOrdinance = wording`Not checked: the governing ordinance is not indexed.`;
/** A use or fact that nobody stated. */
export const notStated = wording`Not stated in the project.`;
/** A member of a record that is empty. */
export const notRecorded = wording`Not recorded.`;
/** A publisher's text that may not be read. */
export const publisherBlocked = wording`The publisher does not allow automatic reading. Upload the text to fill this item.`;

/** A document that was not supplied. */
export const noDocument = (what: string): Statement =>
  wording`No ${named(what, null, "kind of document")} was provided.`;

/** Something that was not found in the uploaded documents. */
export const notInUploads: Statement = wording`Not located in the uploaded documents.`;
/** Documents that could not be searched. */
export const searchFailed: Statement = wording`Not available: the documents could not be searched. Nothing is implied.`;
