import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { StoredPassage } from "../evidence/answers.ts";
import { bodiesNamedIn, isSameBody } from "../evidence/deciding-body.ts";
import { approvalSpecs, type StepName, stepLabels } from "../evidence/procedure-words.ts";
import type { Procedure } from "../evidence/procedures.ts";
import { type Trigger, triggersOf } from "./approval-triggers.ts";
import { answerCell, inMarks, label, notLocated, passageKey, quoted, type SectionContext } from "./context.ts";

const isOnPath = (status: Trigger["status"]) => status === "Needed" || status === "Possible";
const nameOf = (kind: string) => approvalSpecs.find((spec) => spec.kind === kind)?.label ?? kind;
const noProcedure: Procedure = { steps: {}, deciders: [], fees: [] };
/** What the law states of an approval; of wetlands permits it may name no more than the agency. */
function procedureOf({ evidence: { law } }: SectionContext, kind: string): Procedure {
  const procedure = law.procedures[kind] ?? noProcedure;
  const isUndecided = kind === "wetlands_permit" && procedure.deciders.length === 0 && law.wetland_agency !== null;
  return isUndecided && law.wetland_agency ? { ...procedure, deciders: [law.wetland_agency] } : procedure;
}

/** Approvals that a district asks for, so that they are not known before a change of the district. */
const ofDistrict: ReadonlySet<string> = new Set(["zoning_permit", "site_plan", "special_permit"]);
const underNewDistrict = wording`Whether a zoning permit, a site plan review or a special permit is needed too depends on the new district.`;

/** Returns the section on approvals: which ones, why, who decides, and the steps that the ordinance states for each. */
export function pathSection(
  context: SectionContext,
  { id, heading }: { readonly id: string; readonly heading: string },
): Section {
  const triggers = triggersOf(context);
  const isRezoned = triggers.some(({ kind, status }) => kind === "rezone" && isOnPath(status));
  const rest = approvalSpecs.filter(
    ({ kind }) => !triggers.some((trigger) => trigger.kind === kind) && !(isRezoned && ofDistrict.has(kind)),
  );
  const told = wording`Periods and amounts are printed only where a passage states them. This report estimates none.`;
  const others = label(
    `Not indicated by what was found: ${rest.map(({ label: name }) => name.toLowerCase()).join(", ")}.`,
  );
  return {
    section_id: id,
    heading,
    blocks: [
      { type: "paragraph", statements: [told, others, ...(isRezoned ? [underNewDistrict] : [])] },
      ...(triggers.length === 0 ? [] : [overview(context, triggers)]),
      ...triggers.flatMap((trigger) => stepsOf(context, trigger)),
      stormwater(context),
    ],
  };
}

function overview(context: SectionContext, triggers: readonly Trigger[]): Block {
  return {
    type: "table",
    caption: "Approvals, chosen by the use, the land and the concept",
    columns: [
      { label: "Approval", share: 1 },
      { label: "Status", share: 0.8 },
      { label: "Why", share: 2.4 },
      { label: "Who decides", share: 1.1 },
      { label: "Fee", share: 1.5 },
    ],
    rows: triggers.map(({ kind, status, why }) => [
      label(nameOf(kind)),
      label(`${status}.`),
      why,
      ...(status === "Not needed"
        ? [label("Not applicable."), label("Not applicable.")]
        : [decider(context, kind), feeCell(context, kind)]),
    ]),
  };
}

/** Names who decides, as the ordinance does; undefined where none is named, or where it depends on the case. */
function deciderName(context: SectionContext, kind: string): Statement | undefined {
  const { deciders } = procedureOf(context, kind);
  const [first] = deciders;
  if (first === undefined || deciders.length > 1 || / or /i.test(first.name)) return undefined;
  return fact`${named(first.name, passageKey(context, first.passage))}`;
}

/** Says who decides; the endnotes have the words of the ordinance. */
function decider(context: SectionContext, kind: string): Statement {
  const { deciders } = procedureOf(context, kind);
  if (deciders.length === 0) return notLocated(context);
  const names = deciders.map(({ name, passage }) => fact`${named(name, passageKey(context, passage))}`);
  return names.length > 1 ? fact`By the case: ${joined(names, "; ")}.` : joined(names);
}

