import { kindsIn } from "../question/use-words.ts";

/** Cases that an ordinance treats apart: evidence about one of them answers only a question that names it. */
const cases: readonly RegExp[] = [
  /\baccessory\b/i,
  /\bcorner\b/i,
  /\b(?:rear|flag|interior|back)\s+lots?\b/i,
  /\bnon-?conforming\b/i,
  /\b(?:cluster|conservation|open space)\s+(?:subdivision|development)|\bplanned\b|\bPUD\b|\bPRD\b/i,
  /\bparking\b|\bloading\b/i,
  /\bvariance\b/i,
  /\bfarm|\banimal|\bdogs?\b|\bgoats?\b|\bequine|\bswine\b|\blivestock|\bkennel|\bpoultry|\bstable|\bhorse/i,
  /\belderly|\bsenior|\baffordable\b|\bcongregate|\bage[- ]restricted/i,
  /\bspire|\bsteeple|\bchimney|\bflagpole|\bcupola/i,
  /\bexisting\b|\bprior to\b|\bbefore\b/i,
  /\bbuffer\b|\bscreen/i,
  /\bsubdivision\b/i,
  /\b(?:the|such|said|this) use\b/i,
  /\bpatients?\b|\bbeds?\b|\bpupils?\b/i,
  /\bhome-based\b|\bnon-?resident/i,
  /\bsolar\b|\bwind\b|\bdrive-?\s?(?:in|through)|\bcar wash/i,
  /\bincentive|\bbonus\b|\bincreas|\breduc/i,
  /\benvelope\b|\bencroach|\bprojection|\broof-?top|\boff-?set\b|\bplane\b/i,
  /\bnotwithstanding (?:sections?|subsections?|clauses?|the minimum|the requirements?)\b|\bexcepting\b|\blots? fronting on\b|\bthose properties\b/i,
  /\b(?:vacant|undeveloped)\s+(?:lots?|land|sites?|parcels?)\b|\bwithout\s+an?\s+(?:primary|principal|main)\b/i,
  /\bArea\s*#?\s*\d/,
  /\bbonus\b|\bmodif|\bwaive/i,
];

/** What ordinances treat as accessory buildings, whatever it is called. */
const accessory = /\b(?:sheds?|garages?|gazebos?|outbuildings?|barns?|cottages?|carports?|greenhouses?)\b/i;

/** How many special cases, kinds of use among them, a text is about that the question does not name. */
export function unaskedCases(text: string, question: string): number {
  const said = accessory.test(question) ? `${question} accessory` : question;
  const asked = new Set(kindsIn(question));
  const kinds = kindsIn(text).filter((kind) => !asked.has(kind)).length;
  return kinds + cases.filter((one) => one.test(text) && !one.test(said)).length;
}
