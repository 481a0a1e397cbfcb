import { setImmediate as freeEventLoop } from "node:timers/promises";
import type { Passage } from "../../../../retrieval/index.ts";
import type { StoredPassage } from "./answers.ts";
import { decidersOf, type StatedBody } from "./deciders.ts";
import { bodiesNamedIn, isSameBody } from "./deciding-body.ts";
import type { LawReader } from "./law-reader.ts";
import { citeSentence, type LawSentence, sentencesOf } from "./law-sentences.ts";
import {
  type ApprovalSpec,
  approvalSpecs,
  isAboutRequiring,
  isOnSpecialSubject,
  mentions,
  namedByChapter,
  rankOf,
  stepPatterns,
  type WordedStep,
} from "./procedure-words.ts";

/** What the law states of an approval: the items for each step, and the rows of its fee schedule. */
export interface Procedure {
  readonly steps: Readonly<Partial<Record<WordedStep, readonly StoredPassage[]>>>;
  /** Who decides, each with the sentence that says so; the law may leave different cases to different bodies. */
  readonly deciders: readonly StatedBody[];
  readonly fees: readonly { readonly label: string; readonly amount: string; readonly passage: StoredPassage }[];
  /** The sentence on the fee among the provisions on the approval: its amount, or who sets it. */
  readonly fee_rule?: StoredPassage | undefined;
}

/** Clauses on when an approval is required that are quoted. */
const mostClauses = 3;
/** Returns what the law states of each approval, by its kind. */
export async function readProcedures(law: LawReader): Promise<Readonly<Record<string, Procedure>>> {
  const appeals = (await law.search("appeal to court from a decision, person aggrieved, days")).flatMap((passage) =>
    sentencesOf(passage, 1),
  );
  const fees = await law.search("schedule of application fees");
  const read: Record<string, Procedure> = {};
  // One after another, with the event loop free between them: each reads some ninety passages.
  for (const spec of approvalSpecs) read[spec.kind] = await readProcedure(law, spec, { appeals, fees });
  return read;
}

async function readProcedure(
  law: LawReader,
  spec: ApprovalSpec,
  shared: { readonly appeals: readonly LawSentence[]; readonly fees: readonly Passage[] },
): Promise<Procedure> {
  const passages = new Map<string, Passage>();
  for (const query of queriesOf(spec)) {
    for (const passage of await law.search(query)) passages.set(passage.chunkId, passage);
  }
  await freeEventLoop();
  const about = [...passages.values()].flatMap((passage) => sentencesAbout(passage, spec));
  const ordered = about.toSorted((one, other) => other.rank - one.rank || one.charStart - other.charStart);
  const deciders = await decidersOf(law, spec, [...passages.values()]);
  const steps: Partial<Record<WordedStep, readonly StoredPassage[]>> = {};
  const used = new Set<number>();
  for (const name of Object.keys(stepPatterns) as WordedStep[]) {
    await freeEventLoop();
    // An appeal from decisions in general belongs to an approval of which the law states something else.
    const general =
      name === "appeal" && Object.keys(steps).length > 0 ? appealsFrom(deciders, spec, shared.appeals) : [];
    const candidates = [...ordered, ...general];
    const found = candidates.filter((one) => {
      const called = namedByChapter({ headingPath: one.passage.headingPath, text: one.text }, spec) ?? spec;
      return fits(one.text, name, called) && !used.has(one.item.charStart);
    });
    const items = found.filter(
      (one, at) => found.findIndex(({ item }) => item.charStart === one.item.charStart) === at,
    );
    const apt = name === "advises" ? items.filter(({ text }) => !namesOnly(deciders, text)) : items;
    const chosen = apt.filter(({ rank }) => rank === apt[0]?.rank).slice(0, name === "when" ? mostClauses : 1);
    for (const { item } of chosen) used.add(item.charStart);
    const cited = await Promise.all(chosen.map((one) => citeSentence(law, one)));
    const known = cited.flatMap((passage) => (passage && !isCutOff.test(passage.quote) ? [passage] : []));
    if (known.length > 0) steps[name] = known;
  }
  const feeRule = ordered.find(({ text }) => isFeeRule(text) && !isOnOther(text, spec));
  const fee_rule = feeRule && (await law.cite(feeRule.passage, feeRule));
  return { steps, deciders, fees: await feesOf(law, spec, shared.fees), fee_rule };
}

/** Returns the sentences on an approval: those under its headings, and those that name it as their chapter does. */
function sentencesAbout(passage: Passage, spec: ApprovalSpec): LawSentence[] {
  const rank = rankOf(passage.headingPath, spec);
  const whole = (sentences: readonly LawSentence[]) => sentences.filter(({ text }) => isWhole(text));
  if (rank > 0) return whole(sentencesOf(passage, rank));
  return whole(sentencesOf(passage, 1)).filter(({ text }) => {
    const called = namedByChapter({ headingPath: passage.headingPath, text }, spec);
    return called !== undefined && mentions(text, called);
  });
}

const isOneOf = (deciders: readonly StatedBody[], name: string) =>
  deciders.some((decider) => isSameBody(decider.name, name));

