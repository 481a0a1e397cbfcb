import { join } from "node:path";
import { analyse, type Compute, computeTask } from "../../ingest/index.ts";
import { type Answered, type Answerer, estimateTokens, type TurnToAnswer } from "../answerer.ts";
import type { MarkedPassage } from "../evidence-desk.ts";
import type { MarkedFact } from "../facts.ts";
import { withMarkers } from "../grounding/claims.ts";
import type { EvidenceHint } from "../grounding/ground-answer.ts";
import { failureOfCompute } from "../models/compute-failure.ts";
import type { OnModelCall } from "../models/watch-model.ts";
import { notLocated } from "../prompts/prompts.ts";
import { readConceptQuestion } from "../question/concept-question.ts";
import { contentTerms } from "../text/words.ts";
import type { ReadRules } from "../tool.ts";
import type { ExtractiveAnswer } from "./answers/answer.ts";
import type { PlannedCall } from "./plan-searches.ts";
import type * as work from "./read.task.ts";
import type { AskedQuestion } from "./read.task.ts";
import {
  answerFromFacts,
  compareWithRequirement,
  readSiteQuestion,
  type SiteQuestion,
  withFactsBeside,
} from "./site-question.ts";

const module = join(import.meta.dirname, "read.task.ts");
const planTask = computeTask<typeof work, "planSearches">({
  module,
  name: "planSearches",
  lane: "interactive",
  // A thread that has to start counts too, which takes seconds on a busy machine.
  deadlineMs: 20_000,
});
const readTask = computeTask<typeof work, "readPassages">({
  module,
  name: "readPassages",
  lane: "interactive",
  deadlineMs: 20_000,
});

/**
 * Makes the answerer without weights and without network: it reads a question about an ordinance, searches, and answers
 * with the sentences and table cells that state the answer, each with its span. When the first searches do not answer, it
 * looks once more.
 */
export function makeLocalReader({
  compute,
  onModelCall,
}: {
  readonly compute: Compute;
  readonly onModelCall?: OnModelCall | undefined;
}): Answerer {
  return {
    async answer(turn) {
      const started = performance.now();
      const noteCall = (outcome: "succeeded" | "failed", usage = { inputTokens: 0, outputTokens: 0 }) =>
        onModelCall?.({ modelId: turn.modelId, outcome, seconds: (performance.now() - started) / 1_000, ...usage });
      try {
        const answered = await new Reading(compute, turn).run();
        noteCall("succeeded", answered.usage);
        return answered;
      } catch (error) {
        noteCall("failed");
        throw failureOfCompute(error, turn.modelId);
      }
    },
  };
}

/** Adds the rules that are not among the known ones: the calls for two readings of a use may find the same. */
function withNew<Rule>(known: readonly Rule[], found: readonly Rule[]): readonly Rule[] {
  const keys = new Set(known.map((one) => JSON.stringify(one)));
  return [...known, ...found.filter((one) => !keys.has(JSON.stringify(one)))];
}

const noRules: ReadRules = { named: [], codes: [], standards: [], parking: [], uses: [] };

/** One question on its way through searches and readings. */
class Reading {
  readonly #compute: Compute;
  readonly #turn: TurnToAnswer;
  readonly #asked: AskedQuestion;
  /** Present when facts of the project answer, alone or together with the law. */
  readonly #site: SiteQuestion | undefined;
  readonly #made: PlannedCall[] = [];
  readonly #found = new Map<number, MarkedPassage>();
  #rules: ReadRules = noRules;
  #inputTokens: number;

