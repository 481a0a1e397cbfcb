import type { AnswerRecord, QueryRecord, RankingRecord, SuiteRecord } from "../run-record.ts";
import { html, type Markup } from "./markup.ts";

const worstShown = 15;
const wrongShown = 40;

/** The questions whose records were ranked worst, with what was wanted and what was retrieved. */
export function worstRankings(suite: SuiteRecord): Markup | null {
  const shown = suite.retrieval.find(({ rankings }) => rankings.some((ranking) => ranking.shown));
  if (!shown) return null;
  const worst = shown.rankings
    .filter((ranking) => (ranking.measures["nDCG@10"] ?? 1) < 1)
    .toSorted((a, b) => (a.measures["nDCG@10"] ?? 1) - (b.measures["nDCG@10"] ?? 1))
    .slice(0, worstShown);
  if (worst.length === 0) return html`<p class="good">${shown.name}: every question has its records on top.</p>`;
  const queries = new Map(suite.queries.map((query) => [query.id, query]));
  return html`<h3>Worst questions of ${shown.name}</h3>${worst.map((ranking) => {
    const query = queries.get(ranking.query);
    return query ? rankingDetails(query, ranking) : null;
  })}`;
}

function rankingDetails(query: QueryRecord, ranking: RankingRecord): Markup {
  const wanted = new Set(query.wanted.map(({ id }) => id));
  return html`<details><summary>${query.text} <small>nDCG@10 ${(ranking.measures["nDCG@10"] ?? 0).toFixed(2)}</small></summary>
<p class="quiet">${query.id}, ${query.splits.join(", ")}${ranking.coverage === null ? "" : `; the best passages hold ${Math.round(ranking.coverage * 100)} % of its words' weight`}</p>
${conversation(query)}${query.wanted.map((record) => html`<div class="wanted"><strong>Wanted, ${placeOf(ranking, record.id)}:</strong> ${placed(record.heading || record.id)}<br><span class="quiet">${record.excerpt}</span></div>`)}
<p><strong>Retrieved</strong></p>
<ol>${(ranking.shown ?? []).map(
    (
      passage,
    ) => html`<li>${passage.records.some((id) => wanted.has(id)) ? html`<span class="good">✓ </span>` : null}${placed(passage.heading || passage.records.join(", "))}
<small>${passage.score.toFixed(3)}, ${passage.origins.join(" + ")}</small><br><span class="quiet">${passage.excerpt}</span></li>`,
  )}</ol></details>`;
}

/** A heading path with its last heading set off: the ones above it are often long and much the same. */
function placed(path: string): Markup {
  const parts = path.split(" > ");
  const above = parts.slice(0, -1).join(" > ");
  return html`${above === "" ? null : html`<span class="quiet">${above} > </span>`}<strong>${parts.at(-1) ?? ""}</strong>`;
}

function placeOf({ ranked }: RankingRecord, id: string): string {
  const at = ranked.indexOf(id);
  return at < 0 ? `not among the first ${ranked.length}` : `at rank ${at + 1}`;
}

/** The answers that missed something, with their citations. */
export function worstAnswers(suite: SuiteRecord): Markup | null {
  const wrong = suite.answers.filter(({ marks }) => Object.values(marks).includes(false));
  if (wrong.length === 0) return html`<p class="good">No answer missed anything.</p>`;
  const queries = new Map(suite.queries.map((query) => [query.id, query]));
  return html`<h3>Answers that missed something: ${wrong.length}</h3>${wrong.slice(0, wrongShown).map((answer) => {
    const query = queries.get(answer.query);
    return query ? answerDetails(query, answer) : null;
  })}`;
}

/** The questions before a follow-up, and how it is searched. */
function conversation({ previous, rewritten }: QueryRecord): Markup | null {
  if (!previous) return null;
  return html`<p class="quiet">After: ${previous.join(" / ")}<br>Searched as: ${rewritten ?? ""}</p>
`;
}

function answerDetails(query: QueryRecord, answer: AnswerRecord): Markup {
  const missed = Object.entries(answer.marks).flatMap(([measure, mark]) => (mark === false ? [measure] : []));
  return html`<details><summary>${query.text} <small>not: ${missed.join(", ")}</small></summary>
${conversation(query)}${answer.failure === undefined ? html`<p>${answer.answer}</p>` : html`<p class="bad">The turn failed: ${answer.failure}</p>`}
<ul>${answer.citations.map(({ heading, page, quote }) => html`<li>${placed(heading)}${page === null ? "" : `, page ${page}`}<br><span class="quiet">${quote}</span></li>`)}</ul>
${query.wanted.map((record) => html`<div class="wanted"><strong>Judged record:</strong> ${placed(record.heading || record.id)}<br><span class="quiet">${record.excerpt}</span></div>`)}
</details>`;
}
