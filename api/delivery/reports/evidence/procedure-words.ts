import { bodyNouns, memberNouns } from "../../../../agent/index.ts";

/** Steps of an approval, in the order in which they are taken. */
export const stepLabels = {
  when: "When it is required",
  application: "Application",
  advises: "Who advises",
  notice: "Notice",
  hearing: "Hearing",
  decides: "Who decides",
  decision: "Decision",
  criteria: "Criteria",
  appeal: "Appeal",
  lapse: "Lapse",
} as const;
/** Name of a step. */
export type StepName = keyof typeof stepLabels;
/** A step that is found by how laws word it; who decides is found by `decidingBodyIn`. */
export type WordedStep = Exclude<StepName, "decides">;

const body = `(?:${[...bodyNouns.filter((noun) => noun !== "court"), ...memberNouns].join("|")})`;

/** How laws word a step. An item of the law serves one step: the first of this list that it fits. */
export const stepPatterns: Readonly<Record<WordedStep, RegExp>> = {
  criteria:
    /\b(?:only if|unless|if|that|whether) (?:it|the \w+(?: \w+)?) (?:finds?|determines?)\b|\bfindings?\b.*:$|\bshall (?:find|consider)\b/i,
  when: /\b(?:is|are) (?:also )?required (?:for|before|where|when)\b|\bno \w[^.;]{0,120}\bwithout an? [\w -]{0,30}permit\b|\b(?:allowed|permitted) only if\b|\bneeds? no\b|\b(?:is|are) (?:not required|exempt)\b/i,
  notice:
    /\bnotices?\b[^.;]{0,60}\b(?:shall be|must be|is|are) (?:published|mailed|posted|given|sent)|\b(?:shall|must) (?:publish|mail|post|give|send) notices?\b/i,
  hearing:
    /^(?!.*\b(?:regardless of )?whether (?:or not )?(?:an? )?(?:public )?hearing\b).*(?:\bpublic hearing\b.*\b(?:shall|within|begin|commence|hold)\b|\bhold\b.*\bhearing\b)/is,
  decision: new RegExp(
    `\\b${body}\\b[^.;]{0,60}\\b(?:shall|must|will)\\b[^.;]{0,30}\\b(?:decide|act|approve|render|issue)\\b[^.;]{0,60}\\bwithin\\b[^.;]{0,60}\\bdays\\b|\\bdecision\\b[^.;]{0,40}\\bshall\\b[^.;]{0,80}\\bwithin\\b[^.;]{0,60}\\bdays\\b`,
    "i",
  ),
  application:
    /\bapplications?\b[^.;]{0,60}\b(?:shall|must)\b[^.;]{0,20}\b(?:include|contain|show|state|be (?:filed|submitted|accompanied|made))\b/i,
  advises: new RegExp(
    `\\b(?:refer(?:red)?|sent|submitted|report|recommendation)\\b[^.;]{0,60}\\b${body}\\b[^.;]{0,60}\\b(?:report|comment|review|recommendation|advi[cs]e)\\b`,
    "i",
  ),
  appeal: /\bappeal(?:s|ed)?\b[^;]{0,240}?\b(?:to|in|with|before) (?:the |a |an |any )?(?:[\w-]+ ){0,3}court\b/i,
  lapse: /\b(?:lapses?|expires?|void)\b.*\b(?:days|months|years)\b|\bwork shall be complete\b.*\byears\b/i,
};

/** An approval that laws know. */
export interface ApprovalSpec {
  readonly kind: string;
  readonly label: string;
  /** What laws call it. */
  readonly name: RegExp;
  /** Its name in laws outside of its own provisions, where the short name can mean something else. */
  readonly fullName?: RegExp;
  /** Headings of the chapter under which it is decided, where the chapter is named after something else. */
  readonly around?: RegExp;
  /** Chapters that require the approval by another name: their headings, and that name; a sentence on the subject itself may use any name. */
  readonly chapter?: { readonly subject: RegExp; readonly name: RegExp; readonly anyName: RegExp };
  readonly query: string;
  /** Bodies that give another approval by the same name. */
  readonly notBy?: RegExp;
  /** Headings that have its name and are about another one. */
  readonly notUnder?: RegExp;
  /** Rows of a fee schedule. */
  readonly fee: RegExp;
  readonly patterns?: Readonly<Partial<Record<WordedStep, RegExp>>>;
}

