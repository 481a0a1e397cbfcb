import type { ReportCharge } from "../delivery/reports/report-charge.ts";
import type { Principal } from "../http/principal.ts";
import type { ProjectCharge } from "../knowledge/bootstrap/project-charge.ts";
import type { TurnCharge } from "../knowledge/messages/turn-charge.ts";
import type { SearchCharge } from "../knowledge/search/search.service.ts";
import type { SummaryCharge } from "../knowledge/summaries/summaries.service.ts";
import { modelMillicredits, modelRate, type Rates } from "./rates.ts";
import type { Wallet } from "./wallet/wallet.service.ts";

/** Tokens of a typical turn: a question, ten passages, a short answer. */
const typicalTurn = { input: 6_000, output: 400 };

/** Makes what a search costs: its flat price, once it has succeeded. */
export function makeSearchCharge(wallet: Wallet, rates: Rates): SearchCharge {
  const purchase = (payer: Principal) => ({ payer, operation: "searchProject", amount: rates.search });
  return {
    price: rates.search,
    assertAffordable: (principal) => wallet.assertAffordable(purchase(principal)),
    async charge(principal, projectId, idempotencyKey) {
      await wallet.debit({ ...purchase(principal), projectId, ...(idempotencyKey ? { idempotencyKey } : {}) });
    },
  };
}

/** Makes what a turn costs: its base price and the tokens of its model, held before and settled after. */
export function makeTurnCharge(wallet: Wallet, rates: Rates): TurnCharge {
  return {
    hold: (payer, turn) =>
      wallet.reserve({
        payer,
        operation: "askProject",
        amount: turnCredits(rates, turn.modelId, { input: 3 * typicalTurn.input, output: 3 * typicalTurn.output }),
        projectId: turn.projectId,
        ...(turn.idempotencyKey ? { idempotencyKey: turn.idempotencyKey } : {}),
      }),
    meter(reservationId, modelId) {
      let recorded = 0;
      return async ({ used, coming }) => {
        // What a call is sent costs from the start; what it answers is held until it is known.
        const sent = { input: used.inputTokens + coming.inputTokens, output: used.outputTokens };
        const most = { ...sent, output: sent.output + coming.outputTokens };
        const known = modelMillicredits(rates, modelId, sent);
        const leastHeld = turnCredits(rates, modelId, most);
        if (leastHeld <= rates.turn) return;
        const more = Math.max(0, known - recorded);
        await wallet.recordMetered(reservationId, await wallet.payerOf(reservationId), more, leastHeld);
        recorded += more;
      };
    },
    renew: (reservationId) => wallet.renew(reservationId),
    settleRecorded: (_, reservationId) => wallet.settle(reservationId),
    settle: (_, reservationId, turn) => {
      const tokens = { input: turn.usage.inputTokens, output: turn.usage.outputTokens };
      return wallet.settle(reservationId, turnCredits(rates, turn.modelId, tokens));
    },
    release: (_, reservationId) => wallet.release(reservationId),
  };
}

/** Makes what a summary costs: its base price and the tokens of its model, held before and settled after. */
export function makeSummaryCharge(wallet: Wallet, rates: Rates): SummaryCharge {
  return {
    hold: (payer, summary) =>
      wallet.reserve({
        payer,
        operation: "summariseProject",
        amount: rates.summary + modelCredits(rates, summary.modelId, { input: 2 * typicalTurn.input, output: 2_000 }),
        projectId: summary.projectId,
        ...(summary.idempotencyKey ? { idempotencyKey: summary.idempotencyKey } : {}),
      }),
    settle: (reservationId, { modelId, usage }) => {
      const tokens = { input: usage.inputTokens, output: usage.outputTokens };
      return wallet.settle(reservationId, rates.summary + modelCredits(rates, modelId, tokens));
    },
    release: (reservationId) => wallet.release(reservationId),
  };
}

/** A set-up that is waited for by nobody may take long; while it runs, the reaper leaves its hold alone. */
const setUpSeconds = 60 * 60;

/** Makes what setting up a project costs: an estimate is held when it is created, and what was used is charged at the end. */
export function makeProjectCharge(wallet: Wallet, rates: Rates): ProjectCharge {
  return {
    prices: { parcel: rates.projectParcel, ordinance: rates.projectOrdinance, layer: rates.projectLayer },
    hold: (payer, { projectId, credits, idempotencyKey }) =>
      wallet.reserve({
        payer,
        operation: "createProject",
        amount: credits,
        projectId,
        lifetimeSeconds: setUpSeconds,
        ...(idempotencyKey ? { idempotencyKey } : {}),
      }),
    settle: (reservationId, credits) => wallet.settle(reservationId, credits),
    release: (reservationId) => wallet.release(reservationId),
  };
}

/** A report waits for a worker as long as it must; while it is open, the reaper leaves its hold alone. */
const reportSeconds = 60 * 60;
/** Tokens of a typical report: some forty questions of one turn each. */
const typicalReport = { input: 40 * typicalTurn.input, output: 40 * typicalTurn.output };

/** Makes what a report costs: its base price and the tokens of its model, held before and charged when it is published. */
export function makeReportCharge(wallet: Wallet, rates: Rates): ReportCharge {
  const costOf = (modelId: string, tokens: { input: number; output: number }) =>
    rates.report + modelCredits(rates, modelId, tokens);
  return {
    estimate: (modelId) => ({ report: rates.report, model: modelCredits(rates, modelId, typicalReport) }),
    hold: (payer, report) =>
      wallet.reserve({
        payer,
        operation: "createReport",
        amount: costOf(report.modelId, typicalReport),
        projectId: report.projectId,
        lifetimeSeconds: reportSeconds,
        ...(report.idempotencyKey ? { idempotencyKey: report.idempotencyKey } : {}),
      }),
    meter:
      (reservationId, modelId, before) =>
      async ({ used, coming }) => {
        const input = before.inputTokens + used.inputTokens + coming.inputTokens;
        const output = before.outputTokens + used.outputTokens + coming.outputTokens;
        const leastHeld = costOf(modelId, { input, output });
        // Nothing is written down as spent: a report that is not published costs nothing.
        await wallet.recordMetered(reservationId, await wallet.payerOf(reservationId), 0, leastHeld);
      },
    renew: (reservationId) => wallet.renew(reservationId, reportSeconds),
    settle: (_, reservationId, { modelId, usage }) =>
      wallet.settle(reservationId, costOf(modelId, { input: usage.inputTokens, output: usage.outputTokens })),
    release: (_, reservationId) => wallet.release(reservationId),
  };
}

/** Prices of a model as the model list shows them. */
export function makeModelPrices(rates: Rates) {
  return (modelId: string) => {
    const rate = modelRate(rates, modelId);
    return {
      perTurnTypical: turnCredits(rates, modelId, typicalTurn),
      perReportTypical: rates.report + modelCredits(rates, modelId, typicalReport),
      per1kInputTokens: rate.inputCreditsPer1k,
      per1kOutputTokens: rate.outputCreditsPer1k,
    };
  };
}

function turnCredits(rates: Rates, modelId: string, tokens: { input: number; output: number }): number {
  return rates.turn + modelCredits(rates, modelId, tokens);
}

function modelCredits(rates: Rates, modelId: string, tokens: { input: number; output: number }): number {
  return Math.ceil(modelMillicredits(rates, modelId, tokens) / 1000);
}
