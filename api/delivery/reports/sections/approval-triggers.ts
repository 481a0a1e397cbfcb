import { ruleName } from "../../../../ingest/index.ts";
import { citing, fact, joined, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import { districtsOf } from "../evidence/questions.ts";
import { lotLargeEnough } from "../findings/lot-rules.ts";
import { conceptKey, sentenceCase } from "./concept-words.ts";
import {
  absenceOf,
  answerStatements,
  inMarks,
  label,
  layerBrief,
  notLocated,
  passageKey,
  recordKey,
  type SectionContext,
} from "./context.ts";
import { onMappedLand } from "./mapped-land.ts";
import { type UseRuling, useRuling, useVerdict } from "./use.ts";

/** Why an approval is on the path, and how certain that is. */
export interface Trigger {
  readonly kind: string;
  readonly status: "Needed" | "Possible" | "To be checked" | "Not needed";
  readonly why: Statement;
}

type Status = UseRuling["status"];

/** Approvals that a ruling on the use leads to. */
const pathOfUse: Readonly<Record<Status, readonly (readonly [string, Trigger["status"]])[]>> = {
  by_right: [
    ["zoning_permit", "Needed"],
    ["site_plan", "To be checked"],
  ],
  accessory: [["zoning_permit", "Needed"]],
  site_plan: [
    ["site_plan", "Needed"],
    ["zoning_permit", "To be checked"],
  ],
  special_permit: [
    ["special_permit", "Needed"],
    ["site_plan", "To be checked"],
    ["zoning_permit", "To be checked"],
  ],
  by_size: [],
  with_approval: [
    ["special_permit", "Possible"],
    ["site_plan", "Possible"],
    ["zoning_permit", "To be checked"],
  ],
  prohibited: [["rezone", "Needed"]],
  not_listed: [["rezone", "Possible"]],
  not_known: notDetermined(),
  failed: notDetermined(),
  not_stated: notDetermined(),
  no_law: notDetermined(),
};

function notDetermined() {
  return ["zoning_permit", "site_plan", "special_permit"].map((kind) => [kind, "To be checked"] as const);
}

/** Returns what leads to each approval, in the order in which the approvals are named. An approval that is needed for several reasons occurs once. */
export function triggersOf(context: SectionContext): readonly Trigger[] {
  const all = [...useTriggers(context), ...conceptTriggers(context), ...lotTriggers(context), ...landTriggers(context)];
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = all.filter((trigger) => trigger.kind === kind);
    const strongest = (["Needed", "Possible", "To be checked", "Not needed"] as const).find((status) =>
      own.some((trigger) => trigger.status === status),
    );
    const reasons = own.filter(({ status }) => status === strongest).map(({ why }) => why);
    return { kind, status: strongest ?? "To be checked", why: joined(reasons) };
  });
}

function useTriggers(context: SectionContext): Trigger[] {
  const { project, law } = context.evidence;
  const record = recordKey(context);
  return districtsOf(project).flatMap((district) => {
    const ruling = useRuling(context, district);
    const rows = law.use_rows[district] ?? [];
    const use = fact`Use in district ${named(district, record)}: `;
    const verdict = citing(
      useVerdict(context, district),
      ...(rows.length > 0 ? rows.map(({ passage }) => passageKey(context, passage)) : [record]),
    );
    const [only, ...others] = rows;
    const mark = others.length === 0 ? only?.mark : undefined;
    return pathOf(ruling).map(([kind, status]): Trigger => {
      if (status === "To be checked") return checked(context, kind, mark);
      return { kind, status, why: joined([use, verdict], "") };
    });
  });
}

/** Returns the approvals that a ruling leads to; where it depends on the size, those of each size are possible. */
function pathOf({ status, bySize = [] }: UseRuling): (typeof pathOfUse)[Status] {
  if (status !== "by_size") return pathOfUse[status];
  const all = bySize.flatMap((one) => pathOfUse[one]);
  const kinds = [...new Set(all.map(([kind]) => kind))];
  return kinds.map((kind) => {
    const isNamed = all.some(([other, certainty]) => other === kind && certainty !== "To be checked");
    return [kind, isNamed ? "Possible" : "To be checked"];
  });
}

