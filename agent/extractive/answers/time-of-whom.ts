import { actorsIn } from "../../grounding/reading/actors.ts";
import { type Evidence, saidBy } from "../evidence/evidence.ts";
import { sentenceAsking } from "../question/asking-sentence.ts";
import type { QuestionReading } from "../question/read-question.ts";

/** The asker, or another person, has the time: "How many days do I have to appeal", "when must the applicant post a sign". */
const ofPerson =
  /\b(?:can|could|may|must|should|shall|do|does|did|will|would|have|has|had|need)\s+(?:I|we|you|he|she|they|someone|somebody|anyone|(?:an?|the|my|our)\s+(?:[\w-]+\s+)?(?:applicant|appellant|owner|neighbou?r|person))\b/i;
/** What a board or an officer does, or is done at a hearing. */
const ofBody = /\b(?:hearings?|notices?|decisions?|decides?|votes?|publish\w*)\b/i;
/** The subject of a sentence, which is the text before its first modal verb, and whether that verb imposes a duty. */
const subject = /^(?<said>.*?)\b(?:(?<duty>shall|must|will)|may|can)\b/is;
const person =
  /\b(?:persons?|applicants?|appellants?|owners?|part(?:y|ies)|resident|neighbou?rs?|appeals?|applications?|petitions?)\b/i;
const ofOffice =
  /^\W*(?:\S+\s){0,3}?(?:the\s+|such\s+|said\s+|an?\s+|all\s+)?(?:public\s+)?(?:notices?(?! of (?:the |an? )?appeal)|hearings?|decisions?|cop(?:y|ies))\b/i;

/**
 * Whether a question asks what time a person has, and a provision states the time of a board, an officer, a hearing or a
 * notice: "the Board shall hear the appeal within 40 days" says nothing of when to appeal.
 */
export function isOfOtherActor({ text, measure }: QuestionReading, one: Evidence): boolean {
  if (measure?.id !== "time") return false;
  const asking = sentenceAsking(text);
  if (!ofPerson.test(asking) || ofBody.test(asking) || actorsIn(asking).length > 0) return false;
  const { said = "", duty } = subject.exec(saidBy(one).replace(/\s+/g, " "))?.groups ?? {};
  // What a board may grant, a person then has.
  if (duty === undefined) return false;
  return ofOffice.test(said) || (actorsIn(said).length > 0 && !person.test(said));
}
