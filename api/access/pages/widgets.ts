import { type Html, html } from "../../http/pages/html.ts";

/** One input of a form with its label. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "date" | "number";
  readonly value?: string;
  readonly hint?: string;
  /** What is wrong with it and how to mend it. */
  readonly fault?: string | undefined;
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
  readonly min?: string;
  readonly maxLength?: number;
  /** Told apart from a field of the same name elsewhere on the page. */
  readonly id?: string;
}

/** Writes an input with its label, its hint and what is wrong with it, tied together for readers of screens. */
export function field(parts: Field): Html {
  const id = parts.id ?? `field-${parts.name}`;
  const described = [parts.hint ? `${id}-hint` : "", parts.fault ? `${id}-fault` : ""].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${id}">${parts.label}${parts.isRequired ? "" : html` <span class="optional">optional</span>`}</label>
${parts.hint ? html`<p class="hint" id="${id}-hint">${parts.hint}</p>` : ""}
${parts.fault ? html`<p class="fault" id="${id}-fault">${parts.fault}</p>` : ""}
<input id="${id}" name="${parts.name}" type="${parts.type ?? "text"}"${
    parts.type === "password" ? "" : html` value="${parts.value ?? ""}"`
  }${parts.autocomplete ? html` autocomplete="${parts.autocomplete}"` : html` autocomplete="off"`}${
    parts.isRequired ? html` required` : ""
  }${parts.min ? html` min="${parts.min}"` : ""}${parts.maxLength ? html` maxlength="${parts.maxLength}"` : ""}${
    described ? html` aria-describedby="${described}"` : ""
  }${parts.fault ? html` aria-invalid="true"` : ""}${parts.type === "number" ? html` inputmode="numeric" step="1"` : ""}>
</div>`;
}

/** One column of a table. */
export interface Column<Row> {
  readonly name: string;
  /** Numbers stand to the right, so that their digits stand under each other. */
  readonly isNumber?: boolean;
  /** Hides the name of the column from the eye, not from readers of screens. */
  readonly isNameHidden?: boolean;
  cell(row: Row): Html | string | number;
}

/**
 * Writes a table. On a phone its rows become cards; the roles are written out because browsers drop the meaning of a
 * table whose display is changed.
 */
export function table<Row>(parts: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty: string;
}): Html {
  if (parts.rows.length === 0) return html`<p class="empty">${parts.empty}</p>`;
  const side = (column: Column<Row>) => (column.isNumber ? html` class="number"` : "");
  return html`<table class="data" role="table">
<caption class="unseen">${parts.caption}</caption>
<thead role="rowgroup"><tr role="row">${parts.columns.map(
    (column) =>
      html`<th role="columnheader" scope="col"${side(column)}>${
        column.isNameHidden ? html`<span class="unseen">${column.name}</span>` : column.name
      }</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${parts.rows.map(
    (row) =>
      html`<tr role="row">${parts.columns.map(
        (column) =>
          html`<td role="cell"${side(column)}${column.isNameHidden ? "" : html` data-label="${column.name}"`}>${column.cell(row)}</td>`,
      )}</tr>`,
  )}</tbody>
</table>`;
}

/** Writes an instant for people, in UTC, and for programs. */
export function time(at: Date | null, none = "–"): Html {
  if (at === null) return html`<span class="soft">${none}</span>`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} <span class="soft">${iso.slice(11, 16)}</span></time>`;
}

/** Writes a day for people, in UTC. */
export function day(at: Date | null, none: string): Html {
  if (at === null) return html`<span class="soft">${none}</span>`;
  return html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 10)}</time>`;
}

/** Writes a whole number with thousands apart. */
export function credits(amount: number): string {
  return amount.toLocaleString("en-US");
}

/** Writes an e-mail address so that a long one breaks and a short one does not. */
export function address(text: string): Html {
  return html`<span class="address">${text}</span>`;
}
