import { type Static, Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import type { Wallet } from "./wallet.service.ts";

const cap = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: `${description}; null without a cap.` });

/** What `GET /v1/wallet` shows. */
const walletView = Type.Object({
  organization_id: Type.String(),
  balance_credits: Type.Integer({
    minimum: 0,
    description: "Everything the organization owns: available and reserved.",
  }),
  reserved_credits: Type.Integer({ minimum: 0, description: "Held for work that is running." }),
  available_credits: Type.Integer({ minimum: 0, description: "What can be spent now." }),
  credential: Type.Object(
    {
      type: Type.Union([Type.Literal("api_key"), Type.Literal("connection")]),
      daily_cap: cap("Credits this credential may spend in a UTC day"),
      daily_spent: Type.Integer({ minimum: 0 }),
      monthly_cap: cap("Credits this credential may spend in a UTC month"),
      monthly_spent: Type.Integer({ minimum: 0 }),
    },
    { description: "The credential of this request." },
  ),
});

/** Declares the wallet's operations. */
export const walletOperations = (deps: { readonly wallet: Wallet }): Operation[] => [
  defineOperation({
    operationId: "getWallet",
    method: "GET",
    path: "/v1/wallet",
    summary: "Read the credit balance of the organization",
    description: "Also useful to test a key: the operation is free and needs only `wallet:read`.",
    tag: "Wallet",
    auth: "api_key",
    scope: "wallet:read",
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    problems: [],
    responses: {
      200: {
        schema: walletView,
        description: "The balance, and what this credential has spent.",
        example: {
          organization_id: "org_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
          balance_credits: 9_958,
          reserved_credits: 20,
          available_credits: 9_938,
          credential: { type: "api_key", daily_cap: 500, daily_spent: 42, monthly_cap: null, monthly_spent: 42 },
        },
      },
    },
    handler: async ({ principal }) => reply(200, await readWallet(deps.wallet, principal)),
  }),
];

async function readWallet(wallet: Wallet, principal: Principal): Promise<Static<typeof walletView>> {
  const standing = await wallet.standing(principal);
  return {
    organization_id: principal.orgId,
    balance_credits: standing.available + standing.held,
    reserved_credits: standing.held,
    available_credits: standing.available,
    credential: {
      type: principal.kind,
      daily_cap: principal.dailyCap,
      daily_spent: standing.daySpent,
      monthly_cap: principal.monthlyCap,
      monthly_spent: standing.monthSpent,
    },
  };
}
