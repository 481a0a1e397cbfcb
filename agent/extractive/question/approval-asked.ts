const approval = String.raw`(?:(?:level|kind|type|sort|form)s? of\s+)?(?:(?:zoning|land use|planning|town|city)\s+)?(?:approvals?|permits?|permission|review|authorization|sign-?offs?)(?:\s+(?:path|process|route|procedure))?`;
const asksForApproval = String.raw`\b(?:which|what)\s+${approval}(?:,\s*if any,)?`;
const verdict = String.raw`(?:an?\s+)?(?:(?:(?:use|permitted|allowed)\s+)?(?:(?:as|a matter)\s+of\s+right|by[ -]right)|(?:by\s+)?special (?:exception|(?:use )?permit)|(?:by\s+)?(?:a\s+)?conditional(?: use)?(?: permit)?|site plan(?: review)?|(?:not |un)?(?:permitted|allowed)|not at all|prohibited|barred|forbidden)(?:\s+(?:principal\s+)?use)?`;
/** A structure of any lot needs a permit as a building does; that asks nothing on the standing of a use. */
const noStructure = String.raw`(?![^?.!:]*\b(?:signs?|banners?|fences?|walls?|pools?|sheds?|decks?|porch(?:es)?|patios?|driveways?)\b)`;

/**
 * Forms in which planners ask for the standing of a use, and the plain question they mean. Each form has an end that is
 * tested, so that "what permit do I need to cut a tree" stays a question on a permit.
 */
