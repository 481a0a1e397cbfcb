import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeComputePool, PublishRefused, removeDocument, sweepUnreachable } from "../../../ingest/index.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { citePassage, makeHybridRetriever, SearchUnavailable, verifyCitation } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

let db: Database;
const embedder = makeWordEmbedder();
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const fences = section("3.1.8", "Fences", "A fence in a front yard is at most 4 feet high.");
const sheds = section("3.1.9", "Sheds", "A shed is an accessory building of at most 120 square feet.");
const signs = section("3.10", "Signs", "A sign needs a permit from the building official.");

const revisionsOf = (documentId: string) =>
  db.query<{ revision: number; published: boolean; chunks: number }>(sql`-- revisions_of
    select revision, published_at is not null as published,
      (select count(*)::integer from chunk
        where chunk.document_id = document_revision.document_id and chunk.document_revision = revision) as chunks
    from document_revision where document_id = ${documentId} order by revision`);

async function townWith(...sections: Parameters<typeof publishSections>[2]) {
  const corpusId = await addCorpus(db);
  const documentId = await addDocument(db, corpusId);
  await publishSections(db, documentId, sections, embedder);
  return { corpusId, documentId, scope: { corpusIds: [corpusId] } };
}

describe("publishing", () => {
  it("makes a revision visible to the very next search, and the one before invisible", async () => {
    const retriever = makeHybridRetriever({ db, embedder });
    const { documentId, scope } = await townWith(fences, sheds);
    expect((await retriever.search("fence height", scope)).passages[0]?.section).toBe("3.1.8");
    await publishSections(db, documentId, [sheds, { ...fences, text: "A fence is at most 6 feet high." }], embedder);
    const after = (await retriever.search("fence height", scope)).passages;
    expect(after[0]?.text).toContain("6 feet");
    expect(after.some((passage) => passage.text.includes("4 feet"))).toBe(false);
    expect(new Set(after.map((passage) => passage.documentRevision))).toEqual(new Set([2]));
  });

  it("searches a revision whose stored keyword index is of another version", async () => {
    const pool = makeComputePool();
    const retriever = makeHybridRetriever({ db, embedder, compute: pool });
    const { documentId, scope } = await townWith(fences, sheds);
    await db.query(sql`-- age_keyword_segment
      update document_revision set keyword_version = 'older' where document_id = ${documentId}`);
    const { passages } = await retriever.search("fence height", scope);
    await pool.stop();
    expect(passages[0]?.section).toBe("3.1.8");
  });

  it("embeds only chunks whose words changed", async () => {
    const { documentId } = await townWith(fences, sheds, signs);
    const again = await publishSections(
      db,
      documentId,
      [fences, { ...sheds, text: "Sheds are free." }, signs],
      embedder,
    );
    expect(again.vectors).toEqual({ reused: 2, embedded: 1, withoutKnownWord: 0 });
  });

  it("keeps the live revision when the worker finds at the flip that the work is no longer its own", async () => {
    const { documentId, scope } = await townWith(fences);
    const lost = publishSections(db, documentId, [sheds], embedder, {
      beforeFlip: () => Promise.reject(new Error("lease lost")),
    });
    await expect(lost).rejects.toThrow("lease lost");
    const found = await makeHybridRetriever({ db, embedder }).search("fence shed", scope);
    expect(found.passages.map((passage) => passage.section)).toEqual(["3.1.8"]);
    await publishSections(db, documentId, [signs], embedder);
    expect(await revisionsOf(documentId)).toMatchObject([
      { revision: 1, published: true },
      { revision: 3, published: true },
    ]);
  });

  it("leaves nothing half indexed when it is stopped between batches, and the sweep removes the remains", async () => {
    const { documentId, scope } = await townWith(fences);
    const stop = new AbortController();
    const stopped = publishSections(db, documentId, [sheds, signs], embedder, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect(await revisionsOf(documentId)).toMatchObject([{ published: true }, { published: false }]);
    const found = await makeHybridRetriever({ db, embedder }).search("shed sign", scope);
    expect(found.passages.every((passage) => passage.documentRevision === 1)).toBe(true);
    await sweepUnreachable(db, -1_000);
    expect(await revisionsOf(documentId)).toMatchObject([{ revision: 1, published: true }]);
  });

  it("never lets an older run replace what a later run published", async () => {
    const { documentId, scope } = await townWith(fences);
    let overtake: (() => Promise<unknown>) | undefined = () => publishSections(db, documentId, [signs], embedder);
    const older = publishSections(db, documentId, [sheds], embedder, {
      onProgress: async () => {
        const run = overtake;
        overtake = undefined;
        await run?.();
      },
    });
    await expect(older).rejects.toBeInstanceOf(PublishRefused);
    const found = await makeHybridRetriever({ db, embedder }).search("sign fence shed permit", scope);
    expect(found.passages.map((passage) => passage.section)).toEqual(["3.10"]);
  });

  it("ends a run that goes on after its document was removed and swept with its own error", async () => {
    const { documentId } = await townWith(fences);
    const zombie = publishSections(db, documentId, [sheds, signs], embedder, {
      onProgress: async () => {
        await removeDocument(db, documentId);
        await sweepUnreachable(db, -1_000);
      },
    });
    await expect(zombie).rejects.toMatchObject({ name: "PublishRefused", code: "publish.superseded" });
    expect(await revisionsOf(documentId)).toMatchObject([{ revision: 1, chunks: 0 }]);
  });

  it("keeps the chunks of the last five revisions, and the text of all", async () => {
    const { documentId } = await townWith(fences, sheds);
    for (const section of [fences, signs, fences, signs, fences]) {
      await publishSections(db, documentId, [section], embedder);
    }
    expect((await revisionsOf(documentId)).map((revision) => revision.chunks)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it("refuses a chunk that is not a span of the text", async () => {
    const corpusId = await addCorpus(db);
    const documentId = await addDocument(db, corpusId);
    const half = { ...fences, text: `${"word ".repeat(400)}\ud83c` };
    await expect(publishSections(db, documentId, [half], embedder)).resolves.toBeDefined();
    await removeDocument(db, documentId);
    const refused = publishSections(db, documentId, [fences], embedder);
    await expect(refused).rejects.toBeInstanceOf(PublishRefused);
  });
});

describe("searching", () => {
  it("finds nothing of a removed document at once, while its old citations still verify", async () => {
    const retriever = makeHybridRetriever({ db, embedder });
    const { documentId, scope } = await townWith(fences);
    const [passage] = (await retriever.search("fence", scope)).passages;
    if (!passage) throw new Error("the fence section must be found");
    await removeDocument(db, documentId);
    expect((await retriever.search("fence", scope)).passages).toHaveLength(0);
    expect(await verifyCitation(db, citePassage(passage))).toBe(true);
  });

  it("puts the section a question names first, and does not take 3.10 for 3.1", async () => {
    const retriever = makeHybridRetriever({ db, embedder });
    const { scope } = await townWith(signs, sheds, fences);
    const named = await retriever.search("what does section 3.1 say about signs", scope);
    expect(
      named.passages
        .slice(0, 2)
        .map((passage) => passage.section)
        .toSorted(),
    ).toEqual(["3.1.8", "3.1.9"]);
    expect(named.passages[0]?.origins).toContain("lookup");
  });

  it("applies a section filter before anything is cut off", async () => {
    const retriever = makeHybridRetriever({ db, embedder, settings: { legDepth: 1 } });
    const { corpusId } = await townWith(signs, sheds, fences);
    const filters = { sectionPrefix: "3.1" };
    const found = await retriever.search("sign permit building official", { corpusIds: [corpusId], filters });
    expect(found.passages.map((passage) => passage.section).toSorted()).toEqual(["3.1.8", "3.1.9"]);
  });

  it("reads only the corpora and documents asked for", async () => {
    const retriever = makeHybridRetriever({ db, embedder });
    const first = await townWith(fences);
    const second = await townWith(fences);
    const corpusIds = [first.corpusId, second.corpusId];
    const found = await retriever.search("fence", { corpusIds, filters: { documentIds: [second.documentId] } });
    expect(new Set(found.passages.map((passage) => passage.documentId))).toEqual(new Set([second.documentId]));
    const none = await retriever.search("fence", { corpusIds, filters: { corpusKinds: ["gis"] } });
    expect(none.passages).toHaveLength(0);
  });

  it("leaves out the dense leg where all vectors are another embedder's, and says so", async () => {
    const { scope } = await townWith(fences, sheds);
    const found = await makeHybridRetriever({ db, embedder: makeWordEmbedder("other/32") }).search("fence", scope);
    expect(found.embeddingModel).toBeNull();
    expect(found.passages[0]?.section).toBe("3.1.8");
    expect(found.passages.every((passage) => !passage.origins.includes("dense"))).toBe(true);
  });

  it("says that search is unavailable when the embedder is down", async () => {
    const { scope } = await townWith(fences);
    const down = { ...makeWordEmbedder(), embed: () => Promise.reject(new Error("connection refused")) };
    const failed = makeHybridRetriever({ db, embedder: down }).search("fence", scope);
    await expect(failed).rejects.toBeInstanceOf(SearchUnavailable);
  });

  it("lets the local reranker stand in for one that fails, and says so", async () => {
    const { scope } = await townWith(fences, sheds);
    const reranker = { name: "remote", rerank: () => Promise.reject(new Error("timed out")) };
    const found = await makeHybridRetriever({ db, embedder, reranker }).search("fence height", scope);
    expect(found).toMatchObject({ rerankerFellBack: true, reranker: "local-linear-7" });
    expect(found.passages[0]?.section).toBe("3.1.8");
  });

  it("answers a question without a single word with nothing", async () => {
    const { scope } = await townWith(fences);
    expect(await makeHybridRetriever({ db, embedder }).search("?!", scope)).toMatchObject({
      passages: [],
      coverage: 0,
    });
  });

  it("searches hundreds of one-section documents as if they were one", async () => {
    const corpusId = await addCorpus(db);
    const together = await addCorpus(db);
    const sections = Array.from({ length: 90 }, (_, at) =>
      section(
        `${at}-1`,
        `Rule ${at}`,
        `Rule about ${at % 7 === 0 ? "fences" : "signs"} and lot ${at}. `.repeat((at % 4) + 1),
      ),
    );
    for (const single of sections) await publishSections(db, await addDocument(db, corpusId), [single], embedder);
    await publishSections(db, await addDocument(db, together), sections, embedder);
    const retriever = makeHybridRetriever({ db, embedder, settings: { context: { before: 0, after: 0 } } });
    const options = { topK: 30, rerank: false };
    const apart = await retriever.search("fences on lot 14", { corpusIds: [corpusId] }, options);
    const joined = await retriever.search("fences on lot 14", { corpusIds: [together] }, options);
    const scores = ({ passages }: typeof apart) => passages.map((passage) => passage.score.toFixed(6));
    expect(scores(apart)).toEqual(scores(joined));
    expect(apart.passages[0]?.section).toBe("14-1");
  });
});
