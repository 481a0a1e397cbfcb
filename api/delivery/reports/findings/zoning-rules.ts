import { notStated, publisherBlocked } from "../document/absence.ts";
import type { Rating } from "../document/report-document.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { fixed, named } from "../document/values.ts";
import { districtsOf, standards } from "../evidence/questions.ts";
import { hasGoverningLaw, label, layerBrief, notLocated, recordKey, type SectionContext } from "../sections/context.ts";
import { landOf } from "../sections/hazards.ts";
import { overlaysOf } from "../sections/rules-and-records.ts";
import { isStandardAbsent, isStandardLocated, isStandardOpen } from "../sections/standards.ts";
import { type UseRuling, useRuling } from "../sections/use.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";

/** Whether the zoning of each parcel is verified, and whether the sources agree. */
export const zoningVerified: FindingRule = {
  id: "DD-ZONING-01",
  section: "zoning",
  topic: "district of the site",
  affects: "Every standard and approval.",
  evaluate(context) {
    const record = recordKey(context);
    return context.evidence.project.parcels.map(({ parcel_index: at, address, apn, zoning }): RuleOutcome => {
      const parcel = fact`${named(address ?? apn ?? `Parcel ${at + 1}`, record)}`;
      const subject = `parcel-${at}`;
      if (!zoning.verified || zoning.code === null) {
        const next = wording`Have the zoning authority confirm the district.`;
        return { rating: "red", subject, statement: fact`The zoning of ${parcel} is not verified.`, next };
      }
      const codes = new Set(zoning.evidence.map(({ code }) => code));
      if (codes.size > 1) {
        const told = joined(
          zoning.evidence.map(({ code, source }) => fact`${named(source, record)} states ${named(code, record)}`),
          "; ",
        );
        const next = wording`Ask the zoning authority for a zoning certification letter.`;
        return {
          rating: "amber",
          subject,
          statement: fact`Sources disagree about the district of ${parcel}: ${told}.`,
          next,
        };
      }
      return {
        rating: "green",
        subject,
        statement: fact`The zoning of ${parcel} is verified as ${named(zoning.code, record)}.`,
      };
    });
  },
};

/** Whether the governing law was read. */
export const lawIndexed: FindingRule = {
  id: "DD-LAW-01",
  section: "overlays",
  topic: "governing ordinance",
  affects: "Every standard and approval.",
  evaluate(context) {
    const { status, title } = context.evidence.project.readiness.ordinances.municipal;
    const record = recordKey(context);
    if (hasGoverningLaw(context)) {
      const name = title === null ? wording`The governing ordinance` : fact`${named(title, record)}`;
      return [{ rating: "green", statement: citing(fact`${name} is indexed and was searched.`, record) }];
    }
    const statement = citing(
      wording`The governing ordinance is missing, so that no standard of the site could be checked.`,
      record,
    );
    const next =
      status === "publisher_blocked" ? publisherBlocked : wording`Upload the ordinance, or register its address.`;
    return [{ rating: "red", statement, next }];
  },
};

/** Whether the stated use is allowed. */
export const useAllowed: FindingRule = {
  id: "DD-USE-01",
  section: "zoning",
  topic: "stated use",
  affects: "Whether the use can be approved, and by which path.",
  evaluate(context) {
    const { use, project } = context.evidence;
    if (use === null) {
      const next = wording`State the intended use in the goal of the project.`;
      return [
        { rating: "amber", statement: joined([wording`Whether the use is allowed was not checked.`, notStated]), next },
      ];
    }
    return districtsOf(project).map((district) => useOutcome(context, district));
  },
};

