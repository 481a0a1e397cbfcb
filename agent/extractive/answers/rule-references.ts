import { announcedReferences, type SectionReference } from "../../../retrieval/index.ts";
import { type District, districtsIn } from "../question/districts.ts";

/** A rule that sends the reader to another district, section or table for what it sets: "the same as in the R-1 District". */
export interface RuleReference {
  readonly districts: readonly District[];
  readonly sections: readonly SectionReference[];
  /** Numbers of tables: "2" of "see Table 2". */
  readonly tables: readonly string[];
  /** What the rule says before and beside what it names: what is referred on. */
  readonly matter: string;
  /** What it takes out again: "except that the lot area shall be 8,000"; "" when it takes nothing out. */
  readonly except: string;
  /** Span in the text, from the words that refer to the end of what they name. */
  readonly start: number;
  readonly end: number;
}

/** Words right before another district that make a rule follow what holds there. */
const followingDistrict = [
  String.raw`\bsame\s+(?:[\w-]+\s+){0,3}?(?:as|that)\b`,
  String.raw`\bidentical\s+(?:to|with)\b`,
  String.raw`\bas\s+(?:(?:is|are|may\s+be|otherwise)\s+)*(?:required|specified|provided|prescribed|regulated|set\s+(?:forth|out)|established|stated|listed|given|shown|found|contained|permitted|outlined|in|for|per)\b`,
  String.raw`\b(?:compl(?:y|ies|iance)|conform\w*|accordance|consistent|agree)\s+(?:to|with)\b`,
  String.raw`\b(?:meets?|follows?|obeys?|observes?|satisf(?:y|ies))\b`,
  String.raw`\b(?:governed|regulated|controlled|bounded|limited|determined)\s+by\b`,
  String.raw`\bsee(?:\s+also)?\b|\brefer\s+to\b`,
];
/** Words right before a section that make a rule follow it. */
const followingSection = [
  ...followingDistrict,
  String.raw`\b(?:set|prescribed|required|fixed|limited|regulated)\s+(?:by|in|under)\b`,
  String.raw`\b(?:set\s+(?:forth|out)|specified|listed|shown|given|found|contained|stated|provided\s+for|described|established)\s+(?:in|by|under)\b`,
  String.raw`\bsubject\s+to\b|\bper\b|\bpursuant\s+to\b|\bwhat\b|\b(?:that|which|as)\s*$`,
];
const districtCue = new RegExp(followingDistrict.join("|"), "gi");
const sectionCue = new RegExp(followingSection.join("|"), "gi");
/** "The regulations of the R-1 District shall apply": what is named stands before the verb. */
const ruling =
  /\b(?:requirements?|regulations?|standards?|provisions?|restrictions?|limitations?|limits?)\b(?![^.;:]*\bfollowing\b)[^.;:]{0,60}$/i;
const applying =
  /^[^.;:]{0,60}?\b(?:(?:shall|must|will|also)\s+)*(?:apply|applies|govern|governs|control|controls|prevail|be\s+(?:met|observed|followed|complied\s+with|applied|applicable))\b/i;
/** What stands between the words that refer and what they name is a few plain words; an amount or "this" is another matter. */
const notBetween = /\d|\b(?:this|these|following|below|herein|permit|approval|approved)\b|[.;:]/i;
const longestBetween = 90;
/** A rule that goes beside another, or gives way to it, takes no value from it. */
const besideOnly =
  /\b(?:notwithstanding|in addition to|except\s+(?:as|when|where|for)\b[^.;]{0,60}|unless\b[^.;]{0,60}|other than|in lieu of|not\s+(?:be\s+)?subject\s+to)\s*[^.;,]{0,30}$/i;
const exception = /\b(?:except(?:ing)?|excluding|other than|but|provided|unless|however|save)\b[\s,]*(?:that|for|as)?/i;
const table = /\btables?\s+(?:no\.?\s*)?(?<number>\d[\w.-]*|[IVX]+\b|[A-Z]\b(?:-\d+)?)/gi;

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly districts?: readonly District[];
  readonly section?: SectionReference;
  readonly table?: string;
}

/** Reads the references of a rule to other districts. */
export function districtReferencesIn(text: string): RuleReference[] {
  return referencesTo(districtMentions(text), text);
}