/** Whether a clause requires something of the uses that the table of uses marks so: "every use marked SP or S". */
function asksForMark(clause: string, mark: string | undefined): boolean {
  if (mark === undefined || !/^[A-Z]{1,3}$/.test(mark)) return false;
  const [, marks = ""] = /\buses? (?:that (?:is|are) )?marked ([^.;]{1,60})/.exec(clause) ?? [];
  return /\brequired\b/.test(clause) && new RegExp(`(?<![A-Za-z])${mark}(?![A-Za-z])`).test(marks);
}

const exempts = /\bneeds? no\b|\bnot required\b|\bexempt\b/i;

/** Leaves an approval to the clause that says when it is required; one that exempts the use by name decides. */
function checked(context: SectionContext, kind: string, mark: string | undefined): Trigger {
  const clauses = context.evidence.law.procedures[kind]?.steps.when ?? [];
  const use = context.evidence.use?.words.replace(/ dwelling$/, "").toLowerCase() ?? "";
  const exempting = clauses.find(({ quote }) => exempts.test(quote) && use !== "" && quote.toLowerCase().includes(use));
  if (exempting) return { kind, status: "Not needed", why: inMarks(context, [exempting]) };
  const asking = clauses.find(({ quote }) => asksForMark(quote, mark));
  if (asking) return { kind, status: "Needed", why: inMarks(context, [asking]) };
  return {
    kind,
    status: "To be checked",
    why: whyOpen(context, kind),
  };
}

/** Points to the clauses on when an approval is required, which its steps quote, or else to the other steps that were located. */
function whyOpen(context: SectionContext, kind: string): Statement {
  const steps = context.evidence.law.procedures[kind]?.steps ?? {};
  const located = steps.when ?? Object.values(steps).flat();
  if (located.length === 0) return notLocated(context);
  const told = steps.when
    ? wording`It depends on the provision on when it is required, which is quoted below.`
    : wording`When it is required was not located; the ordinance provides for it, as its steps below show.`;
  return citing(told, ...located.map((passage) => passageKey(context, passage)));
}

function conceptTriggers(context: SectionContext): Trigger[] {
  const { concept } = context.evidence;
  if (concept === null) return [];
  const key = conceptKey(context, concept);
  const { zoning_code: target, basis, current_zoning_code: current } = concept.governing_district;
  const rezone: Trigger[] =
    basis === "rezone_target" && target !== null
      ? [
          {
            ...{ kind: "rezone", status: "Needed" },
            why: fact`The concept is compiled under district ${named(target, key)}; the land is in district ${named(current ?? "without a code", key)}.`,
          },
        ]
      : [];
  const broken = concept.conflicts.filter(({ severity }) => severity !== "hard").map(({ rule }) => rule);
  if (broken.length === 0) return rezone;
  const notes = broken.flatMap((rule) => permitNote(context, target ?? "", rule) ?? []);
  const names = broken.map((rule) => ruleName(rule).toLowerCase()).join(", ");
  const permits = notes.map(
    (note): Trigger => ({ kind: "special_permit", status: "Possible", why: fact`${named(note.text, note.key)}` }),
  );
  const isPermitted = notes.length === broken.length;
  const why = citing(fact`The concept exceeds these limits: ${label(names)}.`, key);
  return [...rezone, ...permits, { kind: "variance", status: isPermitted ? "Possible" : "Needed", why }];
}

/** Standards whose notes are also about another one: a table has one note for a height in feet and in stories. */
const shareNotes: Readonly<Record<string, string>> = { stories_max: "height_max", height_max: "stories_max" };

