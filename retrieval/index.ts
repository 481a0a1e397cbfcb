/** Public API of `retrieval`: a question in, ranked passages with verified citations out. */

export {
  type DimensionId,
  namedReferences,
  readSection,
  type SectionReference,
  waysToWrite,
} from "../ingest/index.ts";
export type { Citation } from "./citation.ts";
export { citePassage, citeSpan, isVerbatim, passageOfCitation, verifyCitation } from "./cite.ts";
export { type DocumentSpan, readDocumentSpan } from "./document-text.ts";
export { SearchUnavailable } from "./errors.ts";
export type { HybridSettings } from "./first-stage.ts";
export { type HybridRetrieverDeps, makeHybridRetriever } from "./hybrid-retriever.ts";
export {
  type LayRule,
  makeLayExpansions,
  type OtherWording,
  otherWordingsIn,
  readLayRules,
} from "./keyword/lay-expansions.ts";
export { makeLearnedWordings, sayingsIn, shippedWordings } from "./keyword/learned-wordings.ts";
export type { Expansions } from "./keyword/question.ts";
export { makeSegmentCache, type SegmentCache } from "./keyword/segment-cache.ts";
export { findUnsearchableAsOf } from "./live-documents.repository.ts";
export type {
  DistrictProvisions,
  DistrictStandard,
  DistrictUse,
  ParkingProvision,
  Passage,
  PassageOrigin,
  RetrievalResult,
  Retriever,
  SearchScope,
} from "./passage.ts";
export { withoutPlaceName } from "./place-names.ts";
export { readPassages } from "./read-passages.ts";
export { type CohereReranker, type CohereRerankerOptions, makeCohereReranker } from "./rerank/cohere-reranker.ts";
export { featureWeights } from "./rerank/feature-weights.ts";
export { candidateFeatures, degreesOf } from "./rerank/linear-rerank.task.ts";
export { makeLinearReranker } from "./rerank/linear-reranker.ts";
export type { PassageFeatures } from "./rerank/passage-features.ts";
export { shippedSayings } from "./rerank/question-likelihood.ts";
export type { RerankCandidate, Reranker, RerankQuestion } from "./rerank/reranker.ts";
export type { CitedNote, CitedRule } from "./rules/cite-rules.ts";
export type { NamedDistrict } from "./rules/named-districts.ts";
export { makeRuleReader, type RuleReader, type RulesOfDocument } from "./rules/read-rules.ts";
export type { OnStage, RetrievalStage } from "./stage-clock.ts";
