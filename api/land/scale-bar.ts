/** Returns the longest round length in feet that is at most so many points long on paper, and its length in points. */
export function scaleBar(feetPerInch: number, mostPoints: number): { readonly feet: number; readonly points: number } {
  const room = (mostPoints / 72) * feetPerInch;
  const magnitude = 10 ** Math.floor(Math.log10(room));
  const feet = [10, 5, 4, 2, 1].map((step) => step * magnitude).find((length) => length <= room) ?? magnitude;
  return { feet, points: (feet / feetPerInch) * 72 };
}
