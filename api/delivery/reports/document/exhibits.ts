import type { Exhibit } from "../evidence/report-evidence.ts";
import type { SectionContext } from "../sections/context.ts";
import type { ExhibitInReport } from "./report-document.ts";
import { fact, type Statement, wording } from "./statement.ts";
import { named, withPlainDates } from "./values.ts";

/** Name of an exhibit's picture among the files of a print. */
export const pictureName = (kind: string): string => `${kind}.jpg`;

/** Returns the exhibits of a report; one without a picture states the reason. */
export function exhibitsOf(context: SectionContext): ExhibitInReport[] {
  return context.evidence.exhibits.map((exhibit) => exhibitOf(context, exhibit));
}

function exhibitOf(context: SectionContext, { kind, title, file, missing }: Exhibit): ExhibitInReport {
  const { project } = context.evidence;
  const shared = { exhibit_id: kind, title, is_synthetic: file?.is_synthetic ?? false };
  if (file === null) {
    const why = named(missing?.detail ?? "It was not drawn.", null, "reason of the map service");
    return {
      ...shared,
      picture: null,
      alt: "",
      caption: wording`No ${named(title.toLowerCase(), null, "title of the exhibit")} could be printed. ${why}`,
    };
  }
  const source = context.sources.add({
    ...{ key: `exhibit:${kind}`, kind: "layer", title, place: file.filename },
    ...{ attribution: file.attribution, retrieved_at: context.evidence.report_time },
  });
  const numbers = project.parcels.map(({ apn, address }) => apn ?? address ?? "").filter((name) => name !== "");
  const parcels = numbers.length === 0 ? "the site" : `parcel ${numbers.join(", ")}`;
  return {
    ...shared,
    picture: pictureName(kind),
    alt: `${title} of ${parcels}, ${project.name}. ${withPlainDates(file.attribution)}`,
    caption: fact`${named(withPlainDates(file.attribution), source)}. ${usageOf(kind)}`,
  };
}

const display = wording`For display only: a screening exhibit, not a survey. Do not scale dimensions off it.`;

/** A sheet states its scale for its own size of paper. */
const reduced = wording`Printed smaller than its own sheet: the stated scale does not apply, the scale bar does.`;

/** Says what a reader may use an exhibit for. */
function usageOf(kind: string): Statement {
  switch (kind) {
    case "flood":
      return fact`A product of the agency, as it was published. It is not a survey and not a determination for a building. ${reduced}`;
    case "wetlands":
      return fact`${display} A map of the inventory is not a delineation; where it shows nothing, nothing is mapped. ${reduced}`;
    case "concept":
      return fact`Conceptual plan. Not for construction, not a survey, not an approval. ${reduced}`;
    case "aerial":
      return fact`${display} North is up; the site map shows the boundary.`;
    default:
      return fact`${display} ${reduced}`;
  }
}
