import { analyse } from "../../../ingest/index.ts";
import { type OtherWording, otherWordingsIn } from "../../../retrieval/index.ts";
import type { QuestionReading } from "./read-question.ts";

/** An ordinance's own words for a matter count less than the asker's. */
const share = 0.8;
/** Of what an ordinance may call a matter, the weightier half tells that it speaks of it. */
const enough = 0.5;

/**
 * Makes the measure of how much of a question a text speaks of, in the question's words or in those ordinances use for
 * them: "fine" is held by "penalty", "airbnb" by "short-term rental", "home business" by "home occupation".
 *
 * Shape   0..1 for each term: 1 where the text has it, less where it says it otherwise
 */
export function makeTermMatch(
  question: Pick<QuestionReading, "text" | "subject">,
  weightOf: (term: string) => number,
): (term: string, held: ReadonlySet<string>) => number {
  const wordings = otherWordingsIn(question.text);
  const joined = joinedWordsIn(question.text);
  const kinds = question.subject.map(({ phrases, asked = [] }) => ({ phrases, said: new Set(asked.flat()) }));
  return (term, held) => {
    if (held.has(term) || joined.some(({ parts, whole }) => parts.includes(term) && held.has(whole))) return 1;
    const isKindHeld = kinds.some(
      ({ phrases, said }) => said.has(term) && phrases.some((words) => words.every((word) => held.has(word))),
    );
    const isSaid = () => wordings.some(({ said, terms }) => said.includes(term) && speaksOf(terms, held, weightOf));
    return isKindHeld || isSaid() ? share : 0;
  };
}

/** Two words in a row that a law may write as one: "bee hive", "drive thru". */
function joinedWordsIn(text: string): { parts: string[]; whole: string }[] {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return words.slice(1).flatMap((word, at) => {
    const [whole] = analyse(`${words[at]}${word}`);
    return whole === undefined ? [] : [{ parts: analyse(`${words[at]} ${word}`), whole }];
  });
}

function speaksOf(
  terms: OtherWording["terms"],
  held: ReadonlySet<string>,
  weightOf: (term: string) => number,
): boolean {
  let whole = 0;
  let present = 0;
  for (const term of terms) {
    const weight = weightOf(term);
    whole += weight;
    if (held.has(term)) present += weight;
  }
  return whole > 0 && present / whole >= enough;
}
