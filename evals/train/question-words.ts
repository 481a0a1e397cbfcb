import { collectGradients, poolRows, stepRows } from "./contrastive.ts";
import { addRow, type DenseMatrix, dotRows, makeMatrix } from "./dense-matrix.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A question in rows of the matrix that is trained, and the row of the rule that answers it. */
export interface AskedRule {
  readonly question: Int32Array;
  readonly rule: number;
}

/** How long and how strongly to train. */
export interface AskedSettings {
  readonly steps: number;
  readonly batch: number;
  /** Rules drawn at random that each question has to be told from, beside those of the other questions of its batch. */
  readonly otherRules: number;
  readonly temperature: number;
  readonly learningRate: number;
  /** Share of a question's words that are left out each time. */
  readonly dropped: number;
}

export const standardAsked: AskedSettings = {
  steps: 250,
  batch: 256,
  otherRules: 1000,
  temperature: 0.1,
  learningRate: 0.015,
  dropped: 0.25,
};

/**
 * Moves the vectors of what people say, in place, so that each question is nearer to its own rule than to others; the rules'
 * vectors, of unit length, stay. Calls back with the loss after every fiftieth step.
 */
export function trainQuestionWords(
  vectors: DenseMatrix,
  rules: DenseMatrix,
  asked: readonly AskedRule[],
  random: SeededRandom,
  settings: AskedSettings,
  onProgress: (step: number, loss: number) => void,
): void {
  const seen = new Float64Array(vectors.rows);
  let recent = 0;
  for (let step = 1; step <= settings.steps; step++) {
    const drawn = Array.from({ length: settings.batch }, () => asked[random.below(asked.length)] as AskedRule);
    const texts = drawn.map(({ question }) => question.filter(() => random.next() >= settings.dropped));
    const others = Array.from({ length: settings.otherRules }, () => random.below(rules.rows));
    const compared = [...new Set([...drawn.map(({ rule }) => rule), ...others])];
    const pooled = poolRows(vectors, texts);
    const { pull, loss } = pullOf(pooled.vectors, rules, drawn, compared, settings.temperature);
    const gradients = new Map<number, Float32Array>();
    collectGradients(gradients, pooled, pull);
    stepRows(vectors, gradients, seen, settings.learningRate * (1 - (0.9 * step) / settings.steps));
    recent += loss;
    if (step % 50 === 0) {
      onProgress(step, recent / 50);
      recent = 0;
    }
  }
}

/** The gradient of the loss by each question's vector, and the loss. */
function pullOf(
  questions: DenseMatrix,
  rules: DenseMatrix,
  drawn: readonly AskedRule[],
  compared: readonly number[],
  temperature: number,
) {
  const width = rules.columns;
  const pull = makeMatrix(questions.rows, width);
  let loss = 0;
  drawn.forEach(({ rule }, row) => {
    const start = row * width;
    const scores = compared.map(
      (other) => dotRows(questions.values, start, rules.values, other * width, width) / temperature,
    );
    const highest = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - highest));
    const all = odds.reduce((sum, one) => sum + one, 0);
    compared.forEach((other, at) => {
      const share = (odds[at] as number) / all;
      if (other === rule) loss -= Math.log(share || 1e-12) / drawn.length;
      const factor = (share - (other === rule ? 1 : 0)) / (temperature * drawn.length);
      addRow(pull.values, start, rules.values, other * width, factor, width);
    });
  });
  return { pull, loss };
}