/** Words beside the name of an approval in a heading that is about it in general. */
const procedural = new Set([
  ...bodyNouns,
  ...(
    "the of for and or to a an in by is with on when who general zoning hardship procedure procedures requirement requirements required " +
    "application applications review reviews approval approvals standard standards criteria issuance granting authorizing authority " +
    "power powers duty duties relative process hearing hearings notice notices decision decisions decides appeal appeals applicability " +
    "provision provisions regulation regulations condition conditions duration lapse expiration use occupancy permit permits certificate " +
    "certificates content contents map form forms filing fee fees action time limit limits bond bonds change changes submission submittal " +
    "purpose intent objectives scope authorization effect effective date findings administration enforcement considerations evaluation " +
    "planning town city public report referral referrals meeting meetings rules proceeding proceedings documentation documents " +
    "following completion timeframe actions required receipt denial additional statements objectives"
  ).split(" "),
]);
const isProcedural = (text: string) =>
  text.split(/[^A-Za-z]+/).every((word) => word === "" || procedural.has(word.toLowerCase()));
/** Longer headings are sentences that were taken for one. */
const mostHeadingWords = 12;

/** Chapters with approvals of their own, which say nothing of the approval in general. */
const ofSpecialSubject =
  /\b(?:flood\w*|signs?|wetlands?|watercourses?|historic\w*|airport|towers?|antennas?|wireless|telecommunications?|erosion|storm ?water|subdivisions?|aquifer|overlay|incentive|excavations?|mining|home occupations?|non-?conforming|definitions?)\b/i;

/** Headings of a district, whose approvals are its own. */
const ofDistrict = /\b(?:districts?|zones?)\b/i;

/** Number at the start of a heading: "12.1", "Section 4-2.", "A-1306. -", "§ 5:". */
const headingNumber =
  /^(?:(?:(?:article|section|chapter|part|appendix|sec\.|§)\s*)?(?:[A-Z]{1,3}-)?(?:\d+|[IVXLC]+\b|[A-Z]\b(?=[.-]))(?:[.:-][\dA-Z]+)*[.):]?(?:\s+[-–—])?|(?:article|section|chapter|part)\s+[-–—])\s+/i;

/** Whether headings belong to a chapter that has separate approvals. */
export const isOnSpecialSubject = (headingPath: readonly string[], { label }: Pick<ApprovalSpec, "label">): boolean =>
  headingPath.some(
    (heading) => /\bdefinitions?\b/i.test(heading) || (!ofSpecialSubject.test(label) && ofSpecialSubject.test(heading)),
  );

/** Returns an approval as a sentence of a chapter calls it; undefined where it has no other name there. */
export function namedByChapter(
  { headingPath, text }: { readonly headingPath: readonly string[]; readonly text: string },
  spec: ApprovalSpec,
): ApprovalSpec | undefined {
  const { chapter } = spec;
  if (chapter === undefined || headingPath.some((heading) => /\b(?:definitions?|variances?)\b/i.test(heading)))
    return undefined;
  if (!headingPath.some((heading) => chapter.subject.test(heading))) return undefined;
  const other = chapter.subject.test(text) ? chapter.anyName : chapter.name;
  return { ...spec, name: new RegExp(`(?:${spec.name.source}|${other.source})`) };
}

