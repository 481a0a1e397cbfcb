/** Counts and times what the service does, for a Prometheus scraper. */
export interface Metrics {
  /** Adds to a counter, one for each set of labels. */
  count(name: string, labels?: Labels, amount?: number): void;
  /** Puts a duration into the histogram of that name. */
  observeSeconds(name: string, labels: Labels, seconds: number): void;
  /** Says how a value, or one for each set of labels, is read when the scraper asks. */
  gauge(name: string, help: string, read: ReadGauge): void;
  /** Describes a counter or histogram. */
  describe(name: string, help: string): void;
  /** Everything in the text form of Prometheus. */
  text(): Promise<string>;
}

/** Names and values of labels: few and known beforehand, never ids, texts or paths. */
export type Labels = Readonly<Record<string, string | number>>;

/** One value of a gauge that has several. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

type Reading = number | readonly Sample[];
type ReadGauge = () => Reading | Promise<Reading>;

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Makes the metrics of one process. */
export function makeMetrics(): Metrics {
  const helps = new Map<string, string>([
    ["groundwork_http_requests_total", "Requests answered, by route, method and status."],
    ["groundwork_http_request_seconds", "Time from a request to the head of its answer, by route."],
  ]);
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, Histogram>>();
  const gauges = new Map<string, ReadGauge>();

  return {
    describe: (name, help) => void helps.set(name, help),
    count(name, labels = {}, amount = 1) {
      const series = seriesOf(counters, name);
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + amount);
    },
    observeSeconds(name, labels, seconds) {
      const series = seriesOf(histograms, name);
      const key = labelText(labels);
      const histogram = series.get(key) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
      bounds.forEach((bound, index) => {
        if (seconds <= bound) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
      });
      histogram.sum += seconds;
      histogram.count += 1;
      series.set(key, histogram);
    },
    gauge(name, help, read) {
      helps.set(name, help);
      gauges.set(name, read);
    },
    async text() {
      const lines: string[] = [];
      const head = (name: string, type: string) => {
        lines.push(`# HELP ${name} ${helps.get(name) ?? name}`, `# TYPE ${name} ${type}`);
      };
      for (const [name, series] of counters) {
        head(name, "counter");
        for (const [labels, value] of series) lines.push(`${name}${braced(labels)} ${value}`);
      }
      for (const [name, series] of histograms) {
        head(name, "histogram");
        for (const [labels, histogram] of series) lines.push(...histogramLines(name, labels, histogram));
      }
      for (const [name, read] of gauges) {
        // A gauge that cannot be read is left out; the others are still worth having.
        const reading = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        if (reading === undefined) continue;
        const samples = typeof reading === "number" ? [{ labels: {}, value: reading }] : reading;
        head(name, "gauge");
        for (const { labels, value } of samples) lines.push(`${name}${braced(labelText(labels))} ${value}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}

function histogramLines(name: string, labels: string, histogram: Histogram): string[] {
  const bucket = (bound: string, count: number) =>
    `${name}_bucket${braced(labels === "" ? `le="${bound}"` : `${labels},le="${bound}"`)} ${count}`;
  return [
    ...bounds.map((bound, index) => bucket(String(bound), histogram.buckets[index] ?? 0)),
    bucket("+Inf", histogram.count),
    `${name}_sum${braced(labels)} ${histogram.sum}`,
    `${name}_count${braced(labels)} ${histogram.count}`,
  ];
}

function seriesOf<Value>(all: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  const series = all.get(name) ?? new Map<string, Value>();
  all.set(name, series);
  return series;
}

const braced = (labels: string) => (labels === "" ? "" : `{${labels}}`);

function labelText(labels: Labels): string {
  let text = "";
  for (const name in labels) text += `${text === "" ? "" : ","}${name}="${escaped(String(labels[name]))}"`;
  return text;
}

function escaped(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`));
}
