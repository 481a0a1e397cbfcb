/**
 * Returns a source of numbers from 0 up to 1 that gives the same numbers for the same seed: a linear congruential
 * generator, of which the high bits are used.
 *
 * @see constants of Numerical Recipes, third edition, section 7.1
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 16_777_216;
  };
}
