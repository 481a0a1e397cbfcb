/** What a statement says of doing something. */
export interface Verdict {
  readonly kind: "permitted" | "conditional" | "prohibited" | "required" | "notRequired";
  /** How a conditional use is approved; null where it is left open. */
  readonly approval: "special" | "site plan" | "temporary" | "zoning permit" | null;
  /** True for "may" and "can", which permit only within the rest of their sentence. */
  readonly isWeak: boolean;
}

const notRequired =
  /\b(?:not|no longer)\s+(?:be\s+)?(?:required|necessary|needed|obligated)\b|\b(?:needs?|requires?)\s+no\b|\bno\s+(?:[\w,-]+\s+){0,6}(?:is|are|be)\s+required\b|\bno\s+(?:[\w-]+\s+){0,3}requirements?\b|\bno\s+(?:minimum|maximum)\b|\bexempt\b|\bdoes not (?:need|require)\b|\bdo not (?:need|require)\b|\bwithout (?:a |any |the )?(?:hearing|permit|approval|formal action)\b/i;
const doubled =
  /\bnot (?:be )?(?:prohibited|forbidden|unlawful)\b|\bnothing\b(?:\s+[\w-]+){0,6}\s+(?:prohibits?|prevents?)\b/i;
const prohibited =
  /\b(?:prohibited|prohibits|forbidden|unlawful|banned|np)\b|\b(?:not|never|nor)\s+(?:\w+\s+){0,3}(?:permitted|permit|allowed|allow|authorized|entitled|be)\b|\b(?:may|must|shall|can|could)\s+(?:not|never)\b|\bcannot\b|\bnot\s+(?:permitted|allowed)\b|(?:^|[.,;:)]\s*)(?:in no case|no|neither)\b|\bthere (?:is|are|shall be)\s+no\b|\bnever\b/i;
const special =
  /\bspecial\s+(?:use\s+)?(?:permit|exception|approval)|\bspecial\b(?=\s*$)|\bconditional(?:ly)?\s+(?:use|permitted|allowed)?|\bspecial(?:ly)? permitted/i;
const sitePlan = /\bsite\s+plan\b/i;
const temporary = /\btemporary\s+(?:use\s+)?permit/i;
const zoningPermit = /\bzoning\s+permit\b|\bzoning officer\b/i;
const approval =
  /\bsubject to\s+(?:\w+\s+){0,3}approval\b|\b(?:with|upon|after|needs?|requires?|required|without)\s+(?:\w+\s+){0,6}approval\b|\b(?:must|shall|may|to)\s+be\s+approved\b|\bmust\s+(?:first\s+)?approve\b|\bapproved by\b|\bapproval\b(?:\s+\w+){0,6}\s+(?:must|shall) be obtained\b|\bunless\b(?:\s+\w+){0,5}\s+(?:approv\w+|permits?|allows?)\b|\bmay\s+(?:\w+\s+)?(?:approve|permit|allow|grant|authorize|reduce|waive|modify)\b|\bif\s+approved\b|\bat the discretion\b/i;
const permitted = /\b(?:permitted|permits|granted|allowed|allows|by right|as of right|authorized|entitled|lawful)\b/i;
const weak = /\b(?:may|can)\b|\b(?:shall|must) only\b/i;
const required = /\b(?:must|shall|required|requires?|needs?|mandatory|has to|have to)\b/i;

/**
 * Reads what a clause permits, requires or forbids; null when it does neither.
 *
 * @param main the main clause, without exceptions and conditions
 * @param whole the clause with them: an approval named in either makes it conditional
 * @param limitsOnly true when the negation of the clause only bounds an amount: "shall not exceed"
 */
export function verdictIn(main: string, whole: string, limitsOnly: boolean): Verdict | null {
  const by = approvalIn(whole);
  const isByRight = /\b(?:by right|as of right|without (?:any |a )?approval|no approval needed)\b/i.test(whole);
  if (doubled.test(main)) return told("permitted");
  if (notRequired.test(main)) return told("notRequired");
  if (isByRight) return told("permitted");
  if (!limitsOnly && prohibited.test(main)) {
    return by !== undefined && takesApproval(whole) ? told("conditional", by) : told("prohibited");
  }
  if (by !== undefined) return told("conditional", by);
  if (permitted.test(main) && !(limitsOnly && /\bno\b/i.test(main))) return told("permitted");
  if (limitsOnly) return null;
  if (weak.test(main)) return { kind: "permitted", approval: null, isWeak: true };
  return required.test(main) ? told("required") : null;
}

function told(kind: Verdict["kind"], approval: Verdict["approval"] = null): Verdict {
  return { kind, approval, isWeak: false };
}

/** Returns how something is approved; undefined when no approval is named. */
function approvalIn(text: string): Verdict["approval"] | undefined {
  if (special.test(text)) return "special";
  if (sitePlan.test(text) && /\bapprov|\brequire|\bneed|^\s*site plan\s*$/i.test(text)) return "site plan";
  if (temporary.test(text)) return "temporary";
  if (zoningPermit.test(text) && !/\bpermitted by right\b/i.test(text)) return "zoning permit";
  return approval.test(text) ? null : undefined;
}

/** A ban that an approval lifts: "not permitted unless the board approves", "except as a conditional use". */
function takesApproval(text: string): boolean {
  return /\b(?:unless|except|only|without|other than|until)\b/i.test(text);
}

/** Tells whether a claim's verdict contradicts the law's. */
export function verdictsConflict(claim: Verdict, law: Verdict): boolean {
  if (claim.kind === law.kind) {
    return (
      claim.kind === "conditional" &&
      claim.approval !== null &&
      law.approval !== null &&
      claim.approval !== law.approval
    );
  }
  const pair = [claim.kind, law.kind];
  if (pair.includes("prohibited")) return !(law.kind === "required" && claim.kind === "prohibited");
  if (pair.includes("notRequired"))
    return pair.includes("required") || claim.kind === "conditional" || law.kind === "conditional";
  if (claim.kind === "permitted" && law.kind === "conditional") return !claim.isWeak;
  if (claim.kind === "conditional" && law.kind === "permitted") return !law.isWeak;
  return false;
}
