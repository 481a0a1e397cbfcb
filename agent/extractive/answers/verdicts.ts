import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";

/** What an ordinance says to a use. */
export type Verdict = "permitted" | "conditional" | "prohibited";

/** What a text rules on something it mentions, and how plainly: 1 for an entry of a list of uses. */
export interface TextRuling {
  readonly verdict: Verdict;
  readonly plainness: number;
}

const cues: readonly (readonly [Verdict, RegExp])[] = [
  [
    "prohibited",
    /\bprohibited\b|\bprohibits?\b|\b(?:not|never)\s+(?:be\s+)?(?:permitted|allowed)\b|\bunlawful\b|\bexpressly\s+excluded\b|\bno\s+(?:[\w-]+,?\s+){1,14}(?:shall|may)\s+be\s+(?:permitted|allowed|erected|established|used|kept|located|placed|parked|stored|maintained|constructed|conducted|occupied|built)\b|\b(?:shall|may|must) not be (?:permitted|allowed|erected|established|used|kept|located|rented|operated|sold|placed|parked|stored|maintained|constructed|conducted|occupied|built)\b|\bno\s+(?:person|one|owner|resident|occupant)\s+(?:shall|may)\b|\bforbidden\b/gi,
  ],
  [
    "conditional",
    /\bspecial[- ]+(?:land\s+)?(?:use\s+)?(?:permits?|exceptions?|approval)\b|\bconditional(?:ly)?\s*(?:uses?|permit\w*|approv\w*)?\b|\bspecial uses?\b|\b(?:uses?|permitted) on (?:appeal|review)\b|\b(?:subject to|upon|with) (?:the\s+)?(?:[\w-]+\s+){0,3}(?:approval|permits?|review)\b|\bby (?:special|conditional|use) permit\b|\bprovisional(?:ly)?\b|\bsite plan (?:approval|review)\b|\b(?:only )?(?:with|upon|by|after|under)\s+(?:an?\s+)?(?:[\w-]+\s+){0,2}(?:license|registration)\b|\bsubject to\s+(?:[\w-]+\s+){0,8}?issuance of an? (?:[\w-]+\s+){0,2}permit\b/gi,
  ],
  [
    "permitted",
    /\b(?:permitted|allowed|allowable|by right|as of right|principal uses?|accessory uses?|uses by right|authorized)\b|\bmay be (?:used|erected|established|located|kept|built|operated)\b/gi,
  ],
];
/** Where the conditions of a rule begin: what follows qualifies it and does not rule. */
const proviso = /\b(?:provided|except|unless|when|where|if|in accordance|which|that)\b/i;

/** A reservation that rules nothing by itself. */
const reservation =
  /\b(?:unless|except as|as)\s+(?:may be\s+)?(?:otherwise|specifically|expressly)\s+(?:\w+\s+)?(?:permitted|allowed|authorized|prohibited)\b/gi;

/** What makes a prohibition a condition: it holds at some times, in some places or beyond some amount only. */
const condition =
  /\b(?:permitted|allowed|prohibited|used|kept|located|erected|established|unlawful)\s+(?:simultaneously|unless|except|when|while|if|where|within|closer|nearer|between|during|after|before|for more than|in (?:a|any|the) (?:required |minimum )?(?:front|side|rear)|in conjunction(?! with any\b)|until|without)\b/i;

/** "No drive-through service shall be permitted": what stands before the use forbids it. */
const deniedBefore = /\b(?:no|nor|neither)\s+(?:[\w-]+,?\s+){0,3}$/i;
/** What a rule sets aside rules nothing by itself: "notwithstanding permitted uses and vegetation clearing, …". */
const setAside = /\bnot\s?withstanding\b[^.;]{0,120}?(?=,\s+(?:the|a|an|no|any|all|each|every)\b|[.;]|$)/gi;
/** "may be used as accessory buildings only in an industrial zone" */
const onlyThere = /^[^.;]{0,60}\bonly\s+(?:in|within|on|where|when|if|by|upon|with|as|for|during)\b/i;

/** "Where the conversion is to two dwelling units, …" tells what holds in a case, not whether the case may be. */
const caseOnly =
  /^(?:[\s(]*(?:\d+|[A-Za-z]{1,3}|[ivx]+)[.)]\s+)?(?:where|when|if|in the case of)\b(?![^.;]*\b(?:permitted|allowed|prohibited)\b)/i;

/** "Four hens may be kept", "food trucks may operate". */
const mayDo =
  /^[^.;:]{0,60}\bmay\s+(?:also\s+)?(?:be\s+(?:kept|held|used|located|placed|established|operated|conducted|maintained|erected|built|installed)|operate|locate)\b/i;

