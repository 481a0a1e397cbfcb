import { afterEach, describe, expect, it } from "vitest";
import { groundText, makeAgent, makeModelCatalogue } from "../../../agent/index.ts";
import { type ChatReply, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { anyScope, citeSpanOf, passagesOf, retrieverOf } from "../../support/passages.ts";
import { falseClaims, smallOrdinance, trueClaims } from "../../support/small-ordinance.ts";

const passages = await smallOrdinance();
const marked = passages.map((passage, at) => ({ marker: at + 1, passage }));
const cited = ([section, claim]: readonly [string, string]) =>
  `${claim.slice(0, -1)} [${passages.findIndex((one) => one.section === section) + 1}].`;
const ground = async (text: string, law = marked) => {
  const { claims, removed } = await groundText({ text, passages: law });
  return { kept: claims.filter(({ evidence }) => evidence.length > 0), removed };
};
const groundOn = async (law: string, claim: string, headings = ["1 Rules"]) => {
  const [passage] = passagesOf([{ headings, text: law }]);
  return ground(`${claim.slice(0, -1)} [1].`, passage ? [{ marker: 1, passage }] : []);
};

describe("a claim on the law", () => {
  it.each(trueClaims)("is kept when section %s says it: %s", async (section, claim) => {
    const { kept, removed } = await ground(cited([section, claim]));
    expect(removed).toEqual([]);
    expect(kept).toHaveLength(1);
  });

  it.each(falseClaims)("is removed with a reason when section %s does not say it: %s", async (section, claim) => {
    const { kept, removed } = await ground(cited([section, claim]));
    expect(kept).toEqual([]);
    expect(removed[0]?.reason).toMatch(/\.$/);
  });

  it.each([
    ["No sign shall be lit unless the Planning Board approves.", "Signs may never be lit.", /leaves out the exception/],
    ["The rear yard shall be at least 20 feet.", "The rear yard is at most 20 feet.", /gives 20 as a minimum/],
    ["The rear yard shall be at least 20 feet.", "The rear yard must be at least 30 feet.", /says 20, not 30/],
    ["The Town Clerk posts the notice.", "The Planning Board posts the notice.", /names another body/],
    ["Camps shall only operate from May 1 to June 30.", "Camps operate from May 1 to July 30.", /another date/],
  ])("is told what the source says instead: %s", async (law, claim, reason) => {
    const { kept, removed } = await groundOn(law, claim);
    expect(kept).toEqual([]);
    expect(removed[0]?.reason).toMatch(reason);
  });

  it("is not carried by a symbol that no legend explains", async () => {
    const cell = { column: "R-2", value: "C", charStart: 9, charEnd: 10 };
    const row = { charStart: 0, charEnd: 10, sentence: "Kennel, R-2: C", label: "Kennel", cells: [cell] };
    const [passage] = passagesOf([{ headings: ["1 Uses"], text: "Kennel | C", rows: () => [row] }]);
    const law = passage ? [{ marker: 1, passage }] : [];
    expect((await ground("Kennels are permitted in R-2 [1].", law)).kept).toEqual([]);
    expect((await ground("Kennels need a special permit in R-2 [1].", law)).kept).toEqual([]);
  });

  it("is not carried by a ban on something else that is done with its subject", async () => {
    expect((await groundOn("Signs may not be illuminated.", "Signs are not permitted.")).kept).toEqual([]);
  });

  it("reads the same limit from every wording of it", async () => {
    const law = "No shed shall be placed closer than ten (10) feet to a street.";
    for (const claim of [
      "Sheds must be at least 10 feet from a street.",
      "A shed may be no closer than ten feet to a street.",
    ])
      expect((await groundOn(law, claim)).kept).toHaveLength(1);
  });
});

describe("a model that misreads a small ordinance", () => {
  let server: OpenAiServer | undefined;
  afterEach(async () => server?.close());

  it("gets at most 2 of 24 false claims into its answer, and keeps what is true", async () => {
    const search: ChatReply = { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"rules"}' }] };
    const said = [...falseClaims, ...trueClaims].map(cited).join(" ");
    server = await startOpenAiServer((_, call) =>
      call === 1 ? search : { kind: "text", text: call === 2 ? said : "None." },
    );
    const agent = makeAgent({
      retriever: retrieverOf(passages),
      catalogue: makeModelCatalogue({
        endpoint: { apiKey: "none", baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 },
        remoteModelIds: ["town-model"],
      }),
      citeSpan: citeSpanOf,
      verifyCitation: async () => true,
    });
    const { answer } = await agent.answer({ question: "What are the rules?", scope: anyScope, modelId: "town-model" });
    const plain = answer.replace(/\s*\[\d+\]/g, "");
    const survive = (claims: typeof falseClaims) => claims.filter(([, claim]) => plain.includes(claim)).length;
    expect(falseClaims).toHaveLength(24);
    expect(survive(falseClaims)).toBeLessThanOrEqual(2);
    expect(survive(trueClaims)).toBeGreaterThanOrEqual(trueClaims.length - 2);
  });
});

describe("texts made to be slow to ground", () => {
  it.each([
    ["negations and limits", "no more than at least not exceed within ".repeat(1_500)],
    ["exceptions", "except unless provided that only if other than ".repeat(1_200)],
    ["numbers", "1 to 2 or 3, and 4 ft; ".repeat(2_000)],
    ["bodies", "planning and zoning board of commission and board of appeals ".repeat(900)],
    ["districts", "in the R-1 and R-2 and C-3 zoning zone district districts ".repeat(900)],
    ["items", "(a) (1) i. A. shall be: ".repeat(2_000)],
    ["one word", "a".repeat(50_000)],
    ["spaces", `may not ${" ".repeat(40_000)} be`],
  ])("cost in proportion to their length: %s", async (_, text) => {
    /** Processor time in milliseconds, which other work on the machine does not lengthen. */
    const costOf = async (size: number) => {
      const [passage] = passagesOf([{ headings: ["1"], text: text.slice(0, size * 0.4) }]);
      const law = passage ? [{ marker: 1, passage }] : [];
      const before = process.cpuUsage();
      await ground(`The limit is at least 2 feet [1]. ${text.slice(0, size)}`, law);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    await costOf(2_000);
    const [quarter, whole] = [await costOf(5_000), await costOf(20_000)];
    expect(whole).toBeLessThan(Math.max(400, quarter * 12));
  });
});
