import { notLocated, notStated, publisherBlocked, searchFailed } from "../document/absence.ts";
import { citing, fact, joined, wording } from "../document/statement.ts";
import { fixed, named } from "../document/values.ts";
import { districtsOf, standards } from "../evidence/questions.ts";
import { answerTo, layerBrief, recordKey, type SectionContext } from "../sections/context.ts";
import { landOf } from "../sections/hazards.ts";
import { overlaysOf } from "../sections/rules-and-records.ts";
import { isStandardLocated } from "../sections/standards.ts";
import { useCell } from "../sections/zoning.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";
import { useStatusOf } from "./use-status.ts";

/** Whether the zoning of each parcel is verified, and whether the sources agree. */
export const zoningVerified: FindingRule = {
  id: "DD-ZONING-01",
  section: "zoning",
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
  evaluate(context) {
    const { status, title } = context.evidence.project.readiness.ordinances.municipal;
    const hasUpload = context.evidence.project.knowledge_base.corpora.some(({ kind }) => kind === "ordinance");
    const record = recordKey(context);
    if (status === "ready" || (hasUpload && status === "not_found")) {
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

function useOutcome(context: SectionContext, district: string): RuleOutcome {
  const answer = answerTo(context, `use.${district}`);
  const record = recordKey(context);
  const where = fact`district ${named(district, record)}`;
  const use = fact`${named(context.evidence.use?.words ?? "", record)}`;
  const { text, evidence, kind } = useCell(context, district);
  const found = {
    kind,
    text: text.replace(/^Use: [^.]*\. /, ""),
    values: [],
    evidence: evidence.filter((key) => key !== record),
  };
  const subject = district;
  switch (answer.status === "failed" ? "failed" : useStatusOf(answer, context.evidence.use?.words)) {
    case "by_right":
      return {
        rating: "green",
        subject,
        statement: joined([fact`The use (${use}) is listed as permitted in ${where}.`, found]),
      };
    case "with_approval": {
      const next = wording`Apply for the approval that the table of uses names.`;
      return {
        rating: "amber",
        subject,
        statement: joined([fact`The use (${use}) needs a discretionary approval in ${where}.`, found]),
        next,
      };
    }
    case "not_listed": {
      const next = wording`Choose another use, or ask the zoning authority for an interpretation.`;
      return {
        rating: "red",
        subject,
        statement: joined([fact`The use (${use}) is not listed for ${where}.`, found]),
        next,
      };
    }
    case "prohibited": {
      const next = wording`Choose another use, or ask for a change of the district.`;
      return {
        rating: "red",
        subject,
        statement: joined([fact`The use (${use}) is not permitted in ${where}.`, found]),
        next,
      };
    }
    case "failed":
      return { rating: "amber", subject, statement: searchFailed, next: wording`Request the report again.` };
    default: {
      const next = wording`Ask the zoning authority whether the use is allowed.`;
      return {
        rating: "amber",
        subject,
        statement: joined([fact`Whether the use (${use}) is allowed in ${where}:`, notLocated]),
        next,
      };
    }
  }
}

/** Whether the dimensional standards were found. */
export const standardsLocated: FindingRule = {
  id: "DD-STD-01",
  section: "zoning",
  evaluate(context) {
    return districtsOf(context.evidence.project).map((district): RuleOutcome => {
      const missing = standards.filter(({ key }) => !isStandardLocated(context, key, district));
      const where = named(district, recordKey(context));
      if (missing.length === 0) {
        return {
          rating: "green",
          subject: district,
          statement: fact`Every dimensional standard that was asked was located for district ${where}.`,
        };
      }
      const names = fixed(missing.map(({ label }) => label.toLowerCase()).join(", "), "standards that the report asks");
      return {
        ...{ rating: "amber", subject: district },
        statement: joined([fact`Standards of district ${where} without a value: ${names}.`, notLocated]),
        next: wording`Ask the zoning authority for the standards that are missing.`,
      };
    });
  },
};

/** Overlay districts on the site. */
export const overlaysOnSite: FindingRule = {
  id: "DD-OVERLAY-01",
  section: "overlays",
  evaluate(context) {
    const { key } = layerBrief(context, "zoning");
    return overlaysOf(context).map((overlay) => ({
      ...{ rating: "amber" as const, subject: overlay.code },
      statement: fact`The overlay district ${named(overlay.name ?? overlay.code, key)} covers ${landOf(overlay, key)}.`,
      next: wording`Read the rules of the overlay together with those of the base district.`,
    }));
  },
};
