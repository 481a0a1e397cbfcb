import { siteMeasureOf } from "../lexicon/site-standards.ts";
import { type CountedArea, uncountedStandard } from "../lexicon/uncounted-land.ts";
import { clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import { inDigits } from "./number-words.ts";
import type { SiteRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";
import { areasComputedIn, netAreaNamed, type UncountedLand, uncountedLandIn } from "./uncounted-land.ts";

const confidence = 0.9;
const longestSentence = 600;
const onDensity = /\bdensit(?:y|ies)\b|\bintensity\b|\bfloor area\b|\blot area\b|\bdimensional\b/i;
const ofDefinitions = /\bdefin(?:itions?|ed)\b|\bterms\b/i;
/** How an entry of a list of definitions begins: "Buildable area.", "Net acres shall be". */
const entry =
  /^\W{0,3}(?:\(?\w{1,3}[.)]\s+)?["“]?(?:the\s+)?(?:\w+\s+){0,3}?\w+["”]?\s*(?:[.:–—]|-\s|means|is\b|shall (?:be|mean))/i;

/** A sentence or the labels of a cell. */
interface Place {
  readonly chunk: RuleChunk;
  readonly start: number;
  readonly end: number;
  /** With its numbers in digits. */
  readonly text: string;
}

interface Definition extends Place {
  readonly lands: readonly UncountedLand[];
}

/**
 * Returns the land that a document takes out of the area from which density and floor area are computed: "density is computed
 * on the buildable area", whose definition takes out wetlands; or one sentence that says both. With a definition there is a
 * rule of each place, that of the limit first.
 */
export function readNetAreas(chunks: readonly RuleChunk[], register: DistrictRegister): SiteRule[] {
  const sentences = chunks.flatMap((chunk) =>
    clausesOutsideTables(chunk, longestSentence).map(
      ({ text, start, end }): Place => ({ chunk, start, end, text: inDigits(text) }),
    ),
  );
  const definitions = definitionsIn(sentences);
  const rules = [...sentences, ...chunks.flatMap(labelsIn)].flatMap((place): SiteRule[] => {
    if (nameDefined(place) !== undefined) return [];
    const areas = areasComputedIn(place.text);
    if (areas.length === 0) return [];
    const own = uncountedLandIn(place.text);
    const defined = own.length > 0 ? undefined : definitionFor(place, definitions);
    return areas.flatMap((area) => rulesOf(place, { area, lands: defined?.lands ?? own, defined }, register));
  });
  return rules.filter((rule) => rule.conditions.length === 0 || !rules.some((other) => saysForAll(other, rule)));
}

/** A case that says what holds for all adds nothing. */
const saysForAll = (one: SiteRule, other: SiteRule) =>
  one.standard === other.standard && one.value === other.value && one.binding === "all" && one.conditions.length === 0;

/** The labels of the cells of tables: "Maximum density (units per acre of buildable land)". */
function labelsIn(chunk: RuleChunk): Place[] {
  return chunk.rows.flatMap(({ label, cells, charStart, charEnd }) =>
    cells.map(({ column, value }) => ({
      ...{ chunk, start: charStart, end: charEnd },
      text: inDigits(`${label} ${column} ${netAreaNamed(value) === undefined ? "" : value}`),
    })),
  );
}

/** The net area that an entry defines. */
const nameDefined = ({ text }: Place) => netAreaNamed(entry.exec(text)?.[0] ?? "");

/** The entries that define a net area. An entry may go on in the lines behind its first one. */
function definitionsIn(sentences: readonly Place[]): readonly Definition[] {
  return sentences.flatMap((place) => {
    const { chunk, start } = place;
    if (nameDefined(place) === undefined) return [];
    const from = start - chunk.charStart;
    const rest = chunk.text.slice(from, from + longestSentence);
    const length = Math.max(place.end - start, rest.search(/\.(?=\s|$)(?<!^.{0,40})/s) + 1);
    const lands = uncountedLandIn(inDigits(rest.slice(0, length)));
    return lands.length === 0 ? [] : [{ ...place, end: start + length, lands }];
  });
}

/** The definition of the net area that a sentence names: one of its own section, or the only one of the chapter of definitions. */
function definitionFor({ text, chunk }: Place, definitions: readonly Definition[]): Definition | undefined {
  const name = netAreaNamed(text);
  const own = definitions.filter((one) => nameDefined(one) === name);
  const near = own.filter((one) => one.chunk.headingPath.at(-1) === chunk.headingPath.at(-1));
  const [first, ...others] = near.length > 0 ? near : own.filter((one) => isOfDefinitions(one));
  const isOne = others.every(({ lands }) => JSON.stringify(lands) === JSON.stringify(first?.lands));
  return isOne ? first : undefined;
}

const isOfDefinitions = ({ chunk }: Place) => chunk.headingPath.some((heading) => ofDefinitions.test(heading));

interface Computed {
  readonly area: CountedArea;
  readonly lands: readonly UncountedLand[];
  readonly defined: Definition | undefined;
}

function rulesOf(place: Place, { area, lands, defined }: Computed, register: DistrictRegister): SiteRule[] {
  const { chunk, text } = place;
  const isForAll = isOfDefinitions(place);
  const stand = { headingPath: chunk.headingPath, text, subject: onDensity };
  const { districts, binding } = isForAll ? { districts: [], binding: "all" as const } : districtsAt(stand, register);
  const special = isForAll ? null : (specialChapterOf(stand, register) ?? usesAt(stand, districts));
  return lands.flatMap(({ land, value }) => {
    const standard = uncountedStandard(area, land);
    return [place, ...(defined ? [defined] : [])].map(
      (at): SiteRule => ({
        ...{ kind: "site", standard, ...siteMeasureOf(standard), value, districts, binding, notes: [], confidence },
        conditions: special === null ? [] : [special],
        evidence: { chunk: at.chunk.ordinal, charStart: at.start, charEnd: at.end },
      }),
    );
  });
}