/** "No commercial vehicle …": what may be done with it may not be done. */
const denied = /(?:^|[.;:]\s+)(?:[\s(]*(?:\d+|[A-Za-z]{1,3})[.)]\s+)?(?:no|neither)\s+(?:[\w-]+,?\s+){0,4}$/i;

/** "Containers may not be placed in a front yard". */
const mayNot =
  /^[^.;:]{0,60}\b(?:shall|may|must|can)\s?not\s+be\s+(?!(?:less|more|fewer|greater|closer|nearer|higher|larger|over|under|within|construed|deemed|considered|required|subject)\b)\w+/i;

/** "Ground-mounted collectors require a conditional use permit": the verb after a use that asks for an approval. */
const needsApproval =
  /^[^.;:]{0,90}\b(?:shall )?(?:requires?|needs?|must (?:have|obtain)|shall (?:have|obtain))\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:special|conditional|use)\s+(?:[\w-]+\s+){0,2}(?:permits?|exceptions?|approval)\b/i;

/** Reads which verdict a heading, lead or short text gives by its main clause. */
export function verdictIn(stated: string): Verdict | undefined {
  const text = stated.replace(reservation, " ");
  const main = text.slice(0, proviso.exec(text)?.index ?? text.length);
  const first = cueAt(main, "first");
  const isByApproval = first === "permitted" && /\b(?:by|upon|with|only|subject|as|following)\b/i.test(main);
  if (isByApproval && cueAt(main, "last") === "conditional") return "conditional";
  return first ?? cueAt(text, "first");
}

