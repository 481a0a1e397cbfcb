import type { Chunk, ParsedDocument } from "../corpus.ts";
import { usesNamedIn } from "../lexicon/uses-named.ts";
import { districtPlaces } from "./district-places.ts";
import { districtRegister } from "./district-register.ts";
import { readGeneralRules } from "./general-rules.ts";
import { readClauseRules } from "./read-clause-rules.ts";
import { readFrontParking } from "./read-front-parking.ts";
import { readGroundShares } from "./read-ground-shares.ts";
import { readLoading } from "./read-loading.ts";
import { readNeighborRules } from "./read-neighbor-rules.ts";
import { readNetAreas } from "./read-net-areas.ts";
import { readParkingRules } from "./read-parking-rules.ts";
import { readSiteRules } from "./read-site-rules.ts";
import { readTableRules } from "./read-table-rules.ts";
import type { DocumentRules, UseEntry, UseRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { exceptingLeads, isOfSchedule, scopeOfSection } from "./section-scope.ts";
import { usesTakenOver } from "./taken-over-uses.ts";
import { withTwoCoverages } from "./two-coverages.ts";
import { readUseLists } from "./use-list-rules.ts";
import { readUseSentences } from "./use-sentences.ts";
import { readUseTables } from "./use-table-rules.ts";

/** Most rules that are kept of one document. */
const mostRules = 20_000;

/** Returns the rules of a document that was read, as `extractRules` does. */
export function rulesOfDocument({ text }: Pick<ParsedDocument, "text">, chunks: readonly Chunk[]): DocumentRules {
  return extractRules(chunks.map((chunk) => ({ ...chunk, text: text.slice(chunk.charStart, chunk.charEnd) })));
}

/** Tells of an entry which uses it names. */
const withNames = (entry: UseEntry): UseRule => ({ ...entry, names: usesNamedIn(entry.words, entry.group) });

/** Publishers print a whole path as one heading: "Article III - District regulations > Division 6 - C-1 Commercial office". */
const levelsOf = (heading: string) => heading.split(/\s+[>»›]\s+/);

/** Returns the districts of a document, the rules that its tables and clauses state, and where it rules on each district. Its cost is linear in the text. */
export function extractRules(read: readonly RuleChunk[]): DocumentRules {
  const chunks = read.map((chunk) => ({ ...chunk, headingPath: chunk.headingPath.flatMap(levelsOf) }));
  const register = districtRegister(chunks);
  const leads = exceptingLeads(chunks);
  const rules = chunks.flatMap((chunk, at) => {
    const scope = scopeOfSection(chunk.headingPath, register);
    const lead = leads[at];
    const read = [...readTableRules(chunk, register), ...readClauseRules(chunk, register)];
    const standards = withTwoCoverages(read, chunk).map((rule) => {
      const isOfScope = scope !== undefined && !isOfSchedule(rule, scope);
      const scopes = [...(isOfScope ? [scope] : []), ...(lead === undefined ? [] : [lead])];
      return { ...rule, conditions: [...scopes, ...rule.conditions] };
    });
    return [...standards, ...readGroundShares(chunk, register), ...readParkingRules(chunk)];
  });
  const uses = [
    ...readUseTables(chunks, register),
    ...readUseLists(chunks, register),
    ...readUseSentences(chunks, register),
  ].map(withNames);
  const all = [...rules, ...uses, ...readGeneralRules(chunks, rules, register)];
  return {
    districts: register.entries,
    rules: [
      ...all,
      ...chunks.flatMap((chunk) => readSiteRules(chunk, register)),
      ...readNetAreas(chunks, register),
      ...chunks.flatMap((chunk) => readFrontParking(chunk, register)),
      ...chunks.flatMap((chunk) => readLoading(chunk, register)),
      ...chunks.flatMap((chunk) => readNeighborRules(chunk, register)),
      ...usesTakenOver(uses, { register, chunks, most: mostRules }),
    ].slice(0, mostRules),
    places: districtPlaces(chunks, all, register),
  };
}
