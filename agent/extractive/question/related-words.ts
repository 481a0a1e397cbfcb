import { analyse } from "../../../ingest/index.ts";

/** Words that questions and laws use for one matter; each line is one group of words that stand for each other. */
const groups = `
rule rules ordinance bylaw by-law regulation regulations resolution code
live lived lives living occupy occupied occupancy reside sleep sleeping
valid expire expires lapse lapses effect void expiration
fine fined penalty penalties punish punished punishable
jail jailed lock locked prison imprison imprisoned imprisonment
decide decides decision determine approve approved approves grant granted okay okays
employee employees worker workers staff person
stay stays stand remain remains displayed
bright brightness illuminance illumination
break breaking breach violate violates violation violating
hear hears heard hearing
finish finished complete completed completion
begin begun start commence commenced
trash garbage refuse
noise sound
notice notify notified notification mailed
amend amended amendment change
grandfathered nonconforming non-conforming
destroyed destroy destruction damaged damage burned burnt casualty
rebuild rebuilt reconstruct reconstructed reconstruction restore restored restoration
neighbor neighbors neighbour neighbours neighboring abutter abutters abutting adjoining adjacent
bike bikes bicycle bicycles
kid kids child children
bush bushes shrub shrubs hedge hedges
roommate lodger lodgers boarder boarders roomer roomers
tear demolish demolished demolition raze razed
cost costs fee fees charge price
light lights lighting lamp luminaire luminaires fixture
rent rents rental let letting lease
home house dwelling
keep keeps keeping kept
chicken chickens hen hens poultry fowl
car cars vehicle vehicles automobile
discontinued discontinue discontinuance abandoned abandon abandonment ceased ceases cease closed vacant vacated empty unoccupied idle
appeal appeals appealed challenge contest dispute aggrieved
steep grade slope incline
outdoor outdoors outside exterior
road roads street streets
`;

const groupsOfStem = new Map<string, Set<string>>();
for (const line of groups.trim().split("\n")) {
  const stems = new Set(line.split(" ").flatMap((word) => analyse(word)));
  for (const stem of stems) groupsOfStem.set(stem, new Set([...(groupsOfStem.get(stem) ?? []), ...stems]));
}

/** The stems of a text together with those that stand for the same; parts of hyphenated words included. */
export function withRelated(stems: readonly string[]): Set<string> {
  const held = new Set<string>();
  for (const stem of stems) {
    for (const part of [stem, ...(stem.includes("-") ? stem.split("-").flatMap((word) => analyse(word)) : [])]) {
      held.add(part);
      for (const related of groupsOfStem.get(part) ?? []) held.add(related);
    }
  }
  return held;
}