/** The verdict of the first or last cue of a text; of two at one place the narrower one counts. */
function cueAt(text: string, which: "first" | "last"): Verdict | undefined {
  const found = cues.flatMap(([verdict, pattern], narrowness) =>
    [...text.matchAll(pattern)].map((match) => ({
      verdict,
      narrowness,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  const free = found.filter(
    (one) =>
      !found.some(
        (other) => other.narrowness < one.narrowness && other.start < one.end + 24 && one.start < other.end + 1,
      ),
  );
  const ordered = free.sort((a, b) => a.start - b.start);
  return (which === "first" ? ordered[0] : ordered.at(-1))?.verdict;
}

/**
 * Reads what a sentence or list item rules on a use it mentions at `mention`.
 *
 * A verb after the mention rules first ("duplexes are not permitted"), then the nearest words before it, then the line
 * that introduces the list, then the headings above.
 */
export function rulingOfText(evidence: Evidence, mention: number): TextRuling | undefined {
  const { text, lead } = evidence;
  if (/\b(?:not including|excluding|excepting|other than|but not)\b[^.;]{0,60}$/i.test(text.slice(0, mention)))
    return undefined;
  if (caseOnly.test(text)) return undefined;
  if (isSetAside(text, mention)) return undefined;
  const after = text.slice(mention, mention + 140);
  const clause = after.slice(0, (/[.;:]\s|\b[A-Z]\.\s/.exec(after) ?? proviso.exec(after))?.index ?? after.length);
  const verb = /\b(?:is|are|be|being)\b[^.;]{0,40}$|\b(?:permitted|allowed|prohibited)\b/i.test(clause)
    ? cueAt(clause, "first")
    : undefined;
  const isDone = /\b(?:shall|may|must|can)\s+be\b|\b(?:is|are)\s+(?:permitted|allowed)\b/i.test(
    after.split(/[.;]\s/)[0] ?? "",
  );
  if (isDone && denied.test(text.slice(0, mention))) {
    return { verdict: condition.test(after) ? "conditional" : "prohibited", plainness: 0.85 };
  }
  if (mayNot.test(clause)) return { verdict: condition.test(after) ? "conditional" : "prohibited", plainness: 0.85 };
  if (verb && /\b(?:is|are|be)\s+(?:\w+\s+){0,3}(?:permitted|allowed|prohibited|unlawful)/i.test(clause)) {
    const isConditional = verb === "prohibited" && condition.test(after);
    if (isConditional) return { verdict: "conditional", plainness: 0.5 };
    if (verb === "permitted" && deniedBefore.test(text.slice(0, mention)))
      return condition.test(after)
        ? { verdict: "conditional", plainness: 0.5 }
        : { verdict: "prohibited", plainness: 0.9 };
    const isByApproval = verb === "permitted" && cueAt(clause, "last") === "conditional";
    return { verdict: isByApproval ? "conditional" : verb, plainness: 0.9 };
  }
  if (mayDo.test(clause)) return { verdict: onlyWhen.test(after) ? "conditional" : "permitted", plainness: 0.85 };
  if (needsApproval.test(clause)) return { verdict: "conditional", plainness: 0.9 };
  const before = cueAt(text.slice(0, mention), "last");
  if (before === "prohibited" && condition.test(text)) return { verdict: "conditional", plainness: 0.5 };
  if (before === "permitted" && onlyThere.test(after)) return { verdict: "conditional", plainness: 0.8 };
  if (before) return { verdict: before, plainness: mention < 400 ? 0.85 : 0.7 };
  const introduced = lead === "" ? undefined : verdictIn(lead);
  const isEntry = mention < 90 && !/\b(?:shall|will|must|may not|may be)\b/i.test(text.slice(0, mention + 60));
  if (introduced) return { verdict: introduced, plainness: isEntry ? 1 : 0.6 };
  for (const heading of headingsOf(evidence).slice(0, 3)) {
    const verdict = verdictIn(heading);
    if (verdict) return { verdict, plainness: isEntry && text.length < 400 ? 0.9 : 0.45 };
  }
  return undefined;
}

function isSetAside(text: string, mention: number): boolean {
  return [...text.matchAll(setAside)].some(
    ({ index, 0: clause }) => index <= mention && mention < index + clause.length,
  );
}

/** What ties a permission to more than its own limits: an owner who lives there, a permit, a finding. */
const onlyWhen =
  /\bsubject to\b|\bprovided\b|\bonly\b|\bwhen\b|\bwith (?:an? )(?:[\w-]+ ){0,2}permit\b|\blicense\b|\bapprov\w+/i;

/** The letters of use tables and what they stand for, where a document explains them. */
export type Legends = ReadonlyMap<string, ReadonlyMap<string, Verdict>>;

/** "Z = zoning permit required" and the like: allowed, but not without it. */
const byPermit =
  /\b(?:permit|approval|review|licen[cs]e|registration)\b.*\brequired\b|\brequires?\b.*\b(?:permit|approval|review|licen[cs]e)\b/i;

const legendForms: readonly RegExp[] = [
  /(?:^|[\s,;(“"'|])["“']?(?<letter>[A-Z]{1,3}\d?|[✓●•])["”']?\s*(?:=|:|-{1,2}|–|—|\bmeans\b|\bdenotes\b|\bindicates\b|\()\s*["“]?(?<words>(?:[A-Za-z-]+[\s/]*){1,7})/g,
  /(?<words>(?:[A-Z][\w-]*\s+(?:by\s+|to\s+|with\s+)?){1,7})\(\s*["“'](?<letter>[A-Za-z]{1,3})["”']\s*\)/g,
];

/** Finds the explanations of letters: "P = Permitted", "SE - Special Exception", "Conditional Uses (“CU”)". */
export function legendsIn(evidence: readonly Evidence[]): Legends {
  const legends = new Map<string, Map<string, Verdict>>();
  for (const { text, passage } of evidence) {
    for (const match of legendForms.flatMap((form) => [...text.matchAll(form)])) {
      const words = match.groups?.words ?? "";
      const verdict = verdictIn(words) ?? (byPermit.test(words) ? "conditional" : undefined);
      const letter = (match.groups?.letter ?? "").toUpperCase();
      if (!verdict || letter === "") continue;
      const legend = legends.get(passage.documentId) ?? new Map<string, Verdict>();
      if (!legend.has(letter)) legend.set(letter, verdict);
      legends.set(passage.documentId, legend);
    }
  }
  return legends;
}

const usual: readonly (readonly [RegExp, Verdict])[] = [
  [/^(?:P|PR|A|BR|R|Y|YES|X|✓|●|•|BY RIGHT|PERMITTED|ALLOWED)$/i, "permitted"],
  [/^(?:PL|SP|SE|SUP|CUP|CU|C|S|SPR|SU|PC|PUC|UPA|UPR|B|ZBA|SPECIAL.*|CONDITIONAL.*|L|P\/S|SDP)$/i, "conditional"],
  [/^(?:N|NP|NO|-+|–|—|NOT PERMITTED|PROHIBITED)$/i, "prohibited"],
];

/** Reads the letter of a use table, by the document's own legend or by custom. */
export function verdictOfCell(cell: TableCellEvidence, documentId: string, legends: Legends): Verdict | undefined {
  const letter = cell.value.replace(/[*†‡\d()[\]\s]+$/g, "").trim();
  if (letter.length > 24) return verdictIn(cell.value);
  return (
    legends.get(documentId)?.get(letter.toUpperCase()) ??
    usual.find(([pattern]) => pattern.test(letter))?.[1] ??
    verdictIn(cell.value)
  );
}
