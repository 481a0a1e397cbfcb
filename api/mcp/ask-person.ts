import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isRecord } from "../http/closed-schema.ts";
import type { Problem } from "../http/problem.ts";
import type { ToolArguments } from "../tools/tool.ts";

/** A decision that a person has to make before an operation goes on. */
export interface Choice {
  readonly decision: string;
  readonly prompt: string;
  readonly options: readonly { readonly label: string; readonly field: string; readonly value: unknown }[];
}

/** Tells whether the client said with this request that it can put a form before the person. */
export function canAsk(context: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  return isRecord(capabilities) && isRecord(capabilities.elicitation);
}

/** Gives the decisions that a refusal asks for; none when it asks for nothing. */
export function choicesOf(refusal: Problem | undefined): Choice[] {
  const choices = refusal?.code === "confirmation_required" ? refusal.members.choices : undefined;
  return Array.isArray(choices) ? choices.filter(isChoice) : [];
}

/** Makes the answer that has the client put every decision before the person. */
export function questionsFor(choices: readonly Choice[]): InputRequiredResult {
  return inputRequired({
    inputRequests: Object.fromEntries(
      choices.map(({ decision, prompt, options }) => [
        decision,
        inputRequired.elicit({
          message: prompt,
          requestedSchema: {
            type: "object",
            properties: { choice: { type: "string", title: "Your choice", enum: options.map(({ label }) => label) } },
            required: ["choice"],
          },
        }),
      ]),
    ),
  });
}

/**
 * Gives the fields that the person's decisions stand for; undefined while one is missing. What the client sends back only
 * picks one of the options that were found anew, so that it can say nothing that was not offered.
 */
export function chosenFields(
  choices: readonly Choice[],
  responses: ToolArguments | undefined,
): ToolArguments | undefined {
  const fields: Record<string, unknown> = {};
  for (const { decision, options } of choices) {
    const label = acceptedContent(responses, decision)?.choice;
    const option = options.find((candidate) => candidate.label === label);
    if (!option) return undefined;
    fields[option.field] = option.value;
  }
  return fields;
}

function isChoice(value: unknown): value is Choice {
  return (
    isRecord(value) &&
    typeof value.decision === "string" &&
    typeof value.prompt === "string" &&
    Array.isArray(value.options) &&
    value.options.every(
      (option) => isRecord(option) && typeof option.label === "string" && typeof option.field === "string",
    )
  );
}
