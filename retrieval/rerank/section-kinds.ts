/** What a question asks for, as far as it says which kind of section answers it. */
export interface AskedFor {
  /** A figure: how tall, how many, the least, the most. */
  readonly measure: boolean;
  /** Whether something may be done. */
  readonly permission: boolean;
  /** A dimension of lots or buildings. */
  readonly dimension: boolean;
  /** A dimension in a district, which codes gather in schedules. */
  readonly districtDimension: boolean;
  /** Something in a district or zone. */
  readonly inDistrict: boolean;
  /** A use or a project in a district, and no figure. */
  readonly districtUse: boolean;
  /** What a word means, or how something is measured. */
  readonly meaning: boolean;
  readonly purpose: boolean;
  /** Which of {@link particularSubjects} it speaks of. */
  readonly subjects: readonly boolean[];
}

const measureCue =
  /\b(how (?:tall|high|big|large|wide|deep|long|far|close|near|many|much|small)|minimum|maximum|min|max|least|most|height|width|depth|area|size|setbacks?|coverage|ratio|density|distance|number of|spaces|feet|acres?)\b/i;
const permissionCue = /\b(can|may|allowed|allow|permitted|legal|illegal|prohibited|okay|ok|approval|permission)\b/i;
const projectCue = /\b(could|open|operate|establish|run|build|construct|convert|start|develop)\b/i;
const dimensionCue =
  /\b(?:lot (?:size|area|width|depth|frontage|coverage)|frontage|setbacks?|yards?|height|tall|stor(?:y|ies)|coverage|floor area|(?:unit|dwelling) size|density)\b/i;
const districtCue = /\b(?:districts?|zones?|zoned)\b/i;
/** A district by its letters: with a number anywhere ("R-20"), else only where land is spoken of ("an NR house"). */
const districtCode =
  /\b[A-Z]{1,5}-?\d{1,3}[A-Z]{0,2}\b|\b[A-Z]{2,5}(?:-[A-Z]{1,3})?\)?(?:\s+[A-Z][\w-]+){0,4}\s+(?:lots?|land|property|parcel|house)\b/;
const meaningCue = /\b(?:what is an?|mean(?:s|ing)?|defin\w+|counts? as|considered|measured|calculated|called)\b/i;
const purposeCue = /\b(?:purpose|intent)/i;

/**
 * Subjects with rules of their own that repeat the words of the general ones (height, area, yards), by the headings
 * they stand under; a question about one of them names it in one way or another.
 */
const particularSubjects: readonly { readonly heading: RegExp; readonly question: RegExp }[] = [
  { heading: /\boverlay\b/i, question: /\boverlay/i },
  { heading: /\bplanned\b/i, question: /\bplanned|\bP[A-Z]?[DR]D?\b|\bPUD\b/ },
  { heading: /\bcluster\b|\bconservation subdivision/i, question: /\bcluster|\bconservation|\bopen space/i },
  {
    heading: /\bincentive|\binclusionary\b|\baffordable\b/i,
    question: /\bincentive|\binclusion|\bafford|\bcheap|\bincome/i,
  },
  {
    heading: /\bsign(?:s|age)?\b|\bbillboards?\b/i,
    question: /\bsign|\bbillboard|\bbanner|\bboard\b|\badverti|\blogo/i,
  },
  {
    heading: /\bwireless\b|\btelecommunications?\b|\bantennas?\b|\btowers?\b/i,
    question: /\bwireless|\bantenna|\btower|\btelecom|\bcell|\bphone|\bmast\b|\bdish\b|\bradio/i,
  },
  {
    heading: /\bmobile homes?\b|\bmanufactured hom|\brecreational vehicles?\b|\btrailers?\b/i,
    question: /\bmobile|\bmanufactured|\btrailer|\bRVs?\b|\bcamper|\bmotor ?home|\brecreational|\bdouble.?wide/i,
  },
];

/** Reads what a question asks for; `query` is without the place it is about. */
export function askedFor(query: string): AskedFor {
  const measure = measureCue.test(query);
  const permission = permissionCue.test(query);
  const dimension = dimensionCue.test(query);
  const namesDistrict = districtCue.test(query);
  const inDistrict = namesDistrict || districtCode.test(query);
  const districtDimension = dimension && namesDistrict;
  return {
    measure,
    permission,
    dimension,
    districtDimension,
    inDistrict,
    districtUse: (permission || projectCue.test(query)) && !measure && !districtDimension && inDistrict,
    meaning: meaningCue.test(query),
    purpose: purposeCue.test(query),
    subjects: particularSubjects.map(({ question }) => question.test(query)),
  };
}

