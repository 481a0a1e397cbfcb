import { type Static, Type } from "@sinclair/typebox";
import { type GoalKey, goalKeys, typologies } from "../../../agent/index.ts";

const Typology = Type.Unsafe<(typeof typologies)[number]>({
  type: "string",
  enum: [...typologies],
  description: "Building type.",
});

/** Asks what a goal settles. */
export const PlanCheckBody = Type.Object({
  goal_text: Type.String({
    minLength: 1,
    maxLength: 4_000,
    pattern: "\\S",
    description: "What is to be built, in the user's words.",
  }),
  primary_typology: Type.Optional(
    Type.Unsafe<(typeof typologies)[number]>({
      type: "string",
      enum: [...typologies],
      description: "Building type that the user has confirmed; it is not read from the goal then.",
    }),
  ),
  has_existing_structure: Type.Optional(
    Type.Boolean({ description: "Whether a building stands on the site, as the user has confirmed." }),
  ),
});
export type PlanCheckBody = Static<typeof PlanCheckBody>;

const Verdict = Type.Object({
  verdict: Type.Unsafe<"answered" | "ask">({
    type: "string",
    enum: ["answered", "ask"],
    description: "`answered`: the goal or the request settles it; `ask`: put `question` to the user.",
  }),
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
      description: "The value; present when the verdict is `answered`.",
    }),
  ),
  provenance: Type.Optional(
    Type.Unsafe<"derived" | "user_confirmed">({
      type: "string",
      enum: ["derived", "user_confirmed"],
      description: "`derived` was read from the goal; `user_confirmed` came with the request.",
    }),
  ),
  evidence: Type.Optional(Type.String({ description: "The words of `goal_text` that state the value, verbatim." })),
  question: Type.Optional(Type.String({ description: "What to ask the user; present when the verdict is `ask`." })),
});

/** What a goal settles, and what the user must still be asked. */
export const PlanCheckView = Type.Object(
  {
    verdicts: Type.Union([
      Type.Object(Object.fromEntries(goalKeys.map((key) => [key, Verdict])) as Record<GoalKey, typeof Verdict>),
      Type.Null({ description: "The configured model could not be asked: ask the user every question." }),
    ]),
    typology: Type.Optional(
      Type.Object(
        {
          value: Typology,
          confidence: Type.Number({ minimum: 0, maximum: 1, description: "How clearly the goal states it." }),
          provenance: Type.Literal("derived", { description: "It was read from the goal." }),
        },
        { description: "Building type read from the goal; absent when the request names one, or the goal none." },
      ),
    ),
  },
  { $id: "PlanCheck", description: "What a goal settles, and what the user must still be asked." },
);
export type PlanCheckView = Static<typeof PlanCheckView>;