/** Returns how much headings are about an approval: 3 for its own provisions, 2 for its chapter, 0 otherwise. */
export function rankOf(headingPath: readonly string[], spec: ApprovalSpec): number {
  const { name, around } = spec;
  if (isOnSpecialSubject(headingPath, spec) || headingPath.some((heading) => spec.notUnder?.test(heading))) return 0;
  const plain = headingPath.map((heading) =>
    heading
      .replace(headingNumber, "")
      .replace(/[.:]+$/, "")
      .trim(),
  );
  const chapter = around && new RegExp(`^(?:${around.source})$`, "i");
  const ranks = plain.map((heading) => (isNamedAfter(heading, name) ? 3 : chapter?.test(heading) ? 2 : 0));
  const at = ranks.findLastIndex((rank) => rank > 0);
  if (!ofSpecialSubject.test(spec.label) && ofDistrict.test(plain[at - 1] ?? "")) return 0;
  const isGeneral = plain
    .slice(at + 1)
    .every(
      (heading) =>
        heading.split(/\s+/).length > mostHeadingWords || (isProcedural(heading) && !isOfOther(heading, spec)),
    );
  return isGeneral ? (ranks[at] ?? 0) : 0;
}

/** Whether a heading opens the provisions of another approval or board. */
const isOfOther = (heading: string, spec: ApprovalSpec): boolean =>
  approvalSpecs.some(
    (other) =>
      other !== spec &&
      (isNamedAfter(heading, other.name) ||
        (other.around !== undefined && new RegExp(`^(?:${other.around.source})$`, "i").test(heading))),
  );

/** Whether a heading consists of the name of an approval and words of procedure. */
function isNamedAfter(heading: string, name: RegExp): boolean {
  const rest = heading.replaceAll(new RegExp(name.source, "gi"), " ");
  return rest !== heading && isProcedural(rest);
}

/** Whether a text names an approval. */
export const mentions = (text: string, { name }: ApprovalSpec): boolean => new RegExp(name.source, "i").test(text);

const requires = /\brequired\b|\bexempt\b/i;

/** Whether a sentence that says when something is required is about an approval, and not about another thing beside it. */
export function isAboutRequiring(text: string, spec: ApprovalSpec): boolean {
  if (forbidsWithout(text, spec) || demands(text, spec)) return true;
  const found = stepPatterns.when.exec(text);
  if (!found) return false;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index)];
  if (!requires.test(found[0])) return mentions(after, spec);
  return (
    mentions(before, spec) ||
    /^(?:it|approval|review)\b/i.test(text) ||
    (/\bexempt/i.test(found[0]) && mentions(after, spec))
  );
}

/** "No building shall be erected until a zoning permit has been issued"; a ban on the approval itself is a condition of it. */
function forbidsWithout(text: string, spec: ApprovalSpec): boolean {
  const [, subject = "", rest = ""] =
    /^(?:\W*\(?\w{1,3}[).]\s+)?(?:no\b|it (?:shall be|is) unlawful\b)(.*?)\b(?:until|unless|without)\b(.*)$/is.exec(
      text,
    ) ?? [];
  const [named = ""] = /^.*?\b(?:shall|may|must|to)\b/is.exec(subject) ?? [];
  const name = new RegExp(spec.name.source, "i").exec(rest);
  return name !== null && name.index <= mostBefore && !mentions(named, spec);
}
/** Characters between "until" and the name of an approval: "and unless a site plan and an application for a". */
const mostBefore = 120;

/** "Site plan approval shall be obtained prior to", "a use that needs more shall require a special permit". */
const demands = (text: string, spec: ApprovalSpec): boolean => {
  const patterns = demandPatterns.get(spec.name.source) ?? demandsFor(spec);
  demandPatterns.set(spec.name.source, patterns);
  return patterns.some((pattern) => pattern.test(text));
};
const demandPatterns = new Map<string, readonly RegExp[]>();

