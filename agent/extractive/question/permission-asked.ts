const verdict = String.raw`(?:allow(?:ed|able)|permitted|permissible|legal(?:ly)?|lawful|ok(?:ay)?|acceptable|approvable|possible|prohibited|forbidden|banned|illegal|authorized)`;
const someone = String.raw`(?:i|we|you|they|he|she|someone|somebody|anyone|anybody|people|residents?|owners?|tenants?|neighbou?rs?|my|our|his|her|their|an?|the|any|new)`;
const authority = String.raw`(?:the\s+)?(?:city|town|county|village|borough|municipality|zoning|codes?|ordinances?|by-?laws?|regulations?|rules?|law|board|commission|they|it)`;
/** Where a question may begin: at the start, behind a sentence or a comma, behind "and" or "so". */
const opening = String.raw`(?:^|[.!?;,:–—-]\s*|\b(?:and|so|but|then|if|whether)\s+)`;

const asked = [
  // "we just moved in. can we keep bees"
  String.raw`${opening}(?:can|could|may|might|am)\s+${someone}\b`,
  // "once my mother moves out can I rent it"
  String.raw`^\W*(?:once|if|after|since|because|now that|while)\b[^?]*?\b(?:can|could|may|might)\s+(?:i|we|you|they|he|she)\b`,
  // "is a food truck ok on our lot", "would a duplex be legal"
  String.raw`\b(?:is|are|would|will|was|be|being)\s+(?:[\w'’-]+\s+){1,9}?(?:be\s+|still\s+|ever\s+)*${verdict}\b`,
  String.raw`\b${verdict}(?:\s*(?:here|there|by right|or not|in (?:my|our|that|this|the) [\w\s-]{1,30}))?[\s?.!]*$`,
  // "…, no sign, no staff. fine?", "is that fine?": a fine that is asked for has an article.
  String.raw`(?:[.,;!?–—-]\s*|\b(?:that|this|it)\s+(?:be\s+)?)fine\W*$`,
  // "driving range in R-A?", "church in the rural residential zone?"
  String.raw`^\W*(?!(?:what|which|who|whom|when|where|why|how|is|are|do|does)\b)(?:[A-Za-z'’-]+\s+){1,4}in\s+(?:the\s+|an?\s+)?(?:[A-Z]{1,3}(?:-?[A-Z\d]{1,3})?|(?:[\w-]+\s+){1,3}(?:zone|district))\s*\?\s*$`,
  // "would the city let us", "does zoning allow"
  String.raw`\b(?:would|will|does|do|did|might)\s+${authority}\s+(?:\w+\s+){0,3}(?:let|allow|permit|ban|prohibit|forbid|approve)\b`,
  String.raw`\b(?:allowed|permitted|possible|legal|ok(?:ay)?|permission)\s+(?:for (?:me|us|them) )?to\b`,
  String.raw`\bneed\s+(?:any\s+|a\s+|some\s+|your\s+|the\s+)*(?:permission|anything special|special \w+|approval)\b`,
  // "do I need a public hearing"
  String.raw`\bneed\s+(?:an?\s+)?(?:public\s+)?hearing\b`,
  // "any zoning trouble with putting a shop there", "would the lot work for my shop"
  String.raw`\bany\s+(?:zoning\s+)?(?:trouble|problems?|issues?|objections?)\s+(?:with|if|in)\b`,
  String.raw`\bwould\s+(?:[\w'’-]+\s+){1,6}work\s+(?:for|as)\s+${someone}\b`,
  // "looking to open a …", "we are thinking about renting out …", "would like to …"
  String.raw`^\W*(?:(?:hi|hello|hey)\W+)?(?:(?:i|we|my\s+[\w-]+|our\s+[\w-]+|a client|client)\s*)?(?:(?:am|are|is|['’]m|['’]re|would|['’]d|was|were|have been)\s+)*(?:really\s+|just\s+|also\s+)*(?:want(?:s|ed|ing)?|like|love|look(?:ing)?|hop(?:e|es|ing)|plan(?:s|ning)?|think(?:ing)?|intend(?:s|ing)?|wish(?:es)?|try(?:ing)?|considering|interested|need)\s+(?:to|of|on|about|in|at)?\s*\w`,
].map((pattern) => new RegExp(pattern, "i"));

