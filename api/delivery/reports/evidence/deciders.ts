import { setImmediate as freeEventLoop } from "node:timers/promises";
import type { Passage } from "../../../../retrieval/index.ts";
import type { StoredPassage } from "./answers.ts";
import { decidingBodyIn, isSameBody, names } from "./deciding-body.ts";
import type { LawReader } from "./law-reader.ts";
import { type ApprovalSpec, isOnSpecialSubject, namedByChapter, rankOf } from "./procedure-words.ts";
import { leadOf } from "./run-in-title.ts";

/** A body that decides, by the name that the law gives it, and the sentence that says so. */
export interface StatedBody {
  readonly name: string;
  readonly passage: StoredPassage;
}

interface Statement {
  readonly name: string;
  readonly isOwn: boolean;
  readonly weight: number;
  /** Whether it is on how the approval ends, which says less of who gives it. */
  readonly isOnLapse: boolean;
  readonly passage: Passage;
  readonly charStart: number;
  readonly charEnd: number;
}

/** A sentence under the headings of an approval weighs so much more than one that names it elsewhere. */
const ownWeight = 3;
/** A body of less than this share of the weight of the first is one of a special case. */
const rivalShare = 0.5;
const mostBodies = 2;
/** Passages that are read before the event loop is free for others: some 5 ms of work. */
const passagesAtOnce = 20;
/** Longer sentences are lists that were not taken apart. */
const longestSentence = 500;

/** Returns the bodies of which passages say that they decide on an approval, the one with most statements first. */
export async function decidersOf(
  law: LawReader,
  spec: ApprovalSpec,
  passages: readonly Passage[],
): Promise<readonly StatedBody[]> {
  const all: Statement[] = [];
  for (const [at, passage] of passages.entries()) {
    if (at % passagesAtOnce === 0) await freeEventLoop();
    all.push(...statementsOf(passage, spec));
  }
  const own = all.filter(({ isOwn }) => isOwn);
  const groups = groupsOf(own.length > 0 ? own : all);
  const most = weightOf(groups[0] ?? []);
  const strong = groups.filter((group) => weightOf(group) >= most * rivalShare);
  // "The director or the planning commission" names the planning commission too.
  const chosen = strong
    .filter((group, at) => !strong.slice(0, at).some(([before]) => before && names(before.name, group[0]?.name ?? "")))
    .slice(0, mostBodies);
  const cited = await Promise.all(
    chosen.map(async (group) => {
      // Of statements as plain, the one with the full name of the body: "board of zoning appeals", not "board".
      const [best] = group.toSorted(
        (one, other) =>
          Number(one.isOnLapse) - Number(other.isOnLapse) ||
          other.weight - one.weight ||
          other.name.length - one.name.length ||
          lengthOf(one) - lengthOf(other),
      );
      const passage = best && (await law.cite(best.passage, best));
      return best && passage ? { name: best.name, passage } : undefined;
    }),
  );
  return cited.flatMap((body) => body ?? []);
}

const weightOf = (group: readonly Statement[]) => group.reduce((sum, { weight }) => sum + weight, 0);
const lengthOf = ({ charStart, charEnd }: Statement) => charEnd - charStart;

/** Returns the statements by the body of which they are, the most weight first. */
function groupsOf(statements: readonly Statement[]): Statement[][] {
  const groups: Statement[][] = [];
  for (const statement of statements) {
    const known = groups.find((group) => group.every(({ name }) => isSameBody(name, statement.name)));
    if (known) known.push(statement);
    else groups.push([statement]);
  }
  return groups.toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** Ends of sentences, and beginnings of items. */
const breaks =
  /[.;:](?=\s+[A-Z“"(\d])|\n(?=\s*(?:\([A-Za-z0-9]{1,4}\)|[A-Za-z][.)]|\d{1,2}[.)])\s)|\n[ \t]*\n(?=\s*[A-Z“"(\d])/g;

const onLapse = /\b(?:null and void|void|expires?|expired|lapses?|lapsed|revoked?)\b/i;

function statementsOf(passage: Passage, spec: ApprovalSpec): Statement[] {
  const { headingPath: path, text } = passage;
  if (isOnSpecialSubject(path, spec)) return [];
  const isOwn = rankOf(path, spec) > 0;
  const ends = [...Array.from(text.matchAll(breaks), ({ 0: found, index }) => index + found.length), text.length];
  return ends.flatMap((end, at) => {
    const raw = text.slice(at === 0 ? 0 : ends[at - 1], end);
    const { length: mark } = leadOf(raw);
    const sentence = raw.slice(mark).trimEnd();
    // A text that begins in mid-sentence, or a row of a table, is not a sentence.
    const isWhole = mark > raw.length - raw.trimStart().length || /^[A-Z“"\d]/.test(sentence);
    if (!isWhole || sentence.includes("|") || sentence.length > longestSentence) return [];
    const body = decidingBodyIn(sentence, namedByChapter({ headingPath: path, text: sentence }, spec) ?? spec, {
      isOwn,
      path,
    });
    if (!body || spec.notBy?.test(body.name)) return [];
    const charStart = passage.charStart + end - raw.length + mark;
    const weight = body.plainness + (isOwn ? ownWeight : 0);
    const isOnLapse = onLapse.test(sentence);
    return [{ name: body.name, isOwn, weight, isOnLapse, passage, charStart, charEnd: charStart + sentence.length }];
  });
}
