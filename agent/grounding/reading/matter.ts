import { analyse } from "../../../ingest/index.ts";

/** Words of one meaning in statements of law; the first stands for the others. */
const sameMeaning = [
  "height high tall higher taller heights",
  "width wide wider narrow",
  "depth deep deeper",
  "length long longer",
  "area size large big areas",
  "yard setback setbacks yards",
  "lot parcel property lots",
  "dwelling house home residence dwellings",
  "person people",
  "sign signage signs",
  "cover coverage covered covers",
  "story storey stories floors",
  "street road highway",
  "parking parked park",
  "start begin commence begins begun commenced",
  "application request",
  "display displayed displays",
  "sale sell sold sells sales",
  "notice notify",
  "approve approval approves approved",
  "school schools",
  "guest transient",
  "advise advice advises",
  "lapse lapses expire expires expiration",
  "exempt exempted exemption",
  "decide decision decides decided",
  "close closes closing",
  "employ employs employed employee",
  "receive receives received receipt",
  "submit submitted submission submits",
  "increase increases increased",
  "abut abuts abutting adjoin adjoining adjacent",
];

/** Words that say how strictly, how much, or nothing: their meaning is compared apart from the matter. */
const withoutMatter =
  "shall must may can cannot could should would might will need needs needed require required requires requirement requirements permit permits permitted allow allows allowed " +
  "prohibit prohibited prohibits forbidden unlawful banned authorized entitled granted grant grants obtain obtained get gets issue issued issuing " +
  "minimum maximum min max least most more less fewer greater exceed exceeds exceeding excess up under over within than limit limits limited total " +
  "no not never none nor neither only any all each every always both either also too further case cases " +
  "be been being have has had having do does did done so such same other otherwise except unless provided excluding including with without where when if upon who which what how whether there here " +
  "right apply applies applicable following pursuant accordance subject special conditional exception use used uses using district districts zone zones zoning " +
  "located location locate place placed placing stand stands put built construct constructed construction erect erected erection install installed establish established exist existing " +
  "one two three four five six seven eight nine ten eleven twelve feet foot ft inch inches square sq percent acre acres meters meter day days month months year years hour hours " +
  "from of about between per its his her our your you we they own made make makes making say says state states section sections chapter ordinance code table regulation regulations source " +
  "number amount kind type types part thereof herein hereof said new distance due set back general generally after before least yes minimum";

const empty = new Set(analyse(withoutMatter));
const meanings = new Map(
  sameMeaning.flatMap((group) => {
    const [first = "", ...others] = analyse(group);
    return others.map((other): [string, string] => [other, first]);
  }),
);
/** "Type A" and "Class 2" are names: their letter is no word by itself. */
const lettered = /\b(type|class|category|tier|phase|group)\s+([A-Z]|\d{1,2})\b/gi;

/** "one-way" and "two-family" are words of their own, not counts. */
const joined = /\b(one|two|three|four|single|multi|multiple)[- ](way|family|story|storey|unit|bedroom|car)\b/gi;
const light = new Set(analyse("lot building structure dwelling town city county property site nearest public"));
const lightWeight = 0.4;

/** What a stem counts in a comparison, 0..1: words that stand in every code say little of the matter. */
export function heavinessOf(stem: string): number {
  return light.has(stem) ? lightWeight : 1;
}

/** Returns the lettered names of a text ("Type A"), as stems: a statement on another one is not about the same. */
export function letteredNamesIn(text: string): string[] {
  return [...text.matchAll(lettered)].flatMap(([, noun = "", letter = ""]) => matterOf(`${noun}${letter}`));
}

/** Returns the stems that say what a text is about, once each, in order: no amounts, verdicts, limits or empty words. */
export function matterOf(text: string): string[] {
  const named = text.replace(lettered, "$1$2").replace(joined, "$1$2");
  const matter = analyse(named).flatMap((term) => {
    if (empty.has(term) || /^\d[\d.-]*[a-z]?$/.test(term)) return [];
    return [meanings.get(term) ?? term];
  });
  return [...new Set(matter)];
}
