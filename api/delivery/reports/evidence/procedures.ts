import type { Passage } from "../../../../retrieval/index.ts";
import type { StoredPassage } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";
import { type LawSentence, quotedSpan, sentencesOf } from "./law-sentences.ts";
import {
  type ApprovalSpec,
  approvalSpecs,
  isAboutRequiring,
  rankOf,
  type StepName,
  stepPatterns,
} from "./procedure-words.ts";

/** What the law states of an approval: the items for each step, and the rows of its fee schedule. */
export interface Procedure {
  readonly steps: Readonly<Partial<Record<StepName, readonly StoredPassage[]>>>;
  readonly fees: readonly { readonly label: string; readonly amount: string; readonly passage: StoredPassage }[];
}

/** Clauses on when an approval is required that are quoted. */
const mostClauses = 3;
/** Returns what the law states of each approval, by its kind. */
export async function readProcedures(law: LawReader): Promise<Readonly<Record<string, Procedure>>> {
  const appeals = (await law.search("appeal to court from a decision, person aggrieved, days")).flatMap((passage) =>
    sentencesOf(passage, 1),
  );
  const fees = await law.search("schedule of application fees");
  const read = await Promise.all(
    approvalSpecs.map(async (spec) => [spec.kind, await readProcedure(law, spec, { appeals, fees })] as const),
  );
  return Object.fromEntries(read);
}

async function readProcedure(
  law: LawReader,
  spec: ApprovalSpec,
  shared: { readonly appeals: readonly LawSentence[]; readonly fees: readonly Passage[] },
): Promise<Procedure> {
  const passages = new Map<string, Passage>();
  for (const query of [`${spec.query} application notice hearing`, `${spec.query} decision standards required`]) {
    for (const passage of await law.search(query)) passages.set(passage.chunkId, passage);
  }
  const about = [...passages.values()].flatMap((passage) => {
    const rank = rankOf(passage.headingPath, spec);
    return rank === 0 ? [] : sentencesOf(passage, rank);
  });
  const ordered = about.toSorted((one, other) => other.rank - one.rank || one.charStart - other.charStart);
  const steps: Partial<Record<StepName, readonly StoredPassage[]>> = {};
  const used = new Set<number>();
  for (const name of Object.keys(stepPatterns) as StepName[]) {
    // An appeal from decisions in general belongs to an approval of which the law states something else.
    const general = name === "appeal" && Object.keys(steps).length > 0 ? shared.appeals : [];
    const candidates = [...ordered, ...general];
    const found = candidates.filter((one) => fits(one.text, name, spec) && !used.has(one.item.charStart));
    const items = found.filter(
      (one, at) => found.findIndex(({ item }) => item.charStart === one.item.charStart) === at,
    );
    const chosen = items.filter(({ rank }) => rank === items[0]?.rank).slice(0, name === "when" ? mostClauses : 1);
    for (const { item } of chosen) used.add(item.charStart);
    const cited = await Promise.all(chosen.map((one) => law.cite(one.passage, quotedSpan(one))));
    const known = cited.flatMap((passage) => passage ?? []);
    if (known.length > 0) steps[name] = known;
  }
  return { steps, fees: await feesOf(law, spec, shared.fees) };
}

/** Names a body that decides only for another one, or only in small cases. */
const deputizes = /\b(?:in place of|instead of|in lieu of|on behalf of|delegat\w+)\b/i;

/** Whether a sentence serves a step of an approval. */
function fits(text: string, name: StepName, spec: ApprovalSpec): boolean {
  if (name === "when") return isAboutRequiring(text, spec);
  return (spec.patterns?.[name] ?? stepPatterns[name]).test(text) && !(name === "decides" && deputizes.test(text));
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
  const cited = await Promise.all(found.slice(0, mostFloorRules).map((one) => law.cite(one.passage, quotedSpan(one))));
  return cited.flatMap((passage) => passage ?? []);
}

const amount = /\$\s?\d/;
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