const forms: readonly (readonly [said: RegExp, meant: string])[] = [
  // "What approval does the town require for a kennel in GB"
  [
    new RegExp(
      String.raw`${asksForApproval}\s+(?:does|do|would|will|must)\s+(?:the\s+)?(?:town|city|commission|board)\s+(?:need|require|give|grant)\s+(?:for|of)\s+${noStructure}((?:an?|the)\s+)?([^?.!:]{3,80}?)(?=\s+(?:in|on|at)\s+|[?:])`,
      "i",
    ),
    "is $1$2 permitted",
  ],
  // "A shop of 30,000 square feet. Which approval does the use need": the use is told before.
  [
    new RegExp(
      String.raw`${asksForApproval}\s+(?:does|do|would|will|must)\s+(?:it|this|that|the (?:use|project|proposal|town|city|commission|board))\s+(?:need|require|give|grant|have)\b(?!\s+(?:for|to|of)\b)[^?.!]*`,
      "i",
    ),
    "is that permitted",
  ],
  [
    /(?<=[.!?]\s)(?:do|does|would|will)\s+(?:i|we|they|he|she|it|that|this)\s+(?:need|require|take|have\s+to\s+(?:get|have|go))\b[^?.!]{0,30}\b(?:hearings?|special\s+(?:permits?|exceptions?)|approvals?)\b[^?.!]{0,20}\?/i,
    "Is that permitted?",
  ],
  // "Which approval does a gas station require in B-4", "what level of approval would a clinic need"
  [
    new RegExp(
      String.raw`${asksForApproval}\s+(?:does|do|would|will|must)\s+${noStructure}((?:an?|the)\s+)?((?!(?:(?:an?|the)\s+)?(?:i|we|you|they|he|she|my|our|applicants?|owners?|variances?|site plans?|subdivisions?|amendments?|appeals?|zone changes?)\b)[^?.!]{3,80}?)\s+(?:need|require|have|get|go through|seek)\b(?:\s+to (?:have|get|obtain))?`,
      "i",
    ),
    "is $1$2 permitted",
  ],
  // "What approval path applies to a cell tower", "which permit is needed for a kennel in R-60"
  [
    new RegExp(
      String.raw`${asksForApproval}\s+(?:applies to|apply to|governs?|(?:is|are|would be|will be)\s+(?:needed|required|necessary)\s+for)\s+${noStructure}((?:an?|the)\s+)?([^?.!:]{3,80}?)(?=\s+(?:in|on|at)\s+|[?:])`,
      "i",
    ),
    "is $1$2 permitted",
  ],
  // "Status of a day care in R-15", "how is a private school treated in the farming district"
  [
    /^\W*(?:what(?: is|['’]s) the\s+)?(?:zoning\s+|use\s+)?(?:status|treatment)\s+of\s+([^?.!]{3,80}?)(?=\s+(?:in|on|at|under)\s)/i,
    "is $1 permitted",
  ],
  // "Is a clinic without outdoor runs a use by right, a conditional use or prohibited in B-2"
  [
    new RegExp(
      String.raw`\b(is|are)\s+([^?.!:]{3,160}?),?\s+${verdict}(?:\s*,\s*${verdict}){0,2},?\s+or\s+${verdict}(?=\s+(?:in|on|at)\s|\s*\?)`,
      "i",
    ),
    "$1 $2 permitted",
  ],
  [
    /\bhow\s+(?:is|are|would|will)\s+(?![^?.!,]*\b(?:heights?|lots?|setbacks?|yards?|frontage|coverage|density|parking|violations?|slopes?|signs?)\b)([^?.!,]{3,60}?)(,[^?.!]{3,80}?,)?(?:\s+be)?\s+(?:treated|handled|classed|classified)(?=\s+(?:in|on|at)\s)/i,
    "is $1$2 permitted",
  ],
  // "How does the town treat that", "how would zoning handle a tasting room in my zone"
  [
    /\bhow\s+(?:does|do|would|will)\s+(?:the\s+)?(?:town|city|county|village|zoning|code|ordinance|regulations|rules|by-?laws?|commission|board)\s+(?:treat|handle|class|classify)\s+([^?.!,]{2,60}?)(?=\s+(?:in|on|at)\s|\s*[?.!,]|$)/i,
    "is $1 permitted",
  ],
  // "Kennel in R-60: as of right, by special exception, or not permitted?"
  [
    new RegExp(
      String.raw`(?<=^|[.!?]\s)(?!(?:is|are|can|could|may|would|what|which|how)\b)(?:an?\s+|the\s+)?([^?.!:,]{3,80}?)(?:\s+proposed|\s+planned)?(\s+(?:in|on|at)\s+[^?.!:,]{2,60})?\s*[:,–—-]\s*(?:is (?:it|that|this)\s+)?${verdict}(?:\s*,?\s*(?:or\s+)?${verdict}){1,3}\s*\?`,
      "i",
    ),
    "Is $1 permitted$2?",
  ],
  [new RegExp(String.raw`\s*[:,–—-]\s*${verdict}(?:\s*,?\s*(?:or\s+)?${verdict}){1,3}\s*\?`, "i"), "?"],
  // "…, or is that a special permit thing?", "… or do we have to go to the commission?"
  [
    /,?\s+or\s+(?:is|does|do|must|will|would|should)\s+(?:it|that|this|they|we|i|you|zoning|the\s+\w+)\b[^?.!]{0,60}?\b(?:special|permits?|hearings?|commission|board|approvals?|exceptions?)\b[^?.!]{0,40}\?/i,
    "?",
  ],
  [/\b(?:a\s+)?(?:matter[- ]of[- ]right|as[- ]of[- ]right|by[- ]right)(?:\s+principal)?\s+use\b/i, "a permitted use"],
];

/** Returns a question with the forms in which planners ask for the standing of a use said plainly: "is a kennel permitted in R-60". */
export function withPlainVerdict(text: string): string {
  return forms.reduce((said, [form, meant]) => said.replace(form, meant), text);
}

/** "without a special permit", "by right", "do I need a hearing": a use on conditions that it keeps needs none. */
const byRight =
  /\b(?:by|as of) right\b|\bby-right\b|\b(?:without|need)\s+(?!site\s+plan)(?:[\w-]+\s+){0,3}?(?:hearing|approval|special\s+(?:use\s+)?(?:permit|exception))\b/i;

/** Returns whether a question asks if something may be done by right, without a separate approval. */
export const asksByRight = (text: string): boolean => byRight.test(text);

/** "Do I need a hearing for a kennel", "what permit is needed for one": behind "Is that allowed, or …" the approval is only the alternative. */
const needed =
  /(?<!\bor\s)\b(?:do|does|would|will)\s+[^?.!,]{1,60}?\b(?:need|require|take|have\s+to\s+(?:get|have|go))\b[^?.!]{0,60}?\b(?:hearings?|permits?|approvals?|permission|exceptions?|commission|board)\b|\b(?:what|which)\s+(?:\w+\s+){0,3}?permits?\b/i;

/** Returns whether a question asks if an approval is needed, so that "Yes" would mean the approval and not the use. */
export const asksIfNeeded = (text: string): boolean => needed.test(text);