/** How a ruling on the use is rated, what is said of it, and what settles it. */
const useRules: Readonly<Record<UseRuling["status"], { rating: Rating; says: string; next?: Statement }>> = {
  by_right: { rating: "green", says: "is permitted by right in" },
  site_plan: {
    ...{ rating: "amber", says: "is permitted after approval of a site plan in" },
    next: wording`Apply for approval of the site plan.`,
  },
  special_permit: {
    ...{ rating: "amber", says: "is allowed only by special or conditional permit in" },
    next: wording`Apply for the special or conditional permit.`,
  },
  accessory: {
    ...{ rating: "amber", says: "is permitted only as an accessory use in" },
    next: wording`Confirm the principal use with the zoning authority.`,
  },
  by_size: {
    ...{ rating: "amber", says: "is ruled by its size in" },
    next: wording`Settle the size of each building, and apply for what the table of uses asks for it.`,
  },
  with_approval: {
    ...{ rating: "amber", says: "needs an approval in" },
    next: wording`Apply for the approval that the table of uses names.`,
  },
  not_listed: {
    ...{ rating: "red", says: "is not listed for" },
    next: wording`Choose another use, or ask the zoning authority for an interpretation.`,
  },
  prohibited: {
    ...{ rating: "red", says: "is not permitted in" },
    next: wording`Choose another use, or apply for a change of the district.`,
  },
  not_known: {
    ...{ rating: "amber", says: "was found neither permitted nor prohibited in" },
    next: wording`Ask the zoning authority whether the use is allowed.`,
  },
  failed: {
    ...{ rating: "amber", says: "could not be checked in" },
    next: wording`Request the report again.`,
  },
  no_law: {
    ...{ rating: "amber", says: "could not be checked in" },
    next: wording`Upload the ordinance, or register its address.`,
  },
  not_stated: { rating: "amber", says: "was not checked in", next: wording`State the intended use.` },
};

const qualified = {
  rating: "amber" as const,
  next: wording`Check the note of the table of uses against the stated use.`,
};

function useOutcome(context: SectionContext, district: string): RuleOutcome {
  const record = recordKey(context);
  const { status, statements } = useRuling(context, district);
  const rows = context.evidence.law.use_rows[district] ?? [];
  // A note may be a condition that nobody has compared with the stated use.
  const isQualified = rows.some(({ notes, unread_note: note }) => notes.length > 0 || note !== null);
  const { rating, says, next } =
    status === "by_right" && isQualified ? { ...useRules.by_right, ...qualified } : useRules[status];
  const use = named(context.evidence.use?.words ?? "", record);
  const verdict = fact`The use (${use}) ${label(says)} district ${named(district, record)}.`;
  const headline = citing(verdict, ...statements.flatMap(({ evidence }) => evidence));
  return {
    rating,
    subject: district,
    headline,
    statement: joined([verdict, ...statements]),
    ...(next ? { next } : {}),
  };
}

/** Whether the dimensional standards were found. */
export const standardsLocated: FindingRule = {
  id: "DD-STD-01",
  section: "zoning",
  topic: "dimensional standards",
  affects: "Size and place of buildings.",
  evaluate(context) {
    return districtsOf(context.evidence.project).map((district): RuleOutcome => {
      const record = recordKey(context);
      const missing = standards.filter(({ key }) => !isStandardLocated(context, key, district));
      const open = standards.filter(({ key }) => isStandardOpen(context, key, district));
      const where = named(district, record);
      if (missing.length === 0 && open.length === 0) {
        return { rating: "green", subject: district, statement: allLocated(context, district) };
      }
      const names = (of: typeof standards) =>
        fixed(of.map(({ label: name }) => name.toLowerCase()).join(", "), "standards that the report asks");
      return {
        ...{ rating: "amber", subject: district },
        statement: joined([
          ...(missing.length === 0
            ? []
            : [fact`Standards of district ${where} without a value: ${names(missing)}.`, notLocated(context)]),
          ...(open.length === 0
            ? []
            : [
                fact`Standards of district ${where} with more than one value, of which none is chosen: ${names(open)}.`,
              ]),
        ]),
        next: wording`Ask the zoning authority which standards govern the site.`,
      };
    });
  },
};

/** Says that each standard of a district has a value, but for those that the ordinance does not provide. */
function allLocated(context: SectionContext, district: string): Statement {
  const where = named(district, recordKey(context));
  const absent = standards.filter(({ key }) => isStandardAbsent(context, key, district));
  if (absent.length === 0) return fact`Every dimensional standard that was asked was located for district ${where}.`;
  const names = fixed(absent.map(({ label: name }) => name.toLowerCase()).join(", "), "standards that the report asks");
  return fact`Every dimensional standard that the ordinance provides for district ${where} was located; not provided: ${names}.`;
}

/** Overlay districts on the site. */
export const overlaysOnSite: FindingRule = {
  id: "DD-OVERLAY-01",
  section: "overlays",
  topic: "overlay district",
  affects: "Rules beside those of the base district.",
  evaluate(context) {
    const { key } = layerBrief(context, "zoning");
    return overlaysOf(context).map((overlay) => ({
      ...{ rating: "amber" as const, subject: overlay.code },
      statement: fact`The overlay district ${named(overlay.name ?? overlay.code, key)} covers ${landOf(overlay, key)}.`,
      next: wording`Read the rules of the overlay together with those of the base district.`,
    }));
  },
};