/** Tells whether a question, however it is worded, asks if something may be done or stand somewhere. */
export function asksPermission(text: string): boolean {
  return asked.some((pattern) => pattern.test(text));
}

/** "without a special permit", "by right", "do I need a hearing": a use on conditions that it keeps needs none. */
const byRight =
  /\b(?:by|as of) right\b|\bby-right\b|\b(?:without|need)\s+(?:[\w-]+\s+){0,3}?(?:hearing|approval|special\s+(?:use\s+)?(?:permit|exception))\b/i;

/** Returns whether a question asks if something may be done by right, without an approval of its own. */
export const asksByRight = (text: string): boolean => byRight.test(text);

/** Words that are no part of what is to be done: who asks, how they ask, where it is, and verbs that fit any use. */
const noise = new RegExp(
  [
    String.raw`\b(?:please|hi|hello|hey|thanks?|just|also|really|maybe|still|ever|even|actually|currently|possibly)\b`,
    String.raw`\b(?:i|we|you|they|he|she|it|someone|somebody|anyone|anybody|us|me|them|myself|ourselves|yourself)(?:['’](?:m|re|d|ve|ll))?\b`,
    String.raw`\b(?:my|our|your|his|her|their|its|this|that|these|those|some|any|an?|the|own|few|couple of|other people['’]?s?)\b`,
    String.raw`\b(?:can|could|may|might|must|shall|should|will|would|do|does|did|am|is|are|was|were|be|been|being|have|has|had)\b`,
    String.raw`\b(?:want(?:s|ed|ing)?|like|love|looking|look|hop(?:e|es|ing)|plan(?:s|ning)?|think(?:ing)?|intend(?:s|ing)?|wish(?:es)?|try(?:ing)?|considering|interested|need|let|get|got|bought|own)\b`,
    String.raw`\b(?:open(?:ing)?|operat(?:e|ing)|run(?:ning)?|build(?:ing)?|built|construct(?:ing)?|develop(?:ing)?|establish(?:ing)?|install(?:ing)?|add(?:ing)?|keep(?:ing)?|put(?:ting)?|plac(?:e|ing)|start(?:ing)?|set up|setting up|erect(?:ing)?|rais(?:e|ing)|us(?:e|ing)|mak(?:e|ing)|turn(?:ing)?|convert(?:ing)?|into|do(?:ing)?|have|having|creat(?:e|ing)|hold|host(?:ing)?)\b`,
    String.raw`\b(?:zoning\s+)?(?:trouble|problems?|issues?|objections?)\s+(?:with|if|in)\b|\b(?:treat(?:ed)?|handled?|regulated|classif(?:y|ied))\b|\bwork\s+for\b|\b(?:level|kind|type|sort|form)\s+of\b`,
    String.raw`\b(?:allow(?:ed|able|s)?|permit(?:ted|s)?|permission|permissible|legal(?:ly)?|lawful|ok(?:ay)?|acceptable|possible|prohibited|forbidden|authorized|special|approval|(?:public\s+)?hearings?|(?:by|as of)[- ]right|anything|zoning|zoned|code|ordinance|city|town|county|village|there|here|or not)\b`,
    String.raw`\b(?:in|on|at|of|to|for|from|by|as|with|without|if|so|and|or|but|then|than|out|up|off|over|under|inside|outside|within|near|next|behind|during|about|where|what|which|how|when|whether)\b`,
    String.raw`\b(?:propert(?:y|ies)|lots?|parcels?|land|site|place|yard|backyard|street|downtown|neighbou?rhood|districts?|zones?|storefront|space|main|empty|vacant|existing|day(?!\s+(?:care|nurser|camp))|year|night(?!\s+club))\b`,
  ].join("|"),
  "gi",
);

/** What is left of a question when everything but the thing asked about is taken away; null when nothing is left. */
export function thingAskedAbout(text: string): string | null {
  const left = text
    .replace(/\([^)]*\)/g, " ")
    .replace(noise, " ")
    .replace(/[^\w\s&'’/-]/g, " ");
  const words = left.split(/\s+/).filter((word) => /[A-Za-z]{2}/.test(word));
  return words.length === 0 ? null : words.slice(0, 8).join(" ");
}