function feeCell(context: SectionContext, kind: string): Statement {
  const { fees, fee_rule: rule } = procedureOf(context, kind);
  if (fees.length === 0) return rule ? inMarks(context, [rule]) : notLocated(context);
  const use = context.evidence.use?.words.split(" ")[0]?.toLowerCase() ?? "";
  const own = use === "" ? [] : fees.filter(({ label: name }) => name.toLowerCase().includes(use));
  const apt = fees.filter(({ label: name }) => !isOfOtherWork(name) && !isOfOtherBody(context, kind, name));
  const [chosen = fees] = [own, apt].filter((some) => some.length > 0);
  return joined(
    chosen.map(({ label: name, amount, passage }) => {
      const key = passageKey(context, passage);
      return fact`${named(name, key)}: ${named(amount, key)}.`;
    }),
  );
}

/** Whether a fee is one for less than a building, or for a use by name: that of the stated use is chosen before. */
const isOfOtherWork = (fee: string) =>
  /\b(?:accessory|fences?|additions?|alterations?|signs?|pools?|sheds?|decks?|renewals?|extensions?|temporary|home occupations?|(?:one|single|two|three|multi)-?[ -]?family)\b/i.test(
    fee,
  );

/** Whether a fee is one for applications to another body than the one that decides here. */
function isOfOtherBody(context: SectionContext, kind: string, fee: string): boolean {
  const [named] = bodiesNamedIn(fee);
  const { deciders } = procedureOf(context, kind);
  return named !== undefined && deciders.length > 0 && !deciders.some(({ name }) => isSameBody(name, named));
}

/**
 * Returns the steps of an approval; what the reason for it quotes already is not printed again. Of an approval that is only
 * to be checked they are printed where the ordinance states some.
 */
function stepsOf(context: SectionContext, { kind, status, why }: Trigger): Block[] {
  if (status === "Not needed") return [];
  const { steps, deciders } = procedureOf(context, kind);
  const printed = Object.values(steps).flat();
  const isPrinted = (passage: StoredPassage) =>
    why.text.includes(passage.quote.replaceAll(/\s+/g, " ").trim()) ||
    printed.some(
      ({ document_id: id, char_start: start, char_end: end }) =>
        id === passage.document_id && start <= passage.char_start && passage.char_start < end,
    );
  const decide = deciders.flatMap(({ passage }) => (isPrinted(passage) ? [] : [passage]));
  const rows = (Object.keys(stepLabels) as StepName[]).flatMap((step) => {
    const passages = step === "decides" ? decide : (steps[step] ?? []);
    return passages.length === 0 ? [] : [[label(stepLabels[step]), quoted(context, passages)]];
  });
  const caption = `${nameOf(kind)}: what the ordinance states, in the order of the steps`;
  const columns = [
    { label: "Step", share: 0.8 },
    { label: "What the ordinance states", share: 3.4 },
  ];
  if (rows.length === 0 && !isOnPath(status)) return [];
  const none = label(deciders.length > 0 ? "Other steps" : "All steps");
  return [{ type: "table", caption, columns, rows: rows.length > 0 ? rows : [[none, notLocated(context)]] }];
}

function stormwater(context: SectionContext): Block {
  return {
    type: "table",
    caption: "Plans that go with an application",
    columns: [
      { label: "Plan", share: 0.8 },
      { label: "What the ordinance states", share: 3.4 },
    ],
    rows: [[label("Stormwater plan"), answerCell(context, "stormwater_plan", 1)]],
  };
}

/** Names the approvals that are needed or possible, with who decides, in one sentence. */
export function pathLine(context: SectionContext): Statement {
  const likely = triggersOf(context).filter(({ status }) => isOnPath(status));
  if (likely.length === 0) return wording`The path of approval is not determined.`;
  const parts = likely.map(({ kind, status, why }) => {
    const by = deciderName(context, kind);
    const who = by === undefined ? wording`` : fact`, decided by the ${by}`;
    return citing(fact`${label(nameOf(kind).toLowerCase())} (${label(status.toLowerCase())}${who})`, ...why.evidence);
  });
  return fact`Path: ${joined(parts, "; ")}.`;
}
