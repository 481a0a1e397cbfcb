/** Public API of `agent`: a question and tools in, a grounded turn out. */
export { type Agent, type AgentDeps, makeAgent } from "./answer-turn.ts";
export { dimensionFeatures, shippedDimensionModel } from "./extractive/question/dimension-model.ts";
export {
  type AskedKind,
  askedKinds,
  type KindWeights,
  kindFeatures,
  kindsUnder,
  shippedKinds,
} from "./extractive/question/question-kind.ts";
export {
  shippedUseModel,
  tagsUnder,
  type UseTagger,
  useLabelFeatures,
  usePhrasesUnder,
  useTagFeatures,
  wordsWithPlaces,
} from "./extractive/question/use-model.ts";
export { type Fact, type FactCitation, type ListedDistrict, type ListedDocument, quoted } from "./facts.ts";
export {
  type GoalKey,
  type GoalReading,
  type GoalValue,
  goalKeys,
  type Typology,
  typologies,
} from "./goal/goal.ts";
export { type GoalReader, makeGoalReader } from "./goal/read-goal.ts";
export { readGoalByRules } from "./goal/read-goal-by-rules.ts";
export { addsNothing } from "./grounding/added-words.ts";
export { type GroundingRequest, groundText } from "./grounding/ground-draft.ts";
export type { CiteSpan, VerifyCitation } from "./grounding/write-answer.ts";
export {
  type CatalogueModel,
  type CatalogueOptions,
  type ModelCatalogue,
  makeModelCatalogue,
  type ResolvedModel,
} from "./models/catalogue.ts";
export type { ModelSettings } from "./models/model-settings.ts";
export type { OpenAiEndpoint } from "./models/openai-model.ts";
export type { ModelCall, OnModelCall } from "./models/watch-model.ts";
export { rewriteFollowUp, type StandaloneQuestion } from "./question/follow-up.ts";
export { makeSummariser, type SummariserDeps, type Summary, type SummaryRequest } from "./summary/summarise.ts";
export { bodyNouns, bodyWords, memberNouns } from "./text/public-bodies.ts";
export type { AgentTool, ToolOutcome, TurnArtifact } from "./tool.ts";
export type {
  AnswerStatus,
  MarkedCitation,
  ModelSelection,
  OrderedWork,
  PreviousTurn,
  SiteFacts,
  TokenUsage,
  ToolUse,
  TurnBudget,
  TurnEvent,
  TurnOptions,
  TurnOutcome,
  TurnQuestion,
} from "./turn.ts";
