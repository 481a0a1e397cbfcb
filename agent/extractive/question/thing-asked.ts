/** Words that are no part of what is to be done: who asks, how they ask, where it is, and verbs that fit any use. */
const noise = new RegExp(
  [
    String.raw`\b(?:right|simply|outright|please|hi|hello|hey|thanks?|just|also|really|maybe|still|ever|even|actually|currently|possibly)\b`,
    String.raw`\b(?:i|we|you|they|he|she|it|someone|somebody|anyone|anybody|us|me|them|myself|ourselves|yourself)(?:['’](?:m|re|d|ve|ll))?\b`,
    String.raw`\b(?:my|our|your|his|her|their|its|this|that|these|those|some|any|an?|the|own|few|couple of|other people['’]?s?)\b`,
    String.raw`\b(?:can|could|may|might|must|shall|should|will|would|do|does|did|am|is|are|was|were|be|been|being|have|has|had)\b`,
    String.raw`\b(?:want(?:s|ed|ing)?|like|love|looking|look|hop(?:e|es|ing)|plan(?:s|ning)?|think(?:ing)?|intend(?:s|ing)?|wish(?:es)?|try(?:ing)?|considering|interested|need|let|get|got|bought|own)\b`,
    String.raw`\b(?:open(?:ing)?|operat(?:e|ing)|run(?:ning)?|build(?:ing)?|built|construct(?:ing)?|develop(?:ing)?|establish(?:ed|ing)?|install(?:ing)?|add(?:ing)?|keep(?:ing)?|put(?:ting)?|plac(?:e|ing)|start(?:ing)?|set up|setting up|erect(?:ing)?|rais(?:e|ing)|us(?:e|ing)|mak(?:e|ing)|turn(?:ing)?|convert(?:ing)?|into|do(?:ing)?|have|having|creat(?:e|ing)|hold|host(?:ing)?)\b`,
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
