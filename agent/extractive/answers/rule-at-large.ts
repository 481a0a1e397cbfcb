import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { firstMention } from "../question/use-words.ts";
import { asSentence, type ExtractiveAnswer } from "./answer.ts";
import { rulingOfText, type TextRuling } from "./sentence-ruling.ts";
import { headOf } from "./text-rulings.ts";

/**
 * An answer to a question of permission that was read from sentences at large, with the verdict of its first sentence
 * before the words of the law; as it is where that sentence says nothing of whether what is asked about may be.
 */
export function ledByVerdict(
  question: QuestionReading,
  answer: ExtractiveAnswer,
  evidence: readonly Evidence[],
): ExtractiveAnswer {
  const [first, ...others] = answer.sentences;
  const [span] = first?.spans ?? [];
  const told = evidence.find(
    (one) => one.cell === null && one.marker === span?.marker && one.charStart === span.charStart,
  );
  const ruling = told && rulingOn(question, told);
  if (!first || !told || !ruling) return answer;
  const text = asSentence(`${headOf(told, ruling)}: ${first.text}`);
  return { ...answer, sentences: [{ ...first, text }, ...others] };
}

/** What a sentence rules on the first of the things asked about that it speaks of. */
function rulingOn({ useConcepts }: QuestionReading, one: Evidence): TextRuling | undefined {
  const mentions = useConcepts.flatMap((concept) => firstMention([concept], one.text) ?? []);
  return mentions.map((mention) => rulingOfText(one, mention)).find((ruling) => ruling !== undefined);
}
