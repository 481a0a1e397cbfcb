import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type GivenArea, readArea } from "../../geometry/read-area.ts";
import { intersectAreas } from "../../geometry/repair-area.ts";
import { faultCode, faultWords, tellingErrors } from "./answer-fault-words.ts";
import type { InterviewContext } from "./interview-context.ts";
import type { AnswerSchema } from "./question.ts";
import { type AskedQuestion, type GivenAnswer, keyText, type QuestionKey, type Walk, walkOf } from "./walk.ts";

/** A field of a batch that cannot be recorded. */
export interface AnswerFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A batch that can be recorded: each answer with its question, and the answers that no longer apply. */
export interface CheckedBatch {
  readonly accepted: readonly { readonly question: AskedQuestion; readonly value: unknown }[];
  readonly dropped: readonly QuestionKey[];
  readonly walk: Walk;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false });
const validators = new WeakMap<AnswerSchema, ValidateFunction>();
const mostFaults = 20;

/**
 * Checks a batch against the questions of the walk, in an order in which an answer may open the question of another one.
 * Returns all faults, or what is to be recorded.
 */
export function checkBatch(
  context: InterviewContext,
  given: readonly GivenAnswer[],
  batch: Readonly<Record<string, unknown>>,
): { readonly faults: readonly AnswerFault[] } | CheckedBatch {
  const waiting = new Map(Object.entries(batch));
  const accepted: { question: AskedQuestion; value: unknown }[] = [];
  const faults: AnswerFault[] = [];
  let answers = [...given];
  const before = walkOf(context, answers);
  let walk = before;
  for (let found = true; found && waiting.size > 0; ) {
    const question = walk.questions.find((each) => memberOf(waiting, each, walk) !== undefined);
    found = question !== undefined;
    if (!question) break;
    const member = memberOf(waiting, question, walk) ?? "";
    const value = waiting.get(member);
    waiting.delete(member);
    const wrong = faultsOf(context, question, member, value);
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    accepted.push({ question, value });
    answers = [...answers.filter((answer) => keyText(answer) !== keyText(question)), { ...keyOf(question), value }];
    const then = walkOf(context, answers);
    answers = answers.filter((answer) => !given.includes(answer) || !isOutdated(answer, before, then));
    walk = walkOf(context, answers);
  }
  for (const member of waiting.keys()) {
    const message = "no question of this interview has this id now";
    faults.push({ field: `answers.${member}`, code: "unknown_question", message });
  }
  if (faults.length > 0) return { faults: faults.slice(0, mostFaults) };
  const applying = new Set(walk.questions.map(keyText));
  const counting = new Set(answers.map(keyText));
  const dropped = given.filter((answer) => !applying.has(keyText(answer)) || !counting.has(keyText(answer)));
  return { accepted, dropped: dropped.map(keyOf), walk };
}

/**
 * Whether an answer is a parking ratio for another use than the one that is built now, or one that was recommended and no longer is,
 * such as that of another unit mix.
 */
function isOutdated(answer: GivenAnswer, before: Walk, now: Walk): boolean {
  const { questionId, zoneId, value } = answer;
  if (questionId !== "parking.ratio") return false;
  const usesIn = ({ workflow, zones }: Walk) =>
    (zoneId === null ? workflow : zones.find((zone) => zone.zoneId === zoneId)?.workflow)?.uses
      .map(({ use }) => use)
      .join();
  const recommendedIn = ({ questions }: Walk) =>
    JSON.stringify(questions.find((question) => keyText(question) === keyText(answer))?.recommended?.value);
  const repeated = recommendedIn(before) === JSON.stringify(value);
  return usesIn(before) !== usesIn(now) || (repeated && recommendedIn(now) !== recommendedIn(before));
}

const keyOf = ({ questionId, zoneId }: QuestionKey): QuestionKey => ({ questionId, zoneId });

/** The member that answers a question: with one zone, its name may be given too. */
function memberOf(waiting: ReadonlyMap<string, unknown>, question: AskedQuestion, walk: Walk): string | undefined {
  const key = keyText(question);
  if (waiting.has(key)) return key;
  const [only, second] = walk.zones;
  if (question.data.scope !== "zone" || question.zoneId !== null || !only || second) return undefined;
  const named = keyText({ questionId: question.questionId, zoneId: only.zoneId });
  return waiting.has(named) ? named : undefined;
}

function faultsOf(
  context: InterviewContext,
  { questionId, data }: AskedQuestion,
  member: string,
  value: unknown,
): AnswerFault[] {
  let validate = validators.get(data.schema);
  if (!validate) {
    validate = ajv.compile(data.schema);
    validators.set(data.schema, validate);
  }
  const field = `answers.${member}`;
  if (!validate(value)) {
    return tellingErrors(validate.errors ?? [])
      .slice(0, 3)
      .map((error) => ({
        field: `${field}${error.instancePath.replaceAll("/", ".")}`,
        code: faultCode(error),
        message: faultWords(error),
      }));
  }
  if (questionId === "site.zone_boundary") return boundaryFaults(context, field, value as GivenArea);
  const message = contradictionIn(questionId, value);
  return message === undefined ? [] : [{ field, code: "contradiction", message }];
}

/** Returns what is wrong with the boundary of a zone: it encloses no land, or it lies outside the site. */
function boundaryFaults({ parcels }: InterviewContext, field: string, value: GivenArea): AnswerFault[] {
  const reading = readArea(value);
  if ("faults" in reading) {
    return reading.faults.slice(0, 3).map(({ path, code, message }) => ({ field: `${field}${path}`, code, message }));
  }
  const isAtSite = parcels.length === 0 || parcels.some((parcel) => intersectAreas(parcel, reading.geometry));
  return isAtSite ? [] : [{ field, code: "out_of_range", message: "is outside the site" }];
}

const wholes = new Set(["mf.unit_mix", "senior.level_of_care"]);

/** What a schema cannot say. */
function contradictionIn(questionId: string, value: unknown): string | undefined {
  if (wholes.has(questionId)) {
    const sum = Object.values(value as Record<string, number>).reduce((total, share) => total + share, 0);
    if (Math.abs(sum - 100) > 0.01) return `the shares add up to ${Math.round(sum * 100) / 100}, not to 100`;
  }
  if (questionId === "site.zones") {
    const ids = (value as readonly { readonly zone_id: string }[]).map(({ zone_id }) => zone_id);
    if (new Set(ids).size < ids.length) return "two zones have the same zone_id";
  }
  return undefined;
}