function demandsFor({ name }: ApprovalSpec): readonly RegExp[] {
  const called = `(?:${name.source})`;
  const mark = "(?:\\W*\\(?\\w{1,3}[).]\\s+)?";
  const subject = `(?:^|[.,;:]\\s+)${mark}(?:(?:an?|the|all|approval of)\\s+)*${called}(?: (?:review|approval|application)s?)?(?: and approval)?`;
  const when = "(?:for|in|prior|before|to|where|when|whenever|by|if|from)\\b";
  return [
    new RegExp(`${subject} (?:shall|must|will) (?:also )?(?:not )?be (?:required|obtained) ${when}`, "i"),
    // "A site plan application shall be submitted: a. for any activity designated as requiring one".
    new RegExp(
      `${subject} (?:shall|must) be (?:submitted|filed|made)(?::|,? (?:for (?:any|all|each|every)|prior|before|when|whenever|where)\\b)`,
      "i",
    ),
    new RegExp(
      `\\b(?:shall|must|deemed to) (?:not )?require (?:(?:the )?(?:issuance|approval) of )?(?:an? |the )?${called}`,
      "i",
    ),
  ];
}

/** The approvals that a report looks for. */
export const approvalSpecs: readonly ApprovalSpec[] = [
  {
    ...{ kind: "zoning_permit", label: "Zoning permit", query: "zoning permit" },
    name: /(?:zoning|land use|building) (?:and building )?(?:permits?|certificates?)/,
    // The building official issues permits under the building code.
    notBy: /^building\b/i,
    fee: /^(?:building and )?(?:zoning|land use) permit\b/i,
    patterns: { appeal: /\bappeal\b[^.;]{0,80}\bboard\b[^.;]{0,120}\bdays\b/i },
  },
  {
    ...{ kind: "site_plan", label: "Site plan review", query: "site plan review" },
    name: /(?<!\b(?:preliminary|sketch|concept|conceptual) )site (?:development )?plans?/,
    fee: /^site (?:development )?plan\b/i,
  },
  {
    ...{ kind: "special_permit", label: "Special or conditional permit", query: "special permit conditional use" },
    name: /special (?:use )?(?:permits?|exceptions?)|conditional uses?(?: permits?)?|special uses?/,
    fee: /^(?:special (?:use )?(?:permit|exception)|conditional use)/i,
  },
  {
    ...{ kind: "floodplain_permit", label: "Floodplain permit", query: "floodplain development permit" },
    name: /flood(?: ?plain| hazard(?: area)?) (?:development )?permits?/,
    // The model ordinances of the flood insurance program ask for a "development permit".
    chapter: {
      subject: /\bflood\w*/i,
      name: /development permits?/,
      anyName: /(?:(?:development|zoning|building|special) permits?(?: or (?:an? )?)?)+/,
    },
    fee: /^flood ?plain\b.*\bpermit/i,
  },
  {
    ...{ kind: "wetlands_permit", label: "Wetlands permit", query: "wetlands permit regulated activity" },
    name: /(?:inland )?wetlands?(?: and watercourses?)? permits?/,
    fee: /^(?:inland )?wetlands?\b.*\bpermit/i,
  },
  {
    ...{ kind: "variance", label: "Variance", query: "variance board of appeals" },
    name: /variances?/,
    around: /(?:zoning )?board of (?:zoning )?(?:appeals|adjustment)|zoning hearing board/,
    fee: /^variance/i,
  },
  {
    ...{ kind: "rezone", label: "Change of the zoning map", query: "amendment of the zoning map" },
    name: /(?:map )?amendments?(?: to (?:the )?zoning (?:map|boundaries))?|rezonings?|changes? of zone/,
    fullName:
      /zoning (?:map )?amendments?|map amendments?|rezonings?|changes? of zone|zone changes?|amendments? (?:to|of) (?:the |this |these )?(?:official )?(?:zoning|ordinance|regulations)/,
    notUnder: /\b(?:text|regulations?) amendments?\b/i,
    fee: /^(?:(?:zoning )?(?:map )?amendment\b(?!.*\btext)|rezoning|zone change)/i,
    patterns: {
      application:
        /\b(?:applications?|petitions?)\b[^.;]{0,80}\b(?:map|rezon\w+|zone)\b[^.;]{0,60}\b(?:shall|must) (?:include|contain|show|state|be (?:filed|submitted|accompanied|made))\b/i,
    },
  },
  {
    ...{ kind: "subdivision", label: "Subdivision", query: "subdivision of land plat" },
    name: /subdivisions?(?: of land)?/,
    fee: /^subdivision/i,
  },
];
