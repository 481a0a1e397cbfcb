import { type Actor, actorsIn, isSameActor } from "../../grounding/reading/actors.ts";
import { type Evidence, headingsOf, isTitle, saidInFull } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { kindsIn } from "../question/use-words.ts";
import { isDefining } from "./amount-gate.ts";
import { type ExtractiveAnswer, noAnswer, sentenceOf, titleOf } from "./answer.ts";
import { wordsAsked } from "./closest-provision.ts";
import { conditionsIn } from "./conditions.ts";
import { standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";

/** Something that bodies do: how questions name it and how the law does, the title of its section, and what alone it is done to. */
interface Act {
  readonly asked: RegExp;
  readonly told: RegExp;
  readonly title?: RegExp;
  readonly matter?: RegExp;
  /** How an item in the list of a body's powers says that it does it. */
  readonly power?: RegExp;
}

const law = String.raw`(?:by-?laws?|ordinances?|codes?|chapters?|regulations?|resolutions?)`;

/** What bodies do, as questions name it and as the law does. */
const acts: readonly Act[] = [
  { asked: /\b(?:hears?|heard)\b/i, told: /\b(?:hears?|heard)\b/gi },
  {
    asked: new RegExp(String.raw`\b(?:administers?|runs|in charge of|oversees)\b[^?]{0,40}\b(?:${law}|zoning)\b`, "i"),
    told: /\badministers?\b|\badministered\b/gi,
    matter: new RegExp(String.raw`\b(?:this|these|the)\s+(?:zoning\s+)?${law}\b`, "i"),
  },
  {
    asked: /\bissu(?:es?|ed|ing)\b|\bget\b[^?]{0,20}\b(?:permit|licen[cs]e)\b[^?]{0,10}\bfrom\b/i,
    told: /\bissue[sd]?\b|\b(?:permit|licen[cs]e|approval) from\b/gi,
  },
  { asked: /\benforc|\bbreak(?:s|ing)?\b|\bviolat|\bcomplain/i, told: /\benforce[sd]?\b/gi, title: /\benforcement\b/i },
  {
    asked: /\breceiv|\bsubmit|\bhand(?:s|ed)?\b|\bfil(?:es?|ed|ing)\b|\bapply\b|\bturn in\b/i,
    told: /\b(?:made|submitted|filed|delivered|presented|receives?)\b/gi,
  },
  { asked: /\bappoint/i, told: /\bappoint(?:s|ed)?\b/gi },
  {
    asked:
      /\bdecid|\bapprov|\bgrants?\b|\bgranted\b|\bauthori[sz]|\b(?:ok|okay)s?\b|\bsigns? off\b|\b(?:last word|final (?:say|decision|approval))\b|\brules? on\b/i,
    told: /\b(?:decides?|decided|approves?|approved|grants?|granted|authorizes?|authorized|obtained from)\b/gi,
    power:
      /^\W*(?:\w{1,3}[.)]\s+)?(?:(?:to\s+)?(?:make|render)\s+)?(?:the\s+)?final\s+(?:decisions?|action|approval)\s+(?:on|of)\b/i,
  },
];

/** A clause that forbids or conditions an act names no one who does it at large. */
const limited = /\b(?:no|not|never|neither|nor|if|when|whenever|where|unless|until)\b/i;
/** Share of the words of a question that a statement and its title must mention. */
const enough = 0.6;
/** "The Board shall have the following powers and duties:" */
const listsPowers = /\b(?:powers?|duties|authority|responsibilities)\b[^:]*:\s*$/i;
/** How far from its verb a body may be named. */
const reach = 90;

interface Statement {
  readonly one: Evidence;
  readonly actors: readonly Actor[];
}

/**
 * Answers who acts on a matter: by the nearest sentence that makes a body the doer of the act asked about, on that matter.
 * Where sentences name different bodies they are quoted; where none is found, nothing is answered.
 */
export function answerBody(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const act = acts.find(({ asked }) => asked.test(question.text));
  if (!act) return noAnswer;
  const { near, coverageOf } = wordsAsked(question, evidence);
  const isOnMatter = makeMatterTest(question, coverageOf, act);
  const isOfGrade = makeGradeTest(question.text);
  const nearness = (one: Evidence) => near(`${one.lead} ${saidInFull(one)}`) + one.passage.score;
  const statements = evidence
    .flatMap((printed): Statement[] => {
      const one = { ...printed, text: printed.text.replace(authorityFor, "decides on") };
      const isOfOther = standingOf(one, question.districts).kind === "other";
      if (one.cell || isTitle(one) || isDefining(one) || isOfOther || !isOnMatter(one)) return [];
      const isPower = act.power?.test(one.text) === true && listsPowers.test(one.lead);
      const clauses = one.text.split(/;\s+/).filter((clause) => isOfGrade(clause));
      const actors = isPower ? actorsIn(one.lead) : clauses.flatMap((clause) => doersOf(clause, act.told));
      return actors.length > 0 ? [{ one: printed, actors }] : [];
    })
    .toSorted((a, b) => nearness(b.one) - nearness(a.one));
  const [best] = statements;
  if (!best) return noAnswer;
  const rival = statements.find(
    ({ actors }) => !actors.some((actor) => best.actors.some((own) => isSameActor(own, actor))),
  );
  if (rival) return quoteAnswer([best.one, rival.one]);
  const inFull = namedInFull(best, evidence).map((one) => sentenceOf(one));
  const place = inFull.length === 0 ? namedInTitle(best) : "";
  return { status: "answered", sentences: [...inFull, sentenceOf(best.one, place)] };
}

