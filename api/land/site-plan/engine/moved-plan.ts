import { type Circulation, hasLongBlock, type Ways } from "./circulation.ts";
import { moveLines, moveWays, waysOf } from "./moved-ways.ts";
import { compareScores, scoreOf } from "./plan-score.ts";
import { longestDeadEnd } from "./turnaround.ts";
import { type Entered, type FoundPlan, finishedPlan } from "./zone-plan.ts";

/**
 * Returns a plan with its ways left out or moved one after the other, each for as long as that makes it better; undefined when
 * none of so many changes does. Drives with a loop keep one: fire engines then have two ways to most of them.
 */
export function withMovedWays({ plan, program, rejoined }: FoundPlan, changes: number): FoundPlan | undefined {
  if (!rejoined) return undefined;
  const meets = [plan.driveway.meets];
  const scored = (entered: Entered) => {
    const { circulation } = entered;
    const deadEnd = longestDeadEnd({ ...circulation, turnarounds: [] }, meets);
    return scoreOf(entered, circulation, program, deadEnd);
  };
  const start = rejoined.joinedBy(plan.joining);
  const isSound = (circulation: Circulation) =>
    !hasLongBlock(circulation) && (hasLoop(circulation) || !hasLoop(start.circulation));
  let score = scored(start);
  let ways = waysOf(rejoined.bands, start.circulation);
  let best: Entered | undefined;
  let left = changes;
  const gains = (others: Ways) => {
    if (left-- <= 0) return false;
    const entered = rejoined.joinedBy({ ...plan.joining, ways: others });
    const reached = scored(entered);
    if (compareScores(reached, score) <= 0 || !isSound(entered.circulation)) return false;
    [best, score, ways] = [entered, reached, others];
    return true;
  };
  const moved = { ways: () => ways, gains };
  moveLines(moved);
  moveWays(moved);
  return best && finishedPlan({ plan: best.drawn(), program, rejoined }, rejoined.search);
}

/** Whether drives that all reach each other have more ways between them than that takes. */
const hasLoop = ({ strips, connectors }: Circulation) => connectors.length >= strips.length;
