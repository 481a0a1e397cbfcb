import { type Problem, problem } from "../../http/problem.ts";

/** Makes the refusal of a purchase that the organization cannot pay. */
export function insufficientCredits(required: number, available: number): Problem {
  return problem("insufficient_credits", {
    detail: `This needs ${required} credits and ${available} are available.`,
    required_credits: required,
    available_credits: available,
  });
}

/** Makes the refusal of a purchase that would pass a cap of the credential. */
export function capExceeded(
  kind: "api_key" | "connection",
  cap: {
    readonly period: "day" | "month";
    readonly cap: number;
    readonly used: number;
    readonly required: number;
    readonly now: Date;
  },
): Problem {
  const available = Math.max(0, cap.cap - cap.used);
  const members = {
    detail: `This needs ${cap.required} credits; of the cap of ${cap.cap} a ${cap.period}, ${available} can still be spent.`,
    period: cap.period,
    credit_cap: cap.cap,
    required_credits: cap.required,
    available_credits: available,
    retry_after_seconds: secondsLeft(cap.period, cap.now),
  };
  return kind === "api_key"
    ? problem("api_key_credit_cap_exceeded", members)
    : problem("connection_credit_cap_exceeded", members);
}

/** Seconds until the UTC day or month is over. */
function secondsLeft(period: "day" | "month", now: Date): number {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const next = period === "day" ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1, 1);
  return Math.ceil((next - now.getTime()) / 1000);
}