/** The number a heading may begin with, "§ 4.1" or "A-307". */
const number = String.raw`\W*(?:(?:[A-Z_][A-Z_.\-§]*)?\d[\w.-]*\s\W*)?`;
const preambleHeading = new RegExp(
  String.raw`^${number}(?:purposes?|intent|title|short title|authority|severability|statement of)\b`,
  "i",
);
const purposeHeading = /\b(?:purposes?|intent)\W*(?:statements?\W*)?$/i;
const definitionHeading =
  /\bdefin(?:itions?|ed)\b|\bglossary\b|\bword usage\b|\bwords and (?:terms|phrases)\b|\bterminology\b/i;
const usesHeading = new RegExp(
  [
    String.raw`\b(?:permitted|allowed|principal|prohibited|conditional|special|accessory)\b.{0,40}\buses?\b`,
    String.raw`\buses?\b.{0,30}\b(?:permitted|allowed|prohibited|table|regulations?|provisions|schedule|matrix|by right|conditional|special)\b`,
    String.raw`\b(?:table|schedule) of (?:land )?uses\b`,
    String.raw`^${number}uses\W*$`,
  ].join("|"),
  "i",
);
const districtHeading = /\b(?:districts?|zones?)\b|\b[A-Z]{1,4}-\d{1,3}[A-Z]{0,2}\b/i;
const dimensionWord = /\b(?:areas?|heights?|yards?|setbacks?|bulk|lots?|coverage|frontage|width|density|sizes?)\b/gi;
const dimensional = /\b(?:dimension(?:s|al)?|bulk|intensity)\b/i;
const scheduleWord =
  /\b(?:requirements?|standards?|regulations?|schedules?|tables?|charts?|controls?|limit(?:s|ations)?)\b/i;

/** Tells whether a section states purposes, titles or severability, which seldom answers anything. */
export function isPreamble(headingPath: readonly string[]): boolean {
  const own = headingPath.at(-1) ?? "";
  return preambleHeading.test(own) || purposeHeading.test(own);
}

/** Tells whether a section explains words. */
export function isDefinitions(headingPath: readonly string[]): boolean {
  return headingPath.slice(-3).some((heading) => definitionHeading.test(heading));
}

/** "Permitted principal uses", "Table of Uses": where a code says what may be done in a district. */
export function isAboutUses(headingPath: readonly string[]): boolean {
  return headingPath.slice(-2).some((heading) => usesHeading.test(heading));
}

/** "Area, Yard and Height Requirements", "Dimensional Table": where a code gathers the dimensions of its districts. */
export function isScheduleOfDimensions(headingPath: readonly string[]): boolean {
  return headingPath.slice(-2).some((heading) => {
    if (!scheduleWord.test(heading)) return false;
    const words = new Set(heading.match(dimensionWord)?.map((word) => word.toLowerCase().replace(/s$/, "")));
    return words.size >= 2 || dimensional.test(heading);
  });
}

/** Returns whether a heading above a section mentions districts or a single district. */
export function isOfDistrict(headingPath: readonly string[]): boolean {
  return headingPath.slice(1).some((heading) => districtHeading.test(heading));
}

/** Tells whether a section is about a particular subject that the question does not speak of. */
export function isAboutSomethingElse(headingPath: readonly string[], asked: AskedFor): boolean {
  const path = headingPath.slice(-3).join("\n");
  return particularSubjects.some(({ heading }, at) => asked.subjects[at] === false && heading.test(path));
}

const wordsOfNumber = 4;

/** Tells whether a chunk is a heading without a text: a section whose rules stand in the sections under it. */
export function isOnlyHeading(headingPath: readonly string[], body: string): boolean {
  if (body.length > 200) return false;
  const words = (text: string) => text.match(/[A-Za-z0-9]+/g)?.length ?? 0;
  const ofBody = words(body);
  return ofBody < 25 && ofBody <= words(headingPath.at(-1) ?? "") + wordsOfNumber;
}

const tableRow = /\|[^\n]*\|/g;

/** Tells whether a chunk holds rows of a table. */
export function holdsTable(text: string): boolean {
  return (text.match(tableRow)?.length ?? 0) >= 2;
}
