import type { Circulation, Connector } from "./circulation.ts";
import type { Entry } from "./layout-parts.ts";
import type { LocalPoint, Rect } from "./local-frame.ts";

/** Ways whose ends differ by less than this lie in one line, feet. */
const inLine = 0.004;

/** Room for stalls beside the drives that join strips at their ends. */
export interface EndColumn {
  readonly rect: Rect;
  /** Whether the drive lies to the right (1) or to the left (-1). */
  readonly side: 1 | -1;
}

/**
 * Returns a circulation whose strips end at the ways in line at their ends, and the columns beyond these: together the ways
 * and the strips are a loop with stalls around it. A strip that the driveway enters beyond its last way keeps its end.
 */
export function endColumns(
  circulation: Circulation,
  depth: number,
  meets: Entry["meets"],
): { readonly circulation: Circulation; readonly columns: readonly EndColumn[] } {
  const columns: EndColumn[] = [];
  const cuts = new Map<number, { x0?: number; x1?: number }>();
  for (const side of [1, -1] as const) {
    for (const chain of chainsOf(circulation, side)) {
      const [first, last] = [chain[0], chain.at(-1)];
      const [low, high] = [first && circulation.strips[first.from], last && circulation.strips[last.to]];
      if (!first || !low || !high) continue;
      const edge = side === 1 ? first.rect.x0 : first.rect.x1;
      const strips = [first.from, ...chain.map(({ to }) => to)];
      const hasRoom = strips.every((index) => {
        const rect = circulation.strips[index]?.rect;
        if (!rect || meets.some((meet) => isIn(rect, meet) && (side === 1 ? meet.x < edge : meet.x > edge)))
          return false;
        return side === 1 ? rect.x0 <= edge - depth + 0.01 : rect.x1 >= edge + depth - 0.01;
      });
      if (!hasRoom) continue;
      const [y0, y1] = [low.rect.y0, high.rect.y1];
      columns.push({
        side,
        rect: side === 1 ? { x0: edge - depth, y0, x1: edge, y1 } : { x0: edge, y0, x1: edge + depth, y1 },
      });
      for (const index of strips) cuts.set(index, { ...cuts.get(index), [side === 1 ? "x0" : "x1"]: edge });
    }
  }
  const strips = circulation.strips.map((strip, index) => ({ ...strip, rect: { ...strip.rect, ...cuts.get(index) } }));
  return { circulation: { ...circulation, strips }, columns };
}

const isIn = ({ x0, y0, x1, y1 }: Rect, { x, y }: LocalPoint) => x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** Ways in line, each the outermost of its strips on one side. */
function chainsOf({ connectors }: Circulation, side: 1 | -1): Connector[][] {
  const edgeOf = ({ rect }: Connector) => (side === 1 ? rect.x0 : -rect.x1);
  const isOutermost = (connector: Connector) =>
    connectors.every(
      (other) =>
        other === connector ||
        (other.from !== connector.from &&
          other.to !== connector.to &&
          other.from !== connector.to &&
          other.to !== connector.from) ||
        edgeOf(other) >= edgeOf(connector) - inLine,
    );
  const chains: Connector[][] = [];
  for (const connector of connectors.filter(isOutermost)) {
    const chain = chains.find((each) => {
      const last = each.at(-1);
      return last && last.to === connector.from && Math.abs(edgeOf(last) - edgeOf(connector)) < inLine;
    });
    if (chain) chain.push(connector);
    else chains.push([connector]);
  }
  return chains;
}
