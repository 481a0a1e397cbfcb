/** A part of the towns whose questions a training leaves out: number `part`, from 0, of `of`. */
export interface Fold {
  readonly part: number;
  readonly of: number;
}

/** Reads a fold written as part/of, such as 0/2. @throws Error when it is not written so */
export function readFold(written: string): Fold {
  const [part = Number.NaN, of = Number.NaN] = written.split("/").map(Number);
  if (!(Number.isInteger(part) && Number.isInteger(of) && part >= 0 && part < of))
    throw new Error(`--fold ${written}: write the part, from 0, and the number of parts, such as 0/2`);
  return { part, of };
}
