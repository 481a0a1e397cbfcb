import { isGisLink } from "./gis-links.ts";
import { type OrdinancePublisher, publisherOf } from "./ordinance-publishers.ts";

/** What is known of an address when it has to be decided what becomes of it. */
export interface RoutedSource {
  readonly url: URL;
  readonly title: string;
  readonly category: string;
  /** Of the project; null where it is not known. */
  readonly municipality: string | null;
  readonly county: string | null;
  readonly hasGoverningOrdinance: boolean;
}

/** How sure a decision is: a known publisher or the caller's own word, or words of the address and title. */
export type Confidence = "high" | "medium";

/** What becomes of an address. */
export type Routing =
  | { readonly to: "project_document" | "supplemental_ordinance"; readonly confidence: Confidence }
  | { readonly to: "gis" }
  | { readonly to: "closed_publisher"; readonly publisher: OrdinancePublisher }
  /** It looks like the law that governs the project's land, which nobody but a person may decide. */
  | { readonly to: "governing"; readonly target: "municipal" | "county"; readonly confidence: Confidence }
  /** It looks like the whole law of some place, and it cannot be told whether that is the project's. */
  | { readonly to: "unclear" };

/** Categories by which a caller decides, in the words of the interface. */
export const settlingCategories = {
  supplemental: ["supplemental", "supplemental_ordinance"],
  document: ["document", "project_document"],
  governing: ["ordinance", "governing", "governing_ordinance"],
} as const;

/** A law, or a rule made under one. */
const law = /\b(?:ordinances?|by ?laws?|(?:municipal|city|town|county|village|zoning|land use|development) codes?)\b/;
const rules =
  /\b(?:zoning|subdivision|land use|land development|development|sign|wetlands?|stormwater|floodplain|tree|parking|site plan|historic district) (?:regulations?|rules|standards)\b/;
/** The name of a law that governs all building of a place. */
const wholeLaw =
  /\b(?:zoning|land development|land use|unified development|development) (?:ordinances?|by ?laws?|codes?|regulations|resolution)\b|\bcodes? of ordinances\b|\b(?:municipal|city|town|county|village) code\b|\bgeneral by ?laws\b/;
/** Words of what is about a law, or only a piece of one. */
const piece =
  /\b(?:amend(?:ment|ments|ed|ing)|drafts?|proposed|summary|guides?|guidelines|handbook|faq|checklist|applications?|forms?|fees?|maps?|overlays?|appendix|articles?|chapters?|sections?|excerpts?|agendas?|minutes|reports?|memos?|supplements?|supplemental)\b/;

/**
 * Decides what becomes of an address, by these rules in their order: a map goes to the registration of GIS services; a
 * publisher whose terms exclude programs is not asked; a caller who says "document" or "supplemental" has decided; an
 * ordinance (of a known publisher, by category, or by the words of its path and title) is supplemental law, unless it
 * looks like the law that governs the project; anything else is a document of the project.
 */
export function routeSource(source: RoutedSource): Routing {
  const { url } = source;
  if (isGisLink(url)) return { to: "gis" };
  const publisher = publisherOf(url.hostname);
  if (publisher?.closedBecause !== undefined) return { to: "closed_publisher", publisher };
  const category = source.category
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const says = (kind: keyof typeof settlingCategories) =>
    (settlingCategories[kind] as readonly string[]).includes(category);
  if (says("document")) return { to: "project_document", confidence: "high" };
  if (says("supplemental")) return { to: "supplemental_ordinance", confidence: "high" };
  const words = wordsOf(`${decoded(url.pathname)} ${source.title}`);
  const isByWords = law.test(words) || rules.test(words) || wholeLaw.test(words);
  if (!publisher && !says("governing") && !isByWords) return { to: "project_document", confidence: "medium" };
  const confidence = publisher || says("governing") ? "high" : "medium";
  const isWhole = publisher ? isWholeCode(url, words) : wholeLaw.test(words) && !piece.test(words);
  const target = isWhole ? placeNamedIn(source, words) : undefined;
  if (target) return { to: "governing", target, confidence };
  if (!source.hasGoverningOrdinance) {
    if (says("governing")) return { to: "governing", target: "municipal", confidence };
    if (isWhole) return { to: "unclear" };
  }
  return { to: "supplemental_ordinance", confidence };
}

const longestShelf = 4;

/** A publisher's address of a whole code names no part of it. */
function isWholeCode(url: URL, words: string): boolean {
  const shelf = url.pathname.split("/").filter((part) => part !== "");
  return url.search === "" && shelf.length <= longestShelf && !piece.test(words);
}

/** Which government of the project the address or title names. */
function placeNamedIn(source: RoutedSource, words: string): "municipal" | "county" | undefined {
  const said = ` ${wordsOf(source.url.hostname)} ${words} `;
  const joined = said.replaceAll(" ", "");
  const names = (place: string) =>
    place !== "" && (said.includes(` ${place} `) || (place.length >= 5 && joined.includes(place.replaceAll(" ", ""))));
  const municipality = wordsOf(source.municipality ?? "").replace(/^(?:city|town|village|township|borough) of /, "");
  if (names(municipality)) return "municipal";
  const county = wordsOf(source.county ?? "").replace(/ (?:county|parish)$/, "");
  return county !== "" && (names(`${county} county`) || names(`${county} parish`)) ? "county" : undefined;
}

/** Plain words in lower case, parted by single spaces. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
