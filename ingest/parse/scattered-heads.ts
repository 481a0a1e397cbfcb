import type { Item } from "./lines.ts";

/** So many page numbers in a row, each one more than the last, are no accident. */
const fewestPages = 4;
const counter = /^(?:page\s+)?(\d{1,4})\s*(?:\/|of)\s*\d{1,4}$|^page\s+(\d{1,4})$|^([A-Z]{0,3}\d{1,3}:)(\d{1,4})$/i;

/**
 * Takes printed heads out of text that lost its page breaks: a counter that rises by one ("8/393", "240:8"), and the line beside
 * it when that line stands beside most of the counters.
 */
export function withoutScatteredHeads(items: readonly Item[]): Item[] {
  const places = counters(items);
  if (places.length < fewestPages) return [...items];
  const dropped = new Set(places);
  for (const step of [-1, 1]) {
    const beside = new Map<string, number[]>();
    for (const place of places) {
      const item = items[place + step];
      if (item?.kind !== "line") continue;
      const key = item.text;
      beside.set(key, [...(beside.get(key) ?? []), place + step]);
    }
    for (const found of beside.values()) {
      if (found.length >= places.length * 0.5) for (const place of found) dropped.add(place);
    }
  }
  return items.filter((_, at) => !dropped.has(at));
}

function counters(items: readonly Item[]): number[] {
  const places: number[] = [];
  let last: { readonly chapter: string; readonly value: number } | undefined;
  items.forEach((item, at) => {
    const match = item.kind === "line" ? counter.exec(item.text) : null;
    if (!match) return;
    const [chapter, value] = [match[3] ?? "", Number(match[1] ?? match[2] ?? match[4])];
    // Chapters count their own pages.
    const isFirst = last === undefined || (chapter !== "" && chapter !== last.chapter && value <= 2);
    if (!isFirst && (chapter !== last?.chapter || value !== last.value + 1)) return;
    places.push(at);
    last = { chapter, value };
  });
  return places;
}
