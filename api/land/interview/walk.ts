import { isForAllUses } from "../site-plan/front-parking-rules.ts";
import { criterionNumber, districtOf, type InterviewContext, valuesOf } from "./interview-context.ts";
import type { QuestionCondition, QuestionData } from "./question.ts";
import { governingCode, type Recommended, recommend } from "./recommend.ts";
import type { WorkflowData } from "./workflow.ts";
import { siteQuestions, typologyQuestion, zoneQuestions } from "./workflows/common-questions.ts";
import { number } from "./workflows/question-parts.ts";
import { workflowOf } from "./workflows/workflows.ts";

/** Identifies a question: of the site, or of one zone where there are several. */
export interface QuestionKey {
  readonly questionId: string;
  readonly zoneId: string | null;
}

/** An answer that the user gave. */
export interface GivenAnswer extends QuestionKey {
  readonly value: unknown;
}

/** A question of the walk as it is asked. */
export interface AskedQuestion extends QuestionKey {
  readonly data: QuestionData;
  readonly recommended: Recommended | null;
}

/** A value that follows from the goal and is not asked. */
export interface InferredAnswer extends QuestionKey {
  readonly value: unknown;
  readonly unit: string | null;
  readonly statement: string;
}

/** A zone of the program. */
export interface ProgramZone {
  readonly zoneId: string;
  readonly name: string;
  readonly workflow: WorkflowData;
}

/** The whole walk: what applies, what is settled, what is open. */
export interface Walk {
  /** Undefined before one is selected. */
  readonly workflow: WorkflowData | undefined;
  readonly zones: readonly ProgramZone[];
  /** Every question that applies, in order, settled or not. */
  readonly questions: readonly AskedQuestion[];
  readonly inferred: readonly InferredAnswer[];
  /** Questions whose value is open, in order. */
  readonly open: readonly AskedQuestion[];
  /** Open questions that can be asked now: all that they depend on is settled. */
  readonly askable: readonly AskedQuestion[];
  /** Returns the settled value of a question for a zone; undefined while it is open. */
  settled(questionId: string, zoneId: string | null): unknown;
}

/** Returns the walk of an interview after some answers. The same input always gives the same walk. */
export function walkOf(context: InterviewContext, given: readonly GivenAnswer[]): Walk {
  const answers = new Map(given.map((answer) => [keyText(answer), answer.value]));
  const ofSite = (id: string) => answers.get(keyText({ questionId: id, zoneId: null }));
  const workflow = workflowOf(ofSite("program.typology"));
  const zones = workflow ? zonesOf(ofSite("site.zones"), workflow) : [];
  const isSplit = zones.length > 1;
  const settled = (questionId: string, zoneId: string | null) =>
    answers.get(keyText({ questionId, zoneId })) ?? answers.get(keyText({ questionId, zoneId: null }));
  const asked = (data: QuestionData, zone: ProgramZone | null): AskedQuestion => {
    const zoneId = isSplit && data.scope === "zone" ? (zone?.zoneId ?? null) : null;
    const input = { context, workflow: zone?.workflow ?? workflow, settled: (id: string) => settled(id, zoneId) };
    return { questionId: data.id, zoneId, data, recommended: recommend(data, input) };
  };
  const applies = (data: QuestionData) =>
    data.when === undefined || conditions[data.when]({ context, isSplit, settled });
  const ofZones = (list: (zone: ProgramZone) => readonly QuestionData[]) =>
    zones.flatMap((zone) =>
      list(zone)
        .filter(applies)
        .map((data) => asked(data, zone)),
    );
  const common = (list: readonly QuestionData[]) =>
    list
      .filter(applies)
      .flatMap((data) =>
        data.scope === "zone" && isSplit ? zones.map((zone) => asked(data, zone)) : [asked(data, null)],
      );
  const all = workflow
    ? [
        asked(typologyQuestion, null),
        ...common(siteQuestions),
        ...ofZones((zone) => [...zone.workflow.questions, ratioQuestion(zone.workflow)]),
        ...common(zoneQuestions),
      ]
    : [asked(typologyQuestion, null)];
  const questions = [...all.filter(({ data }) => data.required), ...all.filter(({ data }) => !data.required)];
  const inferred = questions.flatMap((question) =>
    inferenceOf(question, context, settled(question.questionId, question.zoneId)),
  );
  const known = new Set(inferred.map(keyText));
  const valueIn = (questionId: string, zoneId: string | null) =>
    settled(questionId, zoneId) ??
    inferred.find((each) => each.questionId === questionId && each.zoneId === zoneId)?.value;
  const open = questions.filter(
    (question) => answers.get(keyText(question)) === undefined && !known.has(keyText(question)),
  );
  const isSettled = (id: string, zoneId: string | null) => valueIn(id, zoneId) !== undefined;
  // Questions of zones are asked once the zones are known: an answer about the whole site would not fit several.
  const dependsOn = (data: QuestionData) => [
    ...(data.dependsOn ?? []),
    ...(data.scope === "zone" ? ["site.zones"] : []),
  ];
  const askable = open.filter(({ data, zoneId }) => dependsOn(data).every((id) => isSettled(id, zoneId)));
  return { workflow, zones, questions, inferred, open, askable, settled: valueIn };
}

