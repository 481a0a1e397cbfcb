import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";

/** What a question says that the use does not have: "entirely indoors with no outdoor runs". */
const denied = /\b(?:no|without(?: any| an?)?|not (?:have|any)|never any)\s([\w-]+(?:\s[\w-]+){0,3})/gi;
/** The part by which an entry tells a form of its use: "with outdoor runs", "without outdoor runs". */
const withPart = /\bwith (?!or without\b|no\b)(?<part>[\w-]+(?: [\w-]+){0,2})$/i;
const withoutPart = /^(?:without|with no) (?:any |an? )?(?<part>[\w-]+(?: [\w-]+){0,2})$/i;

const inWords = (text: string) => (text.match(/[\w-]+/g) ?? []).join(" ");

function isDenied(text: string, part: string): boolean {
  const stems = contentTerms(part);
  return stems.length > 0 && [...text.matchAll(denied)].some(([, words = ""]) => includesAll(analyse(words), stems));
}

const includesAll = (words: readonly string[], stems: readonly string[]) => stems.every((stem) => words.includes(stem));

/** Whether the name of an entry is of a form of the use with a part that the question says there is not. */
export const hasPartDenied = (text: string, name: string): boolean =>
  isDenied(text, withPart.exec(inWords(name))?.groups?.part ?? "");

/** Whether all that an entry leaves out is a part that the question says there is not. */
export const leavesOutPartDenied = (text: string, leftOut: string): boolean =>
  isDenied(text, withoutPart.exec(inWords(leftOut))?.groups?.part ?? "");
