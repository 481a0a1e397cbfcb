import type { ModelCatalogue } from "../models/catalogue.ts";
import { goalPrompt } from "../prompts/prompts.ts";
import {
  type GoalKey,
  type GoalReading,
  type GoalValue,
  goalKeys,
  parkingApproaches,
  phasings,
  typologies,
} from "./goal.ts";
import { readGoalByRules } from "./read-goal-by-rules.ts";

/** Reads goals: by rules always, and by the configured language model for what the rules leave open. */
export interface GoalReader {
  /**
   * Returns what a goal states. Null when a language model is configured and could not be asked: the caller then asks
   * the person everything.
   */
  read(goal: string, signal?: AbortSignal): Promise<GoalReading | null>;
}

const deadlineMs = 20_000;

/** Makes the reader of goals. */
export function makeGoalReader(deps: {
  readonly catalogue: Pick<ModelCatalogue, "resolve" | "chatModel">;
}): GoalReader {
  return {
    async read(goal, signal) {
      const byRules = readGoalByRules(goal);
      const model = resolveAuto(deps.catalogue);
      if (model === "local") return byRules;
      if (model === "unavailable") return null;
      try {
        const byModel = await askModel(deps.catalogue, model.id, goal, signal);
        return { ...byModel, ...byRules };
      } catch {
        signal?.throwIfAborted();
        return null;
      }
    },
  };
}

function resolveAuto(catalogue: Pick<ModelCatalogue, "resolve">): { readonly id: string } | "local" | "unavailable" {
  try {
    const { resolved, model } = catalogue.resolve(null);
    return model.isLocal ? "local" : { id: resolved };
  } catch {
    return "unavailable";
  }
}

async function askModel(
  catalogue: Pick<ModelCatalogue, "chatModel">,
  modelId: string,
  goal: string,
  signal: AbortSignal | undefined,
): Promise<GoalReading> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const ask = `<goal>\n${goal.replace(/[<>]/g, " ")}\n</goal>`;
  const model = await catalogue.chatModel(modelId);
  const reply = await model.invoke(
    [
      ["system", goalPrompt],
      ["human", ask],
    ],
    { signal: signal ? AbortSignal.any([signal, deadline]) : deadline },
  );
  return readReply(reply.text, goal);
}

/**
 * Takes from a model's reply what stands in the goal: a value of the right kind whose evidence is a span of the goal, and
 * whose number, if it has one, is in that span.
 *
 * @throws SyntaxError when the reply holds no JSON object
 */
export function readReply(text: string, goal: string): GoalReading {
  const json: unknown = JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? "");
  if (typeof json !== "object" || json === null) throw new SyntaxError("the reply is no object");
  const found: Partial<Record<GoalKey, GoalValue>> = {};
  for (const key of goalKeys) {
    const member: unknown = (json as Record<string, unknown>)[key];
    if (typeof member !== "object" || member === null) continue;
    const { value, evidence } = member as { value?: unknown; evidence?: unknown };
    if (typeof evidence !== "string" || evidence.trim() === "" || !goal.includes(evidence)) continue;
    if (!isValueOf(key, value)) continue;
    if (typeof value === "number" && !states(evidence, value)) continue;
    found[key] = { value, evidence, confidence: 0.8 };
  }
  return found;
}

const numbersInWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

function states(evidence: string, value: number): boolean {
  const digits = evidence.replace(/(\d),(?=\d{3})/g, "$1");
  const word = numbersInWords[value];
  return (
    new RegExp(String.raw`(?<![\d.])${value}(?![\d.]*\d)`).test(digits) ||
    (word !== undefined && evidence.toLowerCase().includes(word))
  );
}

function isValueOf(key: GoalKey, value: unknown): value is GoalValue["value"] {
  switch (key) {
    case "primary_typology":
      return isOneOf(typologies, value);
    case "secondary_typologies":
      return Array.isArray(value) && value.length > 0 && value.every((one) => isOneOf(typologies, one));
    case "has_existing_structure":
    case "rezone_intent":
      return typeof value === "boolean";
    case "parking_approach":
      return isOneOf(parkingApproaches, value);
    case "phasing":
      return isOneOf(phasings, value);
    case "target_zoning_code":
      return typeof value === "string" && value.length > 0 && value.length <= 60;
    default:
      return typeof value === "number" && Number.isFinite(value) && value > 0;
  }
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === "string" && words.includes(value);
}
