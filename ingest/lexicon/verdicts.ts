import { remembered } from "./remembered.ts";

/** What an ordinance says to a use. */
export type Verdict = "permitted" | "conditional" | "prohibited";

const order: readonly Verdict[] = ["permitted", "conditional", "prohibited"];

/** The strictest of verdicts; undefined for none. */
export function strictest(verdicts: readonly Verdict[]): Verdict | undefined {
  return order.findLast((one) => verdicts.includes(one));
}

const cues: readonly (readonly [Verdict, RegExp])[] = [
  [
    "prohibited",
    /\bprohibited\b|\bprohibits?\b|\b(?:not|never)\s+(?:be\s+)?(?:[a-z]+\s+or\s+)?(?:permitted|allowed)\b|\bunlawful\b|\bexpressly\s+excluded\b|\bno\s+(?!(?:more|less|fewer|greater|larger|closer|higher|limits?|permits?|approvals?)\b)(?:(?!(?:is|are|that|which|who|shall|may|must|if|when|where|unless|except)\b)[\w-]+,?\s+){1,10}(?:is|are)\s+(?:permitted|allowed)\b|\bno\s+(?!(?:more|less|fewer|greater|larger|closer|higher)\s+than\b|others?\s+(?:uses?\s+)?(?:shall|may)\b)(?:[\w-]+,?\s+){1,14}(?:shall|may)\s+be\s+(?:permitted|allowed|erected|established|used|kept|located|placed|parked|stored|maintained|constructed|conducted|occupied|built)\b|\b(?:shall|may|must) not be (?:permitted|allowed|erected|established|used|kept|located|rented|operated|sold|placed|parked|stored|maintained|constructed|conducted|occupied|built)\b|\bno\s+(?:person|one|owner|resident|occupant)\s+(?:shall|may)\b|\bforbidden\b/gi,
  ],
  [
    "conditional",
    /\bspecial[- ]+(?:land\s+)?(?:use\s+)?(?:permits?|exceptions?|approval)\b|\bconditional(?:ly)?\s*(?:uses?|permit\w*|approv\w*)?\b|\bspecial (?:land )?uses?\b|\b(?:uses?|permitted) on (?:appeal|review)\b|\b(?:subject to|upon|with) (?:the\s+)?(?:[\w-]+\s+){0,3}(?:approval|permits?|review)\b|\bby (?:special|conditional|use) permit\b|\bprovisional(?:ly)?\b|\bsite plan (?:approval|review)\b|\b(?:only )?(?:with|upon|by|after|under)\s+(?:an?\s+)?(?:[\w-]+\s+){0,2}(?:license|registration)\b|\bsubject to\s+(?:[\w-]+\s+){0,8}?issuance of an? (?:[\w-]+\s+){0,2}permit\b/gi,
  ],
  [
    "permitted",
    /\b(?:permitted|allowed|allowable|permissible|by right|as of right|principal uses?|accessory uses?|uses by right|authorized)\b|\bmay be (?:used|erected|established|located|kept|built|operated)\b/gi,
  ],
];
/** Where the conditions of a rule begin: what follows qualifies it and does not rule. */
const proviso = /\b(?:provided|except|unless|when|where|if|in accordance|which|that)\b/i;

/** A reservation that rules nothing by itself. */
const reservation =
  /\b(?:unless|except as|as)\s+(?:may be\s+)?(?:otherwise|specifically|expressly)\s+(?:\w+\s+)?(?:permitted|allowed|authorized|prohibited)\b/gi;

/** A sentence that says what must be done about uses, not whether they may be: "Accessory uses shall meet …". */
const standard =
  /\b(?:shall|must|will)\s+(?:be\s+)?(?!be\b|not\s+be\s+(?:permitted|allowed|used)|(?:\w+ly\s+)?(?:permitted|allowed|prohibited|unlawful|forbidden|authorized|considered|deemed|used|erected|subject|include|consist|require|permit|allow)|include|consist|not\b)\w+/i;
/** "No signs shall be permitted except the following": what follows is what is allowed. */
const allButFollowing = /\b(?:no|not)\b[^.;]*\b(?:except|other than|but)\b[^.;]{0,40}\bfollowing\b/i;

/** "… may be permitted when a conditional use permit is issued", "… if the board grants a special exception" */
const onceApproved =
  /^(?:when|if|where|provided)\b[^.;]{0,60}\b(?:special|conditional)\s+(?:[\w-]+\s+){0,2}(?:permits?|exceptions?|approval)\b/i;

/** Reads which verdict a heading, lead or short text gives by its main clause. */
export const verdictIn = remembered((stated: string): Verdict | undefined => {
  const text = stated.replace(reservation, " ");
  const main = text.slice(0, proviso.exec(text)?.index ?? text.length);
  const [first] = cuesIn(main);
  const said = standard.exec(main);
  if (said && !cuesIn(main.slice(said.index)).some(({ verdict }) => verdict === "prohibited")) return undefined;
  if (first?.verdict === "prohibited" && allButFollowing.test(text)) return "permitted";
  const isByApproval = first?.verdict === "permitted" && /\b(?:by|upon|with|only|subject|as|following)\b/i.test(main);
  if (isByApproval && lastCueIn(main)?.verdict === "conditional") return "conditional";
  const behind = text.slice(main.length);
  if (first?.verdict === "permitted" && (onceApproved.test(behind) || byBody.test(behind))) return "conditional";
  return (first ?? cuesIn(text)[0])?.verdict;
});

