import { makeAgent, makeModelCatalogue, type TurnOutcome, type TurnQuestion } from "../../agent/index.ts";
import { chunkDocument, isSameCode, type RowSentence } from "../../ingest/index.ts";
import { extractRules } from "../../ingest/rules/extract-rules.ts";
import type {
  Citation,
  DistrictStandard,
  DistrictUse,
  ParkingProvision,
  Passage,
  Retriever,
  SearchScope,
} from "../../retrieval/index.ts";
import { calledBy, districtsNamed } from "../../retrieval/rules/named-districts.ts";
import { parseText } from "./documents/parse.ts";

/** A made-up document: passages laid out one after another, as a corpus would hold them. */
export interface PassageSource {
  readonly headings: readonly string[];
  readonly text: string;
  readonly page?: number;
  /** The score of the search, 0..1; middling when absent. */
  readonly score?: number;
  readonly rows?: (charStart: number) => readonly RowSentence[];
}

/** The score of a passage that a search finds near to a question and not at it: what a passage says decides then. */
const middling = 0.45;

/** Lays sources out as passages of one document whose text is theirs joined. */
export function passagesOf(sources: readonly PassageSource[], title = "Zoning Ordinance"): Passage[] {
  let charStart = 0;
  return sources.map((source, at) => {
    const span = { charStart, charEnd: charStart + source.text.length };
    charStart = span.charEnd + 1;
    return {
      ...span,
      chunkId: `chk_${at}`,
      corpusId: "corp_1",
      corpusKind: "ordinance",
      documentId: "doc_1",
      documentRevision: 1,
      documentTitle: title,
      sourceUrl: null,
      section: /\d[\d.-]*/.exec(source.headings.at(-1) ?? "")?.[0] ?? null,
      headingPath: source.headings,
      page: source.page ?? null,
      pageEnd: source.page ?? null,
      printedPage: null,
      text: source.text,
      rows: source.rows?.(span.charStart) ?? [],
      parent: span,
      rank: at + 1,
      score: source.score ?? middling - at / 100,
      origins: ["keyword"],
      scores: {},
    };
  });
}

/** A retriever that finds every passage for every query; what was asked is kept. */
export function retrieverOf(passages: readonly Passage[]): Retriever & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async search(query, _scope, options) {
      options?.signal?.throwIfAborted();
      asked.push(query);
      return {
        passages: passages.slice(0, options?.topK ?? 10),
        coverage: 1,
        embeddingModel: null,
        reranker: "none",
        rerankerFellBack: false,
      };
    },
    ofDistrict: async () => ({ passages: [], named: [], codes: [], standards: [], parking: [], uses: [] }),
    expand: async (passage) => passage,
  };
}

/** Cites a span of a passage of `passagesOf`. */
export async function citeSpanOf(passage: Passage, charStart: number, charEnd: number): Promise<Citation> {
  const { documentId, documentRevision, section, headingPath, page, pageEnd, printedPage } = passage;
  const quote = passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart);
  const where = { documentId, documentRevision, section, headingPath, page, pageEnd, printedPage };
  return {
    ...where,
    kind: "passage",
    sourceDocument: passage.documentTitle,
    sourceUrl: null,
    charStart,
    charEnd,
    quote,
    relevanceScore: passage.score,
  };
}

/** Tells whether a quote stands at its span in the text of `passagesOf`. */
export function verifierOf(passages: readonly Passage[]): (citation: Citation) => Promise<boolean> {
  const text = passages.map((passage) => passage.text).join("\n");
  return async ({ charStart, charEnd, quote }) => text.slice(charStart, charEnd) === quote;
}

/** A scope with one corpus. */
export const anyScope: SearchScope = { corpusIds: ["corp_1"] };

/** The rows of the tables in a text, as they are read at ingest; offsets count from `charStart`. */
async function rowsIn(text: string, charStart: number): Promise<RowSentence[]> {
  if (!text.includes("|")) return [];
  const document = await parseText(text);
  return chunkDocument(document).flatMap(({ rows }) => rows.map((row) => shifted(row, charStart)));
}

/** A value with every span in it moved by some characters. */
function shifted<Value>(value: Value, by: number): Value {
  if (typeof value !== "object" || value === null) return value;
  const moved = Object.entries(value).map(([key, held]) => [
    key,
    (key === "charStart" || key === "charEnd") && typeof held === "number" ? held + by : shifted(held, by),
  ]);
  return (Array.isArray(value) ? moved.map(([, held]) => held) : Object.fromEntries(moved)) as Value;
}

/** What was read from passages at ingest, looked up as the service does: the rules of the districts that are asked for. */
function lookupOf(passages: readonly Passage[]): Retriever["ofDistrict"] {
  const { districts, rules } = extractRules(passages.map((passage, ordinal) => ({ ...passage, ordinal })));
  return async ({ names: asked, subject, question }) => {
    const named = question === undefined ? [] : districtsNamed(districts, question);
    const names = asked.length > 0 ? asked : named.map(({ code }) => code);
    const isOfAll = names.length === 0 && question === undefined;
    const codes = districts
      .filter(({ code, name }) =>
        names.some((one) => isSameCode(one, code) || (name !== null && isSameCode(one, name))),
      )
      .map(({ code }) => code);
    const own = rules.map((rule) => ({ ...rule, ...rule.evidence, documentId: "doc_1" }));
    const isOwn = (rule: (typeof own)[number]) => rule.districts.some((code) => codes.includes(code));
    return {
      passages: [],
      named,
      codes: districts.flatMap((entry) => calledBy(entry, asked, districts)),
      standards:
        subject === "layout"
          ? own.flatMap((rule) => (rule.kind === "site" ? [{ ...rule, dimension: rule.standard }] : []))
          : subject === "standards"
            ? own.filter((rule) => rule.kind === "dimension" && rule.binding !== "all" && isOwn(rule))
            : [],
      parking: subject === "parking" ? own.filter((rule) => rule.kind === "parking") : [],
      uses: subject === "uses" ? own.filter((rule) => rule.kind === "use" && (isOfAll || isOwn(rule))) : [],
    } as Awaited<ReturnType<Retriever["ofDistrict"]>>;
  };
}

/** Asks the local model a question over made-up sources, which are read as at ingest and all of which every search finds. */
export async function ask(
  sources: readonly PassageSource[],
  question: string,
  {
    standards,
    parking,
    uses,
    ...context
  }: Pick<TurnQuestion, "siteFacts" | "previousTurns" | "facts"> & {
    readonly standards?: readonly DistrictStandard[];
    readonly parking?: readonly ParkingProvision[];
    readonly uses?: readonly DistrictUse[];
  } = {},
): Promise<TurnOutcome> {
  const passages = await Promise.all(
    passagesOf(sources).map(async (passage) =>
      passage.rows.length > 0 ? passage : { ...passage, rows: await rowsIn(passage.text, passage.charStart) },
    ),
  );
  const isGiven = [standards, parking, uses].some((one) => one !== undefined);
  const given = {
    passages: [],
    named: [],
    codes: [],
    standards: standards ?? [],
    parking: parking ?? [],
    uses: uses ?? [],
  };
  const agent = makeAgent({
    retriever: { ...retrieverOf(passages), ofDistrict: isGiven ? async () => given : lookupOf(passages) },
    catalogue: makeModelCatalogue(),
    citeSpan: citeSpanOf,
    verifyCitation: verifierOf(passages),
  });
  return agent.answer({ question, scope: anyScope, modelId: null, ...context });
}
