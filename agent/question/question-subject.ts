/**
 * Returns what a question is about, as it words it: "an accessory dwelling unit" of "Can I build an accessory dwelling
 * unit in R-1?". Null when no frame of a question fits, or the subject is itself a pronoun.
 */
export function subjectOfQuestion(question: string): string | null {
  const text = question
    .replace(/\s+/g, " ")
    .replace(/[ ?.!]+$/, "")
    .trimStart();
  for (const frame of frames) {
    const found = frame.exec(text)?.[1]?.split(placeOrCondition)[0]?.trim();
    if (found !== undefined && found !== "" && !notASubject.test(found)) return found;
  }
  return null;
}

const asker = `(?:i|we|you|someone|anyone|people|a person|an owner)`;
const verb = String.raw`(?:build|put(?:\s+up)?|open|keep|have|use|add|install|place|park|raise|erect|run|operate|rent|dig|start|construct|set up|get|display|live in|sell|convert|make|need)`;
/** Where a subject ends: a place, a condition, a purpose; "in-law" and "on-site" end none. */
const placeOrCondition =
  /\s+(?:in|on|at|behind|for|while|when|if|near|from|along|under|within|inside|outside|overnight|as|to|by|per|next)\b(?!-)|[,;(]/i;
const notASubject =
  /^(?:it|they|them|that|this|these|those|one|there|its|i|we|you|someone|the (?:front|side|rear|back)|(?:minimum|maximum)\b.*)$/i;

/** Frames of questions, narrow ones first; the group is the subject. */
const frames = [
  new RegExp(
    String.raw`\b(?:can|may|could|should|must|do|does|am)\s+${asker}\s+(?:\w+ly\s+)?(?:need\s+(?=a\b)|allowed to\s+)?${verb}\s+(?:(?:up|out|down)\s+)?(.+)$`,
    "i",
  ),
  /\bhow many\s+(?!(?:parking|spaces|units|nights|days|feet)\b)(\w+(?:\s\w+)?)\s+(?:can|may|could|do)\b/i,
  /^(?:how|what|when|where)\b.*?\b(?:can|may|must|should|does|do|could) (.+?) (?:be|have|need|rise|extend|last|stand|require|cover)\b/i,
  /^\s*(?:how)\b.*?\b(?:is|are)\s+((?:an?|the|my)\s+.+)$/i,
  /^(?:is|are|would|will) (.+?) (?:be )?(?:allowed|permitted|legal|prohibited|required|possible|ok)\b/i,
  /^\s*(?:what|which)\b.*?\b(?:for|of)\s+((?:an?|the|my)\s+.+)$/i,
];
