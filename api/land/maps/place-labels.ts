/** A place on the sheet, in points from the upper left corner of the map. */
export type SheetPoint = readonly [x: number, y: number];

/** A text on the map. */
export interface MapLabel {
  readonly text: string;
  readonly kind: "street" | "parcel" | "contour";
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise; the text is never upside down. */
  readonly angle: number;
}

/** A line that may carry a text. */
export interface LabelledLine {
  readonly text: string;
  readonly points: readonly SheetPoint[];
}

/** How texts of one kind are set. */
export interface LabelStyle {
  readonly kind: MapLabel["kind"];
  /** Height of the letters, in points. */
  readonly size: number;
  /** How far a line may bend under its text, as a share of the length of the text. */
  readonly mostBend: number;
  /** Least distance between two places of the same text, in points. */
  readonly apart: number;
  readonly mostPerText: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const stepPoints = 6;
const edgePoints = 6;
/** Usual width of a letter, as a share of its height. */
const letterShare = 0.52;
const mostTries = 400;

/** Places texts on a map one after the other, so that none covers another or leaves the map. */
export class LabelPlacer {
  readonly #map: Size;
  readonly #taken: Circle[] = [];
  readonly labels: MapLabel[] = [];

  constructor(map: Size) {
    this.#map = map;
  }

  /** Keeps texts off a place. */
  keepFree(x: number, y: number, radius: number): void {
    this.#taken.push({ x, y, radius });
  }

  /** Places a text at a point; false where there is no room. */
  placeAt(text: string, [x, y]: SheetPoint, { kind, size }: LabelStyle): boolean {
    const circles = circlesOf(text, { x, y, angle: 0 }, size);
    if (!this.#isFree(circles)) return false;
    this.#take({ text, kind, x, y, angle: 0 }, circles);
    return true;
  }

  /** Places texts along lines, the longest lines first; returns how many were placed. */
  placeAlong(lines: readonly LabelledLine[], style: LabelStyle): number {
    const before = this.labels.length;
    const sorted = lines.map((line) => ({ line, length: lengthOf(line.points) })).sort((a, b) => b.length - a.length);
    const places = new Map<string, SheetPoint[]>();
    let tries = 0;
    for (const { line, length } of sorted) {
      const width = widthOf(line.text, style.size);
      for (const start of starts(length - width)) {
        const used = places.get(line.text) ?? [];
        if (used.length >= style.mostPerText || tries++ > mostTries * 10) break;
        const label = this.#along(line, { start, width, style });
        if (!label || used.some(([x, y]) => Math.hypot(x - label.x, y - label.y) < style.apart)) continue;
        const circles = circlesOf(line.text, label, style.size);
        if (!this.#isFree(circles)) continue;
        this.#take(label, circles);
        places.set(line.text, [...used, [label.x, label.y]]);
      }
    }
    return this.labels.length - before;
  }

  #along(
    { text, points }: LabelledLine,
    { start, width, style }: { readonly start: number; readonly width: number; readonly style: LabelStyle },
  ): MapLabel | undefined {
    const [from, middle, to] = [0, 0.5, 1].map((share) => pointAt(points, start + width * share));
    if (!from || !middle || !to) return undefined;
    const chord = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const bend = Math.max(width - chord, Math.hypot(middle[0] - x, middle[1] - y));
    if (bend > style.mostBend * width) return undefined;
    const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    const angle = degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees;
    return { text, kind: style.kind, x: (x + middle[0]) / 2, y: (y + middle[1]) / 2, angle };
  }

  #isFree(circles: readonly Circle[]): boolean {
    const { width, height } = this.#map;
    return circles.every(
      ({ x, y, radius }) =>
        x - radius > edgePoints &&
        y - radius > edgePoints &&
        x + radius < width - edgePoints &&
        y + radius < height - edgePoints &&
        this.#taken.every((other) => Math.hypot(x - other.x, y - other.y) > radius + other.radius),
    );
  }

  #take(label: MapLabel, circles: readonly Circle[]): void {
    this.#taken.push(...circles);
    this.labels.push(label);
  }
}

const widthOf = (text: string, size: number) => [...text].length * size * letterShare + size;

/** Where along a line a text may begin: the middle first, then outwards. */
function starts(room: number): number[] {
  if (room < 0) return [];
  const count = Math.min(mostTries, Math.floor(room / stepPoints) + 1);
  const places = Array.from({ length: count }, (_, at) => (count === 1 ? room / 2 : (at / (count - 1)) * room));
  return places.sort((a, b) => Math.abs(a - room / 2) - Math.abs(b - room / 2));
}

/** Circles that cover a text. */
function circlesOf(
  text: string,
  { x, y, angle }: { readonly x: number; readonly y: number; readonly angle: number },
  size: number,
): Circle[] {
  const radius = size * 0.75;
  const reach = Math.max(0, widthOf(text, size) / 2 - radius);
  const count = Math.max(1, Math.ceil(reach / radius));
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return Array.from({ length: 2 * count + 1 }, (_, at) => {
    const along = ((at - count) / count) * reach;
    return { x: x + along * cosine, y: y + along * sine, radius };
  });
}

function lengthOf(points: readonly SheetPoint[]): number {
  let length = 0;
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    if (from && to) length += Math.hypot(to[0] - from[0], to[1] - from[1]);
  }
  return length;
}

function pointAt(points: readonly SheetPoint[], distance: number): SheetPoint | undefined {
  let left = distance;
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (left <= length && length > 0) {
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    }
    left -= length;
  }
  return points.at(-1);
}
