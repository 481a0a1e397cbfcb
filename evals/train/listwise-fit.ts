/** The candidates of one question: their features, and which of them answer it. */
export interface JudgedList {
  readonly features: readonly (readonly number[])[];
  readonly answers: readonly boolean[];
}

const steps = 400;
const stepSize = 0.05;
/** Pulls weights to zero, in units of a feature's own spread. */
const ridge = 1e-3;

/**
 * Returns the weight of each feature under which the candidates that answer get most of the probability of their list; lists
 * without such a candidate teach nothing.
 *
 * Source  listwise softmax loss (ListNet), several right answers sharing theirs; Adam steps over standardised features
 */
export function fitListwise(lists: readonly JudgedList[], width: number): number[] {
  const taught = lists.filter(({ answers }) => answers.includes(true));
  const scales = spreads(taught, width);
  const scaled = taught.map(({ features, answers }) => ({
    answers,
    features: features.map((row) => row.map((value, at) => value / (scales[at] as number))),
  }));
  const weights = new Array<number>(width).fill(0);
  const momentum = new Array<number>(width).fill(0);
  const squares = new Array<number>(width).fill(0);
  for (let step = 1; step <= steps; step++) {
    const gradient = weights.map((weight) => ridge * weight);
    for (const list of scaled) addGradient(gradient, list, weights, 1 / scaled.length);
    for (let at = 0; at < width; at++) {
      const slope = gradient[at] as number;
      momentum[at] = 0.9 * (momentum[at] as number) + 0.1 * slope;
      squares[at] = 0.999 * (squares[at] as number) + 0.001 * slope * slope;
      const direction = (momentum[at] as number) / (1 - 0.9 ** step);
      const length = Math.sqrt((squares[at] as number) / (1 - 0.999 ** step)) + 1e-8;
      weights[at] = (weights[at] as number) - (stepSize * direction) / length;
    }
  }
  return weights.map((weight, at) => weight / (scales[at] as number));
}

/** Returns the weighted sum of each candidate's features. */
export function weighed({ features }: JudgedList, weights: readonly number[]): number[] {
  return features.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] as number), 0));
}

function addGradient(gradient: number[], list: JudgedList, weights: readonly number[], share: number): void {
  const scores = weighed(list, weights);
  const highest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - highest));
  const all = odds.reduce((sum, one) => sum + one, 0);
  const right = odds.reduce((sum, one, at) => (list.answers[at] ? sum + one : sum), 0);
  list.features.forEach((row, at) => {
    const odd = odds[at] as number;
    const pull = share * (odd / all - (list.answers[at] ? odd / right : 0));
    row.forEach((value, column) => {
      gradient[column] = (gradient[column] as number) + pull * value;
    });
  });
}

/** Standard deviation of each feature over all candidates; 1 where it never varies. */
function spreads(lists: readonly JudgedList[], width: number): number[] {
  const rows = lists.flatMap(({ features }) => features);
  return Array.from({ length: width }, (_, at) => {
    const mean = rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length;
    const square = rows.reduce((sum, row) => sum + ((row[at] as number) - mean) ** 2, 0) / rows.length;
    return Math.sqrt(square) || 1;
  });
}
