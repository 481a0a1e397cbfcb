import { ruleName } from "../../../ingest/index.ts";
import { conflictsOf } from "../site-plan/engine/conflicts.ts";
import type { DisclosedDecision, StoredConcept } from "../site-plan/stored-concept.ts";
import { planMetricRows } from "./plan-metrics.ts";

/** A text that has to stand on the picture, whole. */
export interface Disclosure {
  readonly text: string;
  /** The user's own words behind it, which may be shortened; null where there are none. */
  readonly reason: string | null;
  /** Number of the decision in the ledger, for the pointer to the project record; null for fixed texts. */
  readonly seq: number | null;
}

const keptOfReason = 160;

/** Returns everything that has to be disclosed with a concept, in the order of `siteplan.md` D7. */
export function disclosuresOf({ decisions, plan }: StoredConcept): Disclosure[] {
  const rank = { wetland: 0, floodplain: 1, override: 2, other: 3 } as const;
  const ordered = decisions.toSorted((one, other) => rank[one.kind] - rank[other.kind] || one.seq - other.seq);
  const constraints = new Set(plan.objects.map(({ objectType }) => objectType));
  const decided = new Set(decisions.map(({ kind }) => kind));
  const undecided = [
    ...(decided.has("wetland") ? [] : undecidedWetland(plan.objects)),
    ...((constraints.has("floodplain") || constraints.has("floodway")) && !decided.has("floodplain")
      ? [`Flood: drawn from map data. ${notShownYet}`]
      : []),
  ].map((text) => ({ text, reason: null, seq: null }));
  return [
    ...ordered.map((decision) => disclosureOf(decision, plan.objects)),
    ...undecided,
    ...[
      ...plan.notes.filter(isDisclosed).map(({ text }) => text),
      ...failedChecks(plan.metrics),
      conceptual,
      datum,
    ].map((text) => ({
      text,
      reason: null,
      seq: null,
    })),
  ];
}

/** What a wetland on the map keeps free that nobody decided about: it lies on the site, or beside it. */
function undecidedWetland(objects: StoredConcept["plan"]["objects"]): string[] {
  const isOnSite = objects.some(({ objectType }) => objectType === "wetland");
  const around = keptAround(objects);
  if (!isOnSite && around === "") return [];
  const kept = around === "" ? "" : ` Assumed to apply: ${around}.`;
  const where = isOnSite
    ? "Wetland: drawn from map data."
    : "Wetland beside the site: it is on the map, not on the lot.";
  return [`${where}${kept} ${notDetermined}`];
}

/** The distances from wetlands that are drawn: "Buffer of 50 ft; Buildings 75 ft from the wetland"; "" for none. */
const keptAround = (objects: StoredConcept["plan"]["objects"]) =>
  [...new Set(objects.flatMap(({ objectType, label }) => (objectType === "wetland_buffer" ? [label] : [])))].join("; ");

/** Whether a note has to be disclosed: a concept does not replace the permits that the use needs. */
export const isDisclosed = ({ code }: StoredConcept["plan"]["notes"][number]): boolean => code === "conditional_use";

/** What still has to be shown where a check fails that no choice of the program can mend. */
const stillToShow: Readonly<Record<string, string>> = {
  site_area:
    "Whether it may be built on by a variance, or because it was lawful before the rule, still has to be shown.",
  basin_capacity: "Where the rest of the stormwater is held still has to be shown.",
};

/** The failed checks that are no conflicts: these are overridden with a reason, and told with it. */
const failedChecks = (metrics: StoredConcept["plan"]["metrics"]) =>
  Object.entries(metrics)
    .filter(([name, metric]) => metric.status === "fail" && conflictsOf({ [name]: metric }).length === 0)
    .flatMap(([name, metric]) =>
      planMetricRows({ [name]: metric }).map(({ label, plan, limit }) =>
        `Check failed: ${label.toLowerCase()} of ${plan}, required ${limit}. ${stillToShow[name] ?? ""}`.trim(),
      ),
    );

/** Returns a disclosure as one text; a shortened reason points to the record of the project. */
export function disclosureText({ text, reason, seq }: Disclosure, isShort: boolean): string {
  if (reason === null) return text;
  const letters = [...reason];
  if (!isShort || letters.length <= keptOfReason) return `${text} Reason: "${reason}"`;
  return `${text} Reason: "${letters.slice(0, keptOfReason).join("")}… see project record #${seq}"`;
}

const notDetermined = "Screening data, not a jurisdictional determination.";
const notShownYet = "Elevation and no-rise still have to be shown.";
const conceptual = "Conceptual plan. Not for construction, not a survey, not an approval.";
const datum =
  "Drawn in a local frame around the site; NAD 83 and WGS 84 are treated as equal, which may shift the plan by 1 to 2 m.";

function disclosureOf(
  { seq, kind, statement, source, rule, reason, decidedAt, isSuspended }: DisclosedDecision,
  objects: StoredConcept["plan"]["objects"],
): Disclosure {
  const from = source === null ? "" : ` Source: ${source}.`;
  const on = ` Decided ${decidedAt.toISOString().slice(0, 10)}.`;
  const around = keptAround(objects);
  const drawn = around === "" || isSuspended ? "" : ` Drawn: ${around}.`;
  const added = { wetland: `${drawn} ${notDetermined}`, floodplain: ` ${notShownYet}`, override: "", other: "" }[kind];
  const ruled = rule === null ? "" : ` ${ruleName(rule.name)}: ${limitWords(rule.limit)}proposed ${rule.proposed}.`;
  const head = isSuspended ? "SUSPENDED: " : "";
  const sentence = /[.!?]$/.test(statement) ? statement : `${statement}.`;
  return { text: `${head}${sentence}${ruled}${from}${on}${added}`, reason, seq };
}

/** A limit before what is proposed: an amount is named as a limit, a word such as "prohibited" is one. */
function limitWords(limit: string): string {
  if (limit === "none") return "";
  return /^[\d.]/.test(limit) ? `limit ${limit}, ` : `${limit}, `;
}