/** Returns the note of a standard by which a permit allows more than its limit. */
function permitNote(
  context: SectionContext,
  district: string,
  rule: string,
): { readonly text: string; readonly key: SourceKey } | undefined {
  const fields = context.evidence.districts.find(({ zoning_code: code }) => code === district)?.fields ?? {};
  const criteria = [rule, shareNotes[rule] ?? rule].flatMap((name) => fields[name] ?? []);
  const values = criteria.flatMap((criterion) => {
    if (criterion.kind === "ordinance") return criterion.values;
    return criterion.kind === "user" && criterion.extracted !== null ? [criterion.extracted] : [];
  });
  for (const { notes } of values) {
    for (const { text, passage } of notes) {
      if (passage && /\bspecial (?:use )?(?:permit|exception)|\bconditional use/i.test(text)) {
        return { text: sentenceCase(text), key: passageKey(context, passage) };
      }
    }
  }
  return undefined;
}

/** A lot below the minimum can need a variance, unless it is lawful as it is. */
const lotTriggers = (context: SectionContext): Trigger[] =>
  lotLargeEnough
    .evaluate(context)
    .flatMap(({ rating, statement: why }): Trigger[] =>
      rating === "red" ? [{ kind: "variance", status: "Possible", why }] : [],
    );

function landTriggers(context: SectionContext): Trigger[] {
  const { use } = context.evidence;
  const subdivision: Trigger[] =
    use?.typology === "subdivision"
      ? [
          {
            kind: "subdivision",
            status: "Needed",
            why: citing(wording`The goal divides the land.`, recordKey(context)),
          },
        ]
      : [];
  return [...floodTriggers(context), ...wetlandTriggers(context), ...subdivision];
}

/** Leaves an approval to be checked, because the map that would lead to it was not read. */
const unread = (context: SectionContext, kind: string, name: "flood" | "wetlands"): Trigger[] => [
  { kind, status: "To be checked", why: absenceOf(context, name) },
];

/** Says how much of mapped land the concept builds on; undefined where it builds on none. */
function builtOn(context: SectionContext, constraint: "floodplain" | "wetland"): Statement | undefined {
  const { concept } = context.evidence;
  const told = concept && onMappedLand(concept, conceptKey(context, concept))[constraint];
  return told ? fact`Concept: ${told}` : undefined;
}

/** A permit for work in a flood hazard area; it is left to be checked where the law that was read names none. */
function floodTriggers(context: SectionContext): Trigger[] {
  const { digest, law } = context.evidence;
  const { key, isRead } = layerBrief(context, "flood");
  if (!isRead) return unread(context, "floodplain_permit", "flood");
  if ((digest.flood?.special_flood_hazard_area?.area_square_feet ?? 0) === 0) return [];
  const clauses = law.procedures.floodplain_permit?.steps.when ?? [];
  const built = builtOn(context, "floodplain");
  const land = built ?? citing(wording`Part of the site is in a special flood hazard area.`, key);
  const status = clauses.length === 0 ? "To be checked" : built ? "Needed" : "Possible";
  // The steps of the permit quote the clauses.
  const keys = clauses.map((clause) => passageKey(context, clause));
  const why = keys.length > 0 ? citing(land, ...keys) : joined([land, notLocated(context)]);
  return [{ kind: "floodplain_permit", status, why }];
}

/** A permit for work in or beside the mapped wetlands, likewise. */
function wetlandTriggers(context: SectionContext): Trigger[] {
  const { digest, law } = context.evidence;
  const { key, isRead } = layerBrief(context, "wetlands");
  if (!isRead) return unread(context, "wetlands_permit", "wetlands");
  const isNear = (digest.wetlands?.total?.area_square_feet ?? 0) > 0 || digest.wetlands?.nearest_feet === 0;
  if (!isNear) return [];
  const built = builtOn(context, "wetland");
  const land = built ?? citing(wording`Mapped wetlands are on the site or adjoin it.`, key);
  const answered = answerStatements(context, "wetland_buffer", 1).find(({ text }) => /\bpermit\b/i.test(text));
  const clause =
    answered ?? (law.wetland_reviews.length > 0 ? inMarks(context, law.wetland_reviews.slice(0, 1)) : undefined);
  const status = clause === undefined ? "To be checked" : built ? "Needed" : "Possible";
  return [{ kind: "wetlands_permit", status, why: joined([land, clause ?? notLocated(context)]) }];
}
