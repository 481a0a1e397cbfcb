/** A publisher of codified ordinances, recognised by its hosts. */
export interface OrdinancePublisher {
  readonly name: string;
  /** Host names; each stands for itself and for every name below it. */
  readonly hosts: readonly string[];
  /** Why its pages are not fetched by a program; absent where only its robots.txt decides. */
  readonly closedBecause?: string;
}

const iccTerms = "its terms of use exclude automated reading";

/**
 * The publishers whose addresses are ordinances whatever their words.
 *
 * @see public host names of the publishers; terms of use of the International Code Council, which name American Legal
 *         and General Code; terms of eCode360
 */
const publishers: readonly OrdinancePublisher[] = [
  { name: "Municode Library", hosts: ["library.municode.com", "api.municode.com"] },
  { name: "American Legal", hosts: ["codelibrary.amlegal.com"], closedBecause: iccTerms },
  { name: "Sterling Codifiers", hosts: ["sterlingcodifiers.com"], closedBecause: iccTerms },
  { name: "eCode360", hosts: ["ecode360.com", "generalcode.com"], closedBecause: iccTerms },
  { name: "Code Publishing Company", hosts: ["codepublishing.com", "municipal.codes"] },
  { name: "Quality Code Publishing", hosts: ["qcode.us"] },
  { name: "enCodePlus", hosts: ["online.encodeplus.com"] },
  { name: "Franklin Legal", hosts: ["franklinlegal.net"] },
  { name: "Municipal Code Online", hosts: ["municipalcodeonline.com"] },
  { name: "eLaws", hosts: ["elaws.us"] },
];

/** Gives the publisher that a host belongs to. */
export function publisherOf(host: string): OrdinancePublisher | undefined {
  const name = host.toLowerCase();
  return publishers.find(({ hosts }) => hosts.some((own) => name === own || name.endsWith(`.${own}`)));
}
