import { type Html, html } from "../../http/pages/html.ts";
import { AccessRefused } from "../access.errors.ts";
import { assertCaps, type Caps, readCap } from "../caps.ts";
import type { Form } from "./form.ts";
import { credits, field } from "./widgets.ts";
import { sentence } from "./words.ts";

/** Caps as a person typed them. */
export interface TypedCaps {
  readonly daily: string;
  readonly monthly: string;
}

/** What is wrong with typed caps, by field. */
export interface CapsFaults {
  readonly daily?: string;
  readonly monthly?: string;
}

/** Reads the cap fields of a form: the caps, or what to mend. */
export function capsFromForm(form: Form): { typed: TypedCaps; caps: Caps | null; faults: CapsFaults } {
  const typed = { daily: form.text("daily_cap"), monthly: form.text("monthly_cap") };
  const daily = capOrFault(typed.daily);
  const monthly = capOrFault(typed.monthly);
  const faults = {
    ...(typeof daily === "string" ? { daily } : {}),
    ...(typeof monthly === "string" ? { monthly } : {}),
  };
  if (typeof daily === "string" || typeof monthly === "string") return { typed, caps: null, faults };
  const caps = { dailyCap: daily, monthlyCap: monthly };
  const contradiction = faultOf(() => assertCaps(caps));
  return contradiction === null ? { typed, caps, faults: {} } : { typed, caps: null, faults: { daily: contradiction } };
}

/** Tells whether anything may be spent under the new caps that could not be under the old. */
export function isRaised(before: Caps, after: Caps): boolean {
  const isMore = (old: number | null, fresh: number | null) => old !== null && (fresh === null || fresh > old);
  return isMore(before.dailyCap, after.dailyCap) || isMore(before.monthlyCap, after.monthlyCap);
}

/** Writes the two fields for caps. */
export function capsFields(typed: TypedCaps, faults: CapsFaults, idPrefix = "caps"): Html {
  return html`${field({
    name: "daily_cap",
    id: `${idPrefix}-daily`,
    label: "Daily cap",
    type: "number",
    min: "1",
    value: typed.daily,
    fault: faults.daily,
    hint: "Credits in a UTC day.",
  })}${field({
    name: "monthly_cap",
    id: `${idPrefix}-monthly`,
    label: "Monthly cap",
    type: "number",
    min: "1",
    value: typed.monthly,
    fault: faults.monthly,
    hint: "Credits in a UTC month.",
  })}`;
}

/** The caps of a credential as they are typed. */
export function typedCaps(caps: { daily_cap: number | null; monthly_cap: number | null }): TypedCaps {
  return { daily: caps.daily_cap?.toString() ?? "", monthly: caps.monthly_cap?.toString() ?? "" };
}

/** Says the caps of a credential in few words. */
export function capsInWords(caps: { daily_cap: number | null; monthly_cap: number | null }): Html {
  const parts = [
    caps.daily_cap === null ? null : `${credits(caps.daily_cap)} a day`,
    caps.monthly_cap === null ? null : `${credits(caps.monthly_cap)} a month`,
  ].filter((part) => part !== null);
  return parts.length === 0
    ? html`<span class="soft">none</span>`
    : html`${parts.map((part, index) => html`${index > 0 ? html`<br>` : ""}${part}`)}`;
}

function capOrFault(text: string): number | null | string {
  let cap: number | null = null;
  const fault = faultOf(() => {
    cap = readCap(text);
    assertCaps({ dailyCap: cap, monthlyCap: null });
  });
  return fault ?? cap;
}

function faultOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AccessRefused) return sentence(error.message);
    throw error;
  }
}