  constructor(compute: Compute, turn: TurnToAnswer) {
    this.#compute = compute;
    this.#turn = turn;
    const { siteFacts } = turn.question;
    this.#inputTokens = estimateTokens([turn.standalone]);
    this.#site = readQuestionOnFacts(turn.standalone, turn.desk.facts());
    this.#asked = {
      text: askedOfLaw(this.#site) ?? turn.standalone,
      context: {
        zoningCodes: siteFacts?.zoningCodes ?? [],
        jurisdiction: siteFacts?.jurisdiction ?? null,
        constraint: constraintOf(turn.standalone, this.#site),
      },
    };
  }

  async run(): Promise<Answered> {
    const { modelId } = this.#turn;
    const site = this.#site;
    const answer = site?.kind === "fact" ? await this.#readFacts(site) : await this.#readLaw();
    const whole = withSite(site, answer);
    const { text, hints } = writtenDown(whole);
    if (text !== "") await this.#turn.text.add(text, hints);
    const usage = { inputTokens: this.#inputTokens, outputTokens: estimateTokens([text]) };
    const nothingLocated = whole.reason === undefined ? undefined : `${notLocated}: ${whole.reason}.`;
    return { status: whole.status, served: modelId, usage, nothingLocated, nearest: [...this.#found.values()] };
  }

  async #readFacts(site: Extract<SiteQuestion, { kind: "fact" }>): Promise<ExtractiveAnswer> {
    this.#turn.desk.noteSearch("facts of the project");
    await this.#announce();
    return answerFromFacts(site);
  }

  async #readLaw(): Promise<ExtractiveAnswer> {
    const { signal } = this.#turn;
    await this.#make(await this.#compute.run(planTask, this.#asked, { signal }));
    const first = await this.#read();
    if (first.further.length > 0) await this.#make(first.further);
    return first.further.length > 0 ? (await this.#read()).answer : first.answer;
  }

  async #announce(): Promise<void> {
    const coming = { inputTokens: this.#inputTokens, outputTokens: 0 };
    await this.#turn.beforeModelCall?.({ used: { inputTokens: 0, outputTokens: 0 }, coming });
  }

  /** Makes calls side by side; a passage is kept as the first of them found it. */
  async #make(calls: readonly PlannedCall[]): Promise<void> {
    this.#made.push(...calls);
    const known = calls.flatMap(({ name, args }) => {
      const tool = this.#turn.tools.find((one) => one.name === name);
      return tool ? [{ tool, input: args }] : [];
    });
    for (const { placed, rules = noRules } of await this.#turn.useAll(known)) {
      this.#rules = {
        named: [...this.#rules.named, ...rules.named],
        codes: [...this.#rules.codes, ...rules.codes],
        standards: [...this.#rules.standards, ...rules.standards],
        parking: [...this.#rules.parking, ...rules.parking],
        uses: withNew(this.#rules.uses, rules.uses),
      };
      for (const one of placed) {
        if (this.#found.has(one.marker)) continue;
        this.#inputTokens += estimateTokens([one.passage.text]);
        this.#found.set(one.marker, one);
      }
    }
  }

  async #read(): Promise<work.PassagesRead> {
    const { signal } = this.#turn;
    await this.#announce();
    const passages = [...this.#found.values()];
    const input = { ...this.#asked, passages, rules: this.#rules, made: this.#made };
    return this.#compute.run(readTask, input, { signal });
  }
}

/** Reads a question that facts answer: those on the concept where it asks for them, else those on the site. */
function readQuestionOnFacts(question: string, facts: readonly MarkedFact[]): SiteQuestion | undefined {
  const ofConcept = facts.filter(({ fact }) => fact.isOfConcept === true);
  const ofSite = facts.filter(({ fact }) => fact.isOfConcept !== true);
  return readConceptQuestion(question, ofConcept) ?? readSiteQuestion(question, ofSite);
}

/** Returns what the law is asked where it is not the question itself: for a comparison its limit. */
function askedOfLaw(site: SiteQuestion | undefined): string | undefined {
  if (site?.kind === "comparison") return site.requirement;
  return site?.kind === "beside" ? site.lawQuestion : undefined;
}

/** The stems by which a question and facts name the condition of the land that the law is asked about; null for no such question. */
function constraintOf(question: string, site: SiteQuestion | undefined): string[] | null {
  if (site?.kind !== "beside" || !site.isOfLaw) return null;
  const conditions = site.facts.filter(({ fact }) => fact.isConstraint === true);
  const topic = new Set(conditions.flatMap(({ fact }) => analyse(fact.about ?? "")));
  return conditions.length === 0 ? null : contentTerms(question).filter((term) => topic.has(term));
}

function withSite(site: SiteQuestion | undefined, law: ExtractiveAnswer): ExtractiveAnswer {
  if (site?.kind === "comparison") return compareWithRequirement(site.facts, law);
  return site?.kind === "beside" ? withFactsBeside(site, law) : law;
}

function writtenDown({ sentences }: ExtractiveAnswer) {
  const lines = sentences.map(({ text, spans }) => withMarkers(text, [...new Set(spans.map((span) => span.marker))]));
  const hints = sentences.flatMap(({ text, spans, given = [] }): EvidenceHint[] =>
    spans.map((span) => ({ sentence: text, given, ...span })),
  );
  return { text: lines.join("\n"), hints };
}
