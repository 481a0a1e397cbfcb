import { type Html, html } from "../../http/pages/html.ts";
import { columnsOf, type HeadCell, type LawTable } from "./law-table.ts";
import type { LawBlock, LawChapter, LawCode } from "./law-text.ts";

/** The label of everything that the invented governments publish. */
export const syntheticNotice =
  "Synthetic: Alder Falls is an invented town. This text was written for Groundwork and is not the law of any place.";

/** What a page needs to know about its site. */
export interface LawSite {
  /** Path of the contents page, with a final slash. */
  readonly path: string;
  /** Path of the code as one PDF. */
  readonly pdfPath: string;
}

/** Returns the contents page of a code: links to its chapters and to the PDF. */
export function contentsPage(code: LawCode, site: LawSite): string {
  const chapters = code.chapters.map(
    ({ slug, title }) => html`<li><a href="${site.path}${slug}.html">${title}</a></li>`,
  );
  return page(
    code,
    code.title,
    html`
<h1>${code.title}</h1>
<p>${code.government}. ${code.currency}</p>
<p><a href="${site.pdfPath}">The whole code as one PDF file</a></p>
<h2>Contents</h2>
<ul>${chapters}</ul>`,
  );
}

/** Returns the page of one chapter. */
export function chapterPage(code: LawCode, chapter: LawChapter, site: LawSite): string {
  const at = code.chapters.indexOf(chapter);
  const step = (label: string, to: LawChapter | undefined) =>
    to && html`<a href="${site.path}${to.slug}.html">${label}: ${to.title}</a> `;
  return page(
    code,
    `${chapter.title} – ${code.title}`,
    html`
<nav><a href="${site.path}">Contents</a> ${step("Previous", code.chapters[at - 1])}${step("Next", code.chapters[at + 1])}</nav>
<main>${chapter.blocks.map(blockMarkup)}</main>`,
  );
}

function page(code: LawCode, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<body>
<header><p>${code.government}</p></header>
${body}
<footer><p>${syntheticNotice}</p></footer>
</body>
</html>
`.markup;
}

/** Returns the markup of a part of a chapter. */
export function blockMarkup(block: LawBlock): Html {
  switch (block.kind) {
    case "heading":
      return block.level === 1
        ? html`<h1 id="${block.id}">${block.text}</h1>
`
        : html`<h2 id="${block.id}">${block.text}</h2>
`;
    case "table":
      return tableMarkup(block.table);
    case "history":
      return html`<p class="history"><em>${block.text}</em></p>
`;
    case "paragraph": {
      const lead = block.lead !== "" && html`<strong>${block.lead}</strong> `;
      return html`<p class="level-${block.depth}">${lead}${block.text}</p>
`;
    }
  }
}

function tableMarkup(table: LawTable): Html {
  const columns = columnsOf(table);
  const head = table.head.map(
    (row) => html`<tr>${row.map(headMarkup)}</tr>
`,
  );
  const rows = table.rows.map((cells) => {
    const [first = "", ...others] = cells;
    if (others.length === 0)
      return html`<tr><th colspan="${columns}" scope="rowgroup">${first}</th></tr>
`;
    return html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
  });
  const legend =
    table.legend &&
    html`<p>Legend: ${table.legend.join("; ")}.</p>
`;
  const notes = (table.notes ?? []).map(
    (note, index) => html`<p>(${index + 1}) ${note}</p>
`,
  );
  return html`<table>
<caption>Table ${table.number} ${table.title}</caption>
<thead>
${head}</thead>
<tbody>
${rows}</tbody>
</table>
${legend}${
  notes.length > 0 &&
  html`<p>Notes to Table ${table.number}:</p>
`
}${notes}`;
}

function headMarkup(cell: HeadCell): Html {
  if (typeof cell === "string") return html`<th scope="col">${cell}</th>`;
  const { text, columns = 1, rows = 1 } = cell;
  const scope = columns > 1 ? "colgroup" : "col";
  return html`<th scope="${scope}" colspan="${columns}" rowspan="${rows}">${text}</th>`;
}
