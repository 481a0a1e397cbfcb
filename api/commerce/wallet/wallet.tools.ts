import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool for looking at the credits. */
export const walletTools: readonly ToolDeclaration[] = [
  {
    name: "get_wallet",
    title: "Read the credit balance",
    description:
      "Reads the credits of the organization, and what this connection has spent and may spend. Free; also the way to test the connection.",
    serves: ["getWallet"],
    audience: "connector",
    isReadOnly: true,
  },
];
