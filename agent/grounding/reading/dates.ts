const monthDay =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?\b/gi;
const clock = /\b(\d{1,2})(?::(\d{2}))?\s?([ap])\.?\s?m\b/gi;

/** Reads calendar days and times of day: "10-15", "1987-9-17", "21:00". */
export function datesIn(text: string): string[] {
  const days = [...text.matchAll(monthDay)].map(([, month = "", day = "", year]) => {
    const at = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(month.toLowerCase()) / 3 + 1;
    return `${year === undefined ? "" : `${year}-`}${at}-${Number(day)}`;
  });
  const times = [...text.matchAll(clock)].map(([, hour = "", minute = "00", half = "a"]) => {
    const since = (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
    return `${since}:${minute}`;
  });
  return [...new Set([...days, ...times])];
}
