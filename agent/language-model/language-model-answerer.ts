import type { Answered, Answerer } from "../answerer.ts";
import { ModelMalformed, ModelTimeout } from "../errors.ts";
import type { ModelCatalogue } from "../models/catalogue.ts";
import { modelFailureOf } from "../models/model-failure.ts";
import { Conversation } from "./conversation.ts";
import { LimitReached, TurnMeter } from "./turn-meter.ts";

/**
 * Makes the answerer that lets a language model call the tools of the turn until it answers.
 *
 * When steps, tokens or time run out, the model is asked once more without tools, and the answer says that it may be
 * incomplete. A turn fails only when nothing has been written.
 */
export function makeLanguageModelAnswerer({ catalogue }: { readonly catalogue: ModelCatalogue }): Answerer {
  return {
    async answer(turn) {
      const meter = new TurnMeter(turn, catalogue.settings(turn.modelId));
      const conversation = new Conversation(catalogue, turn, meter);
      const answered = (limit?: Answered["limit"]): Answered => ({
        status: undefined,
        limit,
        nothingLocated: conversation.nothingLocated,
        served: meter.served,
        usage: meter.usage,
      });
      const hasAnswer = async () => {
        await conversation.settle();
        return turn.text.written().citations.length > 0;
      };
      try {
        await conversation.run();
        return answered();
      } catch (error) {
        const cause = meter.failure ?? error;
        const failure = cause instanceof LimitReached ? cause : (modelFailureOf(cause, turn.modelId) ?? cause);
        if (meter.refusal !== undefined) throw meter.refusal;
        if (turn.signal.aborted) throw failure;
        if (failure instanceof LimitReached) {
          if (turn.desk.all().length + turn.desk.facts().length === 0) throw withoutEvidence(failure, turn.modelId);
          const refused = await conversation.conclude().then(
            () => undefined,
            (last: unknown) => modelFailureOf(last, turn.modelId) ?? last,
          );
          if (refused !== undefined && !(await hasAnswer())) throw meter.refusal ?? refused;
          return answered(failure.limit);
        }
        // What was checked and passed on before the model failed stays.
        if (await hasAnswer()) return answered("model");
        throw failure;
      }
    },
  };
}

function withoutEvidence({ limit, message }: LimitReached, modelId: string) {
  return limit === "time" ? new ModelTimeout(modelId, message) : new ModelMalformed(modelId, message);
}
