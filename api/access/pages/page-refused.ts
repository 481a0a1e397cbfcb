/** A request of a browser that is answered with a page saying why not, and what to do. */
export class PageRefused extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, title: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "PageRefused";
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

/** What is not there and what belongs to somebody else is refused alike. */
export function pageNotFound(what = "page"): PageRefused {
  return new PageRefused(
    404,
    "Not found",
    `There is no such ${what}. It may have been removed, or it belongs to another organization.`,
  );
}
