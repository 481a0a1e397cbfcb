/** Public API of `ingest`: sources in; documents, chunks, vectors and a published corpus revision out. */

export { chunkDocument } from "./chunk/chunk-document.ts";
export { makeAdmission } from "./compute/admission.ts";
export { compileCacheEnvironment } from "./compute/compile-cache.ts";
export { type Compute, ComputeFailed, type ComputeTask, computeTask } from "./compute/compute.ts";
export { type ComputePool, makeComputePool } from "./compute/compute-pool.ts";
export { inlineCompute } from "./compute/inline-compute.ts";
export {
  type CellLabels,
  type CellUnit,
  type Chunk,
  type CitedItem,
  CORPUS_KINDS,
  type CorpusKind,
  type DocumentTable,
  type IngestReport,
  type IngestWarning,
  type LegendEntry,
  type MapLayer,
  type OutlineNode,
  type PageSpan,
  type ParsedDocument,
  type RowCell,
  type RowSentence,
  type Span,
  type TableCell,
  type TableLabel,
  type TableNote,
  type TableRow,
} from "./corpus.ts";
export type { Embedder, EmbeddingUse } from "./embed/embedder.ts";
export {
  dropOtherVectors,
  findEmbeddingState,
  nameFirstEmbedder,
  setTarget as setTargetEmbedder,
} from "./embed/embedding-state.repository.ts";
export {
  makeOpenAiEmbedder,
  modelOfEndpoint,
  type OpenAiEmbedder,
  type OpenAiEmbedderOptions,
  openOpenAiEmbedder,
} from "./embed/openai-embedder.ts";
export {
  askedTerms,
  pairsOf,
  type QuestionEncoder,
  type QuestionModel,
  questionModelFiles,
  readQuestionEncoder,
} from "./embed/question-encoder.ts";
export { reembed } from "./embed/reembed.ts";
export { makeStaticEmbedder } from "./embed/static-embedder.ts";
export {
  addModelRow,
  encodeStaticModel,
  poolTerms,
  readStaticModel,
  type StaticModel,
  shippedStaticModel,
} from "./embed/static-model.ts";
export {
  exactScanUpTo,
  findVectorIndex,
  type TendOptions,
  tendVectorIndexes,
  type VectorIndexForm,
  vectorIndexForm,
} from "./embed/vector-index.ts";
export { DocumentUnreadable, type UnreadableCode, unreadableCodes } from "./errors.ts";
export type { FetchNetwork } from "./fetch/connect.ts";
export { FetchFailed, type FetchFailureCode } from "./fetch/errors.ts";
export { isPublicAddress } from "./fetch/public-address.ts";
export { type FetchedResource, type FetchLimits, type SafeFetchOptions, safeFetch } from "./fetch/safe-fetch.ts";
export { type OutboundResponse, safeRequest } from "./fetch/safe-request.ts";
export { type FetchPolicy, readTarget } from "./fetch/target.ts";
export { analyse, analyserVersion, termOf, tokensOf } from "./keyword/analyse.ts";
export {
  buildKeywordSegment,
  type KeywordSegment,
  type KeywordSource,
  keywordFields,
  keywordVersion,
  makePause,
  openKeywordSegment,
} from "./keyword/keyword-segment.ts";
export { mergeSegments } from "./keyword/merge-segments.ts";
export { isQuestionWord } from "./keyword/question-words.ts";
export { rebuildKeywordSegment } from "./keyword/rebuild-segment.ts";
export type { DimensionId } from "./lexicon/dimensions.ts";
export { usesOfEntry } from "./lexicon/entry-series.ts";
export { type LabelFeatures, type LabelModel, likelihoodsUnder, readLabelModel } from "./lexicon/label-model.ts";
export { type LeadKind, leadFeatures, shippedLeadModel } from "./lexicon/list-leads.ts";
export { dwellingUses } from "./lexicon/parking-uses.ts";
export { remembered } from "./lexicon/remembered.ts";
export { isResidentialDistrict, residentialDistricts } from "./lexicon/residential-districts.ts";
export { ruleName } from "./lexicon/rule-names.ts";
export {
  otherNearWetlands,
  type SiteStandardId,
  siteStandardIds,
  siteStandardWords,
  specialBuildings,
  specialStalls,
} from "./lexicon/site-standards.ts";
export {
  type CountedArea,
  type UncountedLandId,
  uncountedLandIds,
  uncountedStandard,
  uncountedStandardIds,
} from "./lexicon/uncounted-land.ts";
export { entryFeatures, shippedEntryModel, type UsesNamed, usesNamedIn } from "./lexicon/uses-named.ts";
export {
  cuesIn,
  forbiddenPart,
  ownVerdict,
  permitsInCase,
  strictest,
  type Verdict,
  verdictIn,
} from "./lexicon/verdicts.ts";
export { isBetween, referencesIn } from "./outline/cross-references.ts";
export {
  namedReferences,
  readSection,
  type SectionReference,
  waysToWrite,
  withLetterApart,
} from "./outline/section-reference.ts";
export { makeIngestReport } from "./parse/ingest-report.ts";
export { detectMediaType, headBytes } from "./parse/media-type.ts";
export { type DocumentSource, type ParseOptions, parseDocument } from "./parse/parse-document.ts";
export { type ReadOptions, type ReadResult, type ReadSource, readDocument } from "./parse/read-document.ts";
export { readDocumentWell } from "./parse/read-well.ts";
export {
  declarableMediaTypes,
  type ParseableMediaType,
  parseableMediaTypes,
  plainMediaType,
  promisedType,
  readableInWords,
} from "./parse/readable-types.ts";
export { symbolCharacters } from "./parse/symbol-characters.ts";
export {
  createCorpus,
  createDocument,
  purgeDocument,
  removeDocument,
  sweepUnreachable,
} from "./publish/documents.ts";
export { PublishRefused } from "./publish/errors.ts";
export {
  embeddingTextOf,
  type PublishedRevision,
  type PublishOptions,
  publishRevision,
  type RevisionToPublish,
  vectorText,
} from "./publish/publish-revision.ts";
export { dimensionOf } from "./rules/dimension-of-label.ts";
export { isSameCode, normalCode } from "./rules/district-code.ts";
export { rulesOfDocument } from "./rules/extract-rules.ts";
export { floorAreaWords } from "./rules/loading-spaces.ts";
export { neighborWords } from "./rules/neighbor-distances.ts";
export { groupOf } from "./rules/read-table-rules.ts";
export {
  type DimensionRule,
  type DistrictEntry,
  type DistrictPlace,
  type DocumentRules,
  type FloorAreaBand,
  type MeasuredRule,
  type ParkingRule,
  type PlaceSubject,
  type Rule,
  rulesVersion,
  type SiteRule,
  type UseRule,
} from "./rules/rule.ts";
export type { RuleChunk } from "./rules/rule-chunk.ts";
export { usesNamed } from "./rules/rule-place.ts";
export { type RevisionPlace, saveRules } from "./rules/rules.repository.ts";
export { rulesTask } from "./rules/rules-task.ts";
export { isOfSpecialForm } from "./rules/section-scope.ts";