/** Returns the member of an answers body for a question: `question_id` or `question_id@zone_id`. */
export function keyText({ questionId, zoneId }: QuestionKey): string {
  return zoneId === null ? questionId : `${questionId}@${zoneId}`;
}

function zonesOf(answer: unknown, workflow: WorkflowData): ProgramZone[] {
  if (!Array.isArray(answer)) return [{ zoneId: "z1", name: "Whole site", workflow }];
  return listedZones(answer).map(({ zone_id: zoneId, name, typology }) => ({
    ...{ zoneId, name, workflow: answer.length === 1 ? workflow : (workflowOf(typology) ?? workflow) },
  }));
}

const listedZones = (zones: readonly unknown[]) =>
  zones as readonly { readonly zone_id: string; readonly name: string; readonly typology: string }[];

function ratioQuestion({ uses, questions }: WorkflowData): QuestionData {
  const [only] = uses;
  const one = number(0, 50);
  const members = uses.map(({ use }) => use);
  const isOne = uses.length === 1 && only;
  return {
    ...{ id: "parking.ratio", required: true, scope: "zone" },
    // An ordinance may have a ratio for each number of bedrooms.
    dependsOn: questions.some(({ id }) => id === "mf.unit_mix") ? ["mf.unit_mix"] : [],
    title: isOne ? `How many parking stalls for each ${only.base}?` : "How many parking stalls for each use?",
    schema: isOne
      ? one
      : {
          ...{ type: "object", required: members, additionalProperties: false },
          properties: Object.fromEntries(
            uses.map(({ use, base }) => [use, { ...one, title: `Stalls for each ${base}` }]),
          ),
        },
    unit: isOne ? `stalls per ${only.base}` : uses.map(({ use, base }) => `${use}: stalls per ${base}`).join("; "),
    recommend: { kind: "rule", rule: "parking_ratio" },
  };
}

interface ConditionInput {
  readonly context: InterviewContext;
  readonly isSplit: boolean;
  settled(questionId: string, zoneId: string | null): unknown;
}

const conditions: Readonly<Record<QuestionCondition, (input: ConditionInput) => boolean>> = {
  several_zones: ({ isSplit }) => isSplit,
  several_parcels: ({ context }) => context.parcelCount > 1,
  streets_unknown: ({ context }) => !context.hasStreets,
  rezone_planned: ({ context }) =>
    context.goal.rezone_intent?.value === true || context.goal.target_zoning_code?.value !== undefined,
  wetland_mapped: ({ context }) => context.hasWetland,
  wetland_buffered: ({ context, settled }) =>
    context.hasWetland && settled("site.wetland_treatment", null) === "exclude_with_buffer",
  flood_mapped: ({ context }) => context.hasFlood,
  neighbors_unknown: (input) => !input.context.neighborsMapped && hasNeighborRules(input),
  height_unknown: (input) => !standard(input, "height_max") && !standard(input, "stories_max"),
  open_space_ruled: (input) => standard(input, "open_space_min")?.unit === "%",
  buildings_ruled: (input) => standard(input, "principal_buildings_max") !== undefined,
  front_parking_ruled: (input) => valuesOf(governing(input), "parking_behind_building").some(isForAllUses),
  low_rise_storage: ({ settled }) => settled("storage.type", null) === "drive_up",
};

const governing = ({ context, settled }: ConditionInput) =>
  districtOf(context, governingCode({ context, settled: (id) => settled(id, null) }));

const standard = (input: ConditionInput, field: string) => criterionNumber(governing(input), field);

/** Whether the ordinance asks for more distance beside some districts. */
const hasNeighborRules = (input: ConditionInput) =>
  ["transition_setback", "buffer_by_adjacency"].some((field) => valuesOf(governing(input), field).length > 0);

/** What a confirmed statement of the goal settles; a value that was only read from the goal is recommended, not settled. */
function inferenceOf(question: AskedQuestion, { goal }: InterviewContext, answered: unknown): InferredAnswer[] {
  const { questionId, zoneId, data } = question;
  if (answered !== undefined || zoneId !== null) return [];
  const from = inferences[questionId];
  const stated = from === undefined ? undefined : goal[from.key];
  if (!from || stated?.provenance !== "user_confirmed") return [];
  const value = from.answer(stated.value);
  return value === undefined
    ? []
    : [{ questionId, zoneId, value, unit: data.unit, statement: from.statement(stated.value) }];
}

const inferences: Readonly<
  Record<string, { readonly key: string; answer(value: unknown): unknown; statement(value: unknown): string }>
> = {
  "mf.target": {
    key: "unit_count",
    answer: (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5000 ? { units: value } : undefined,
    statement: (value) => `The goal asks for ${value} dwelling units.`,
  },
  "site.access_points": {
    key: "access_point_count",
    answer: (value) => (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3 ? value : undefined),
    statement: (value) => `The goal asks for ${value} access point${value === 1 ? "" : "s"}.`,
  },
};