/** Whether a sentence names no body but those that decide. */
const namesOnly = (deciders: readonly StatedBody[], text: string) =>
  bodiesNamedIn(text).every((name) => deciders.some((one) => one.name.toLowerCase() === name.toLowerCase()));

/** Returns the appeals from decisions in general that are from the bodies that decide on an approval. */
const appealsFrom = (deciders: readonly StatedBody[], spec: ApprovalSpec, appeals: readonly LawSentence[]) =>
  appeals.filter(({ text, passage: { headingPath } }) => {
    if (isOnSpecialSubject(headingPath, spec)) return false;
    const named = bodiesNamedIn(text);
    if (named.length === 0) return headingPath.some((heading) => bodiesNamedIn(heading).length > 0);
    return deciders.length === 0 || named.some((name) => isOneOf(deciders, name));
  });

const queriesOf = ({ query }: ApprovalSpec) => [
  `${query} application notice hearing`,
  `${query} decision standards required`,
  `${query} applicability: required for any development`,
  `powers and duties: commission or board may grant ${query}`,
];

/** Whether a sentence is not cut off, as lines of printed texts are. */
const isWhole = (text: string) => /^[A-Z“"(\d]/.test(text) && /[.;:?!)”"]$/.test(text);

/** Ends of quotes that are not whole: what a colon leads to can be a table, and the rest of a list a page farther on. */
const isCutOff = /(?::|,|\b(?:and|or))$/;

/** Sentences on applications that need not be heard, or on what another sentence calls a proposal. */
const offPoint =
  /^for (?:the )?purposes of\b|\bmodifications (?:to|of) approved\b|\bre-?hear|\brequired to hear\b|\bany such (?:proposal|request|petition)\b/i;

/** Whether a sentence serves a step of an approval. */
function fits(text: string, name: WordedStep, spec: ApprovalSpec): boolean {
  if (name === "when") return isAboutRequiring(text, spec);
  return (spec.patterns?.[name] ?? stepPatterns[name]).test(text) && !offPoint.test(text) && !isOnOther(text, spec);
}

/** Whether a sentence is about an application for another approval. */
function isOnOther(text: string, spec: ApprovalSpec): boolean {
  const [, rest] = /\b(?:applications?|petitions?|requests?|fees?) for (?:an? |the )?(.*)/is.exec(text) ?? [];
  const starts = ({ name }: ApprovalSpec) => new RegExp(`^(?:${name.source})`, "i").test(rest ?? "");
  return rest !== undefined && !starts(spec) && approvalSpecs.some((other) => other !== spec && starts(other));
}

const mostFloorRules = 3;

/** Returns the items that state how high the lowest floor of a building must be. */
export async function readFloorRules(law: LawReader): Promise<readonly StoredPassage[]> {
  const found = (await law.search("lowest floor above the base flood elevation"))
    .flatMap((passage) => sentencesOf(passage, 1))
    .filter(
      ({ text }) =>
        /\blowest floor\b[^.;]{0,200}\babove (?:the )?base flood\b/i.test(text) && /\b(?:shall|must)\b/i.test(text),
    );
  const cited = await Promise.all(found.slice(0, mostFloorRules).map((one) => citeSentence(law, one)));
  return cited.flatMap((passage) => passage ?? []);
}

const amount = /\$\s?\d/;

/** Whether a sentence states an amount of a fee, who sets it, or where it is listed. */
const isFeeRule = (text: string): boolean =>
  [
    /\bfees?\b[^.;]{0,80}\b(?:established|set|determined|prescribed|adopted|fixed|provided|shown|accordance)\b[^.;]{0,30}\b(?:by|in|on|with)\b/i,
    /\b(?:fee schedule|schedule of fees)\b/i,
    /\b(?:shall|may) (?:set|fix|adopt|establish)\b[^.;]{0,30}\bfees?\b/i,
    /\bfee (?:in the amount )?of (?:[\w-]+ ){0,5}\(?\$\s?\d/i,
  ].some((pattern) => pattern.test(text)) &&
  !/^if\b|\bwaive|\binspection fees?\b/i.test(text.split(/\bexcept\b/i)[0] ?? "");
const mostFees = 4;

async function feesOf(law: LawReader, { fee }: ApprovalSpec, passages: readonly Passage[]): Promise<Procedure["fees"]> {
  const rows = passages.flatMap((passage) =>
    passage.rows.flatMap((row) => {
      const cells = row.cells.filter(({ value }) => amount.test(value));
      const label = row.label.trim();
      return fee.test(label) && cells.length === 1 ? [{ passage, row, label, amount: cells[0]?.value ?? "" }] : [];
    }),
  );
  const first = rows.filter(({ label }, at) => rows.findIndex((other) => other.label === label) === at);
  const cited = await Promise.all(
    first.slice(0, mostFees).map(async (one) => ({ ...one, cited: await law.cite(one.passage, one.row) })),
  );
  return cited.flatMap(({ label, amount: value, cited: at }) => (at ? [{ label, amount: value, passage: at }] : []));
}