/** Reads the references of a rule to other sections, divisions and tables of its code. */
export function sectionReferencesIn(text: string): RuleReference[] {
  const sections = announcedReferences(text).map((section): Mention => {
    const { charStart: start, charEnd: end } = section;
    return { start, end, section };
  });
  const tables = [...text.matchAll(table)].map((match): Mention => {
    const { index: start } = match;
    return { start, end: start + match[0].length, table: (match.groups?.number ?? "").replace(/[.-]+$/, "") };
  });
  return referencesTo([...sections.filter(({ start }) => !isOtherLaw(text, start)), ...tables], text);
}

/** A text with its references to other districts blanked out, since they do not say where it holds; offsets stay. */
export function withoutDistrictReferences(text: string): string {
  let plain = text;
  for (const { start, end } of districtReferencesIn(text))
    plain = plain.slice(0, start) + " ".repeat(end - start) + plain.slice(end);
  return plain;
}

function referencesTo(mentions: readonly Mention[], text: string): RuleReference[] {
  return mentions.flatMap((mention): RuleReference[] => {
    const start = referringStart(text, mention);
    if (start === undefined) return [];
    const clauseEnd = /[.;](?=\s|$)/.exec(text.slice(mention.end))?.index;
    const after = text.slice(mention.end, clauseEnd === undefined ? undefined : mention.end + clauseEnd);
    const cut = exception.exec(after)?.index;
    const clauseStart = Math.max(
      text.lastIndexOf(";", start),
      /[.]\s+(?=[A-Z][^.]*$)/.exec(text.slice(0, start))?.index ?? 0,
    );
    return [
      {
        districts: mention.districts ?? [],
        sections: mention.section ? [mention.section] : [],
        tables: mention.table ? [mention.table] : [],
        matter: `${text.slice(Math.max(clauseStart, 0), mention.start)} ${cut === undefined ? after : after.slice(0, cut)}`,
        except: cut === undefined ? "" : after.slice(cut),
        start,
        end: mention.end,
      },
    ];
  });
}

/** Where the words that refer to a mention begin; undefined when none do. */
function referringStart(text: string, { start, end, districts }: Mention): number | undefined {
  const isDistrict = districts !== undefined;
  const before = text.slice(0, start);
  if (besideOnly.test(before.slice(-120))) return undefined;
  const near = before.slice(-longestBetween);
  const cue = [...near.matchAll(isDistrict ? districtCue : sectionCue)].findLast(
    ({ index, 0: words }) => !notBetween.test(near.slice(index + words.length)),
  );
  if (cue) return before.length - near.length + cue.index;
  const subject = ruling.exec(before.slice(-160));
  if (subject && applying.test(text.slice(end))) return Math.max(before.length - 160, 0) + subject.index;
  if (isDistrict) return undefined;
  // "less where Section 8 says so", "the area that Section 8 requires", "(Section 8)"
  if (
    /\(\s*$/.test(before) ||
    /^\s*(?:says?|requires?|sets?|gives?|prescribes?|specif(?:y|ies)|keeps?|provides?)\b/i.test(text.slice(end))
  )
    return start;
  return undefined;
}

function districtMentions(text: string): Mention[] {
  return districtsIn(text).flatMap((district) => {
    const found: Mention[] = [];
    for (let at = text.indexOf(district.printed); at >= 0; at = text.indexOf(district.printed, at + 1)) {
      const word =
        /^\s+(?:zoning\s+)?(?:districts?|zones?)\b/i.exec(text.slice(at + district.printed.length))?.[0] ?? "";
      found.push({ start: at, end: at + district.printed.length + word.length, districts: [district] });
    }
    return found;
  });
}

const otherLaw =
  /(?:Statutes|\b[A-Z]\.?\s?G\.?\s?[SL]\.?|U\.?S\.?C\.?|C\.?F\.?R\.?|General Laws|\bAct|\bCode of [A-Z]\w+|Building Code|Fire Code),?\s*$/;
const otherLawAfter =
  /^[^.;\n]{0,60}?\b(?:(?:General |Revised |State )?Statutes|General Laws|Acts?\b|U\.?S\.?C|C\.?F\.?R|Code of [A-Z]|(?:State|Revised|Official|Building|Fire) Code)/;

function isOtherLaw(text: string, start: number): boolean {
  return (
    otherLaw.test(text.slice(Math.max(0, start - 40), start)) || otherLawAfter.test(text.slice(start, start + 100))
  );
}
