/** Settled answers of the interview by question id. */
export type Answers = Readonly<Record<string, unknown>>;

/** Returns a number of the answers inside its range; the fallback when it was not answered. */
export function numberAnswer(answers: Answers, id: string, fallback: number, [least, most]: readonly [number, number]) {
  const value = answers[id];
  return typeof value === "number" && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;
}

/** Returns a member of an object that was answered when it is a number; undefined otherwise. */
export function memberAnswer(answers: Answers, id: string, member: string): number | undefined {
  const value = answers[id];
  if (typeof value !== "object" || value === null || !(member in value)) return undefined;
  const number = (value as Readonly<Record<string, unknown>>)[member];
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Returns one of some texts; the first of them when it was not answered. */
export function choiceAnswer<Choice extends string>(
  answers: Answers,
  id: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = answers[id];
  return choices.find((choice) => choice === value) ?? choices[0];
}
