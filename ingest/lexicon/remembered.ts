/** At most so many texts are remembered; with one more, all are forgotten. */
const mostTexts = 5_000;
/** Longer texts seldom come again, and would take too much memory. */
const longestText = 1_000;

/** Makes a reading of a text remember what it read: one answer reads the headings of a law thousands of times. */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    if (text.length > longestText) return read(text);
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Read;
    const fresh = read(text);
    if (known.size >= mostTexts) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