/** A word or phrase that tells a verdict, and where it ends. */
export interface Cue {
  readonly verdict: Verdict;
  readonly start: number;
  readonly end: number;
}

/** The last words of a text that tell a verdict. */
export function lastCueIn(text: string): Cue | undefined {
  return cuesIn(text).at(-1);
}

/** A permit that an officer issues for every lawful use is not an approval of the use itself: "subject to approval of a Zoning Permit". */
const routinePermit = new RegExp(
  [
    String.raw`\b(?:subject to|upon|with|after)\s+(?:the\s+)?(?:(?:approval|issuance|granting)\s+of\s+)?an?\s+(?:zoning|building)\s+permit\b(?!\s+(?:by|from|of)\s+the\s+(?:[\w-]+\s+){0,3}?(?:board|commission|council|authority)\b)`,
    // "Permitted with staff approval"
    String.raw`\b(?:subject to|upon|with|by)\s+(?:staff|administrative|ZEO)\s+(?:approval|review|sign-?off)\b`,
  ].join("|"),
  "gi",
);

/** "Nothing in this section shall prohibit …" frees what follows. */
const freeing =
  /\bnothing\b[^.;:]{0,80}?\b(?:shall|is intended to)\b[^.;:]{0,40}?\b(?:prevent|prohibit|restrict|preclude|forbid)(?:ing)?\b/gi;

/** The cues of a text in their order; of two at one place the narrower one counts. */
export const cuesIn = remembered((stated: string): readonly Cue[] => {
  const text = stated
    .replace(routinePermit, (words) => " ".repeat(words.length))
    .replace(freeing, (words) => "permitted".padEnd(words.length));
  const found = cues.flatMap(([verdict, pattern], narrowness) =>
    [...text.matchAll(pattern)].map((match) => ({
      verdict,
      narrowness,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  return found
    .filter(
      (one) =>
        !found.some(
          (other) => other.narrowness < one.narrowness && other.start < one.end + 24 && one.start < other.end + 1,
        ),
    )
    .sort((a, b) => a.start - b.start);
});

/** Words by which a line permits only in some case: what it introduces is not permitted at large. */
const caseOnly =
  /\b(?:if|when|where|whenever|unless|only (?:if|when|in|within|by|on)|existing|in conjunction with|as part of|within an?(?!\s+single\s+building\b)|accessory|incidental to|in connection with|one (?:each )?of the following|temporary)\b/i;

/** "The following uses are permitted, provided that no drive-up …:": the list, and behind it a clause that conditions it. */
const conditionedList =
  /^(?<list>.{0,300}?\b(?:following|listed)\b.{0,300}?),?\s+provided,?\s+(?:that|however)\b[,:]?\s+(?:[^\s:]+\s+){3}/is;

/** The decision of a body on each case: "allowed when authorized by the Board of Appeals". */
const byBody =
  /\b(?:when|if|where|only when|only if)\s+(?:[\w-]+\s+){0,3}?(?:authorized|approved|granted|permitted)\s+by\s+(?:the\s+)?(?:[\w-]+\s+){0,3}?(?:board|commission|council|trustees|selectmen|authority)\b/i;

/** "Subject to the conditions imposed in connection with such approval" names no case of its own. */
const ofApproval = /\bin connection with (?:such|the|this|that|an?) (?:[\w-]+ )?(?:approval|permit)\b/gi;

/** The same in the active voice: "when the board of supervisors has issued a conditional use permit". */
const onceIssued =
  /\b(?:when|if|where|once|after)\s+(?:[\w-]+\s+){1,6}?(?:has|have)\s+(?:issued|granted|approved)\b[^.;:]{0,40}?\b(?:permits?|exceptions?|approvals?)\b/i;

/** Tells whether a line permits what it introduces only in some case; a clause that conditions its whole list makes none. */
export function permitsInCase(stated: string): boolean {
  const line = stated.replace(byBody, " ").replace(onceIssued, " ").replace(ofApproval, " ");
  const list = conditionedList.exec(line)?.groups?.list;
  return caseOnly.test(list === undefined || cuesIn(list).length === 0 ? line : list);
}

/** Behind an entry, what of its use is not allowed: "Restaurants; drive-throughs are not permitted". */
export const forbiddenPart =
  /[;.]\s+(?<part>(?!(?:such|this|these|those|they|it)\b)[\w\s-]{3,60})\s(?:is|are|shall be)\s+(?:not\s+(?:permitted|allowed)|prohibited)\W*$/i;

/** "If a special exception is required in said zone, it is also required here" asks for no approval itself. */
export const approvalTakenOver =
  /\bif an? (?:special|conditional)[\w\s]{0,30}\bis required in (?:said|such|that|the)\b[^.;,]{0,60},[^.;]*/gi;

/** "…, provided that no such use adjoins a school": what a proviso forbids is a condition, and no ban on the use. */
const behindProviso = /[,;]?\s+provided\b.*$/is;

/** Returns what a text says before its proviso. */
export const withoutProviso = (text: string): string => text.replace(behindProviso, "");

/** What an entry adds to its list: an approval it asks for, or that it is forbidden; not what it forbids of its use. */
export function ownVerdict(text: string): Verdict | undefined {
  const own = text.replace(forbiddenPart, "").replace(approvalTakenOver, "");
  const verdictsOf = (words: string) => cuesIn(words).map(({ verdict }) => verdict);
  if (verdictsOf(withoutProviso(own)).includes("prohibited")) return "prohibited";
  return verdictsOf(own).includes("conditional") ? "conditional" : undefined;
}