/** Whether a text names in full a body that a statement calls only "the Board" or "the Commission". */
function namesInFull(text: string, { actors }: Statement): boolean {
  const isFull = (actor: Actor) => actor.marks.size > 0 && actors.some((own) => isSameActor(own, actor));
  return actors.every(({ marks }) => marks.size === 0) && actorsIn(text).some(isFull);
}

/** The title of the section of a statement, where it names the body in full; "" where it does not. */
function namedInTitle(statement: Statement): string {
  const title = titleOf(headingsOf(statement.one)[0] ?? "");
  return namesInFull(title, statement) ? title : "";
}

/** The sentence of the same section that names in full a body which another calls "the Board" or "the Commission". */
function namedInFull(statement: Statement, evidence: readonly Evidence[]): Evidence[] {
  const { one } = statement;
  const ofSection = evidence.filter(
    ({ passage, cell }) =>
      cell === null &&
      passage.documentId === one.passage.documentId &&
      passage.parent.charStart === one.passage.parent.charStart,
  );
  return ofSection.filter((other) => !isTitle(other) && namesInFull(other.text, statement)).slice(0, 1);
}

const doneBy = /^[^;:.]{0,60}?\b(?:by|to|with)\s+((?:the\s+|its\s+)?[^;:.]*)/;

/** The bodies that a sentence makes do something: before the verb in its clause, or behind it with "by", "to" or "with". */
function doersOf(text: string, told: RegExp): Actor[] {
  return [...text.matchAll(told)].flatMap(({ index, 0: verb }) => {
    const [before = ""] = /[^;:.]*$/.exec(text.slice(0, index)) ?? [];
    if (limited.test(before)) return [];
    const rest = text.slice(index + verb.length);
    // "Approval shall be obtained from the Board", "a permit from the Board": the body follows at once.
    const behind = (verb.endsWith("from") ? /^([^;:.]*)/ : doneBy).exec(rest)?.[1];
    return [...actorsIn(before.slice(-reach)), ...actorsIn((behind ?? "").slice(0, reach))];
  });
}

/** "The Commission is the review authority for a use permit": it decides on it. */
const authorityFor =
  /\bis (?:hereby )?(?:designated (?:as )?)?the (?:review|reviewing|approval|approving|deciding|decision-making|permit-granting) (?:authority|body|agency) for\b/gi;

/** "Minor use permit", "administrative site plan": grades of one approval, on which different bodies decide. */
const gradeOfApproval =
  /\b(?<grade>minor|major|administrative|temporary)\s+(?:[\w-]+\s+){0,2}?(?:permits?|exceptions?|variances?|plans?|subdivisions?|modifications?)\b/gi;
const anyApproval = /\b(?:permits?|exceptions?|variances?|plans?|subdivisions?|modifications?)\b/i;

/** Makes the test of whether a clause is on an approval of the grade that a question names, or on no approval. */
function makeGradeTest(question: string): (clause: string) => boolean {
  const gradesIn = (text: string) =>
    [...text.matchAll(gradeOfApproval)].map(({ groups }) => groups?.grade?.toLowerCase() ?? "");
  const asked = new Set(gradesIn(question));
  return (clause) => {
    const told = gradesIn(clause);
    return !anyApproval.test(clause) || (asked.size === 0 ? told.length === 0 : told.some((grade) => asked.has(grade)));
  };
}

/** What a question says is not needed is not what it asks about: "needs no special permit". */
const notNeeded =
  /\b(?:no|not an?|without an?|instead of an?)\s+(?:[\w-]+\s+){0,2}(?:permit|exception|variance|approval|plan|subdivision|hearing)s?\b/gi;

/** Makes the test of whether a statement is on the matter of a question: by its title, its procedure, or most of what else it is about. */
function makeMatterTest({ text }: QuestionReading, coverageOf: (text: string) => number, { title, matter, told }: Act) {
  const procedure = conditionsIn(text.replace(notNeeded, " ")).get("procedure");
  const kinds = anyApproval.test(text) ? kindsIn(text) : [];
  const isOnUse = (words: string) => kinds.length > 0 && kinds.every((kind) => kindsIn(words).includes(kind));
  return (one: Evidence) => {
    const [heading = ""] = headingsOf(one);
    if (matter) return matter.test(one.text);
    if (title?.test(heading)) return true;
    const words = `${one.lead} ${saidInFull(one)} ${heading}`;
    // A story around it has words that no rule on the permit for the use has.
    if (!procedure) return coverageOf(words) >= enough || (anyApproval.test(one.text) && isOnUse(words));
    const isOfAll = (part: string) => {
      const named = conditionsIn(part).get("procedure");
      return [...procedure].every((name) => named?.has(name)) && named?.size === procedure.size;
    };
    // "The Board shall hear requests for variances, and appeals": each of several matters is one.
    return isOfAll(words) || one.text.split(/,\s+and\s+|;\s+/).some((part) => part.search(told) >= 0 && isOfAll(part));
  };
}
