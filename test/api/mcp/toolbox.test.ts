import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { allScopes } from "../../../api/http/scopes.ts";
import { makeToolbox } from "../../../api/mcp/toolbox.ts";
import type { ToolCaller } from "../../../api/tools/operation-call.ts";
import type { ToolDeclaration } from "../../../api/tools/tool.ts";
import { declaredOperations } from "../../support/declared-operations.ts";

const tool: ToolDeclaration = {
  name: "get_wallet",
  title: "Wallet",
  description: "Reads the wallet. Free.",
  serves: ["getWallet"],
  audience: "connector",
  isReadOnly: true,
};
const caller: ToolCaller = {
  principal: {
    kind: "connection",
    credentialId: "con_1",
    orgId: "org_1",
    userId: "usr_1",
    role: "member",
    seesAllProjects: false,
    scopes: new Set(allScopes),
    surface: "mcp",
    dailyCap: null,
    monthlyCap: null,
  },
  requestId: "req-1",
  clientAddress: "203.0.113.7",
};

describe("a client that asks for progress", () => {
  it.each(["auto", "legacy"] as const)("is told that the work goes on until it is done (%s)", async (mode) => {
    const wasTold = Promise.withResolvers<number>();
    const toolbox = makeToolbox({
      operations: declaredOperations(),
      tools: [tool],
      progressEveryMs: 5,
      run: async () => {
        const progress = await wasTold.promise;
        return { result: { content: [], structuredContent: { progress } }, refusal: undefined };
      },
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "test", version: "1" });
      toolbox.offer(server, caller);
      return server;
    });
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (input, init) => handler.fetch(new Request(input, init)),
    });
    await client.connect(transport);
    const onprogress = ({ progress }: { progress: number }) => wasTold.resolve(progress);
    const called = client.callTool({ name: "get_wallet", arguments: {} }, { onprogress });
    expect((await called).structuredContent).toEqual({ progress: 1 });
    await client.close();
  });
});

describe("the toolbox", () => {
  const make = (tools: readonly ToolDeclaration[]) => () =>
    makeToolbox({
      operations: declaredOperations(),
      tools,
      run: async () => {
        throw new Error("nothing is run here");
      },
    });

  it("refuses at start a tool of an operation that does not exist, and two tools of one name", () => {
    expect(make([{ ...tool, serves: ["getNothing"] }])).toThrow("serves getNothing, which is not an operation");
    expect(make([tool, tool])).toThrow("the same name");
  });
});
