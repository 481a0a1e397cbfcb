import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Counts and times the work of the process, for a Prometheus scraper. */
export interface Metrics {
  /** Adds to a counter; every call for one name must use the same label names. */
  count(name: string, labels?: Labels, amount?: number): void;
  /** Adds a duration in seconds to a histogram; every call for one name must use the same label names. */
  observeSeconds(name: string, labels: Labels, seconds: number): void;
  /** Declares a gauge whose value is read at each scrape; one that cannot be read is left out of that scrape. */
  gauge(declaration: GaugeDeclaration, read: ReadGauge): void;
  /** Sets the help text of a counter or histogram; call it before the first count. */
  describe(name: string, help: string): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Names and values of labels: few and known in advance, never ids, texts or paths. */
export type Labels = Readonly<Record<string, string | number>>;

/** Name and help text of a gauge, and the names of its labels. */
export interface GaugeDeclaration {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** One value of a gauge that has labels. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

type Reading = number | readonly Sample[];
type ReadGauge = () => Reading | Promise<Reading>;

/** Upper bounds of the histogram buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Returns the metrics of one process; each call has a registry of its own. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  const helps = new Map<string, string>([
    ["groundwork_http_requests_total", "Responses, by route, method and status."],
    ["groundwork_http_request_seconds", "Time from the request to the head of its response, by route."],
  ]);
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const settings = (name: string, labels: Labels) => ({
    name,
    help: helps.get(name) ?? name,
    labelNames: Object.keys(labels),
    registers: [registry],
  });

  return {
    describe: (name, help) => void helps.set(name, help),
    count(name, labels = {}, amount = 1) {
      const counter = counters.get(name) ?? new Counter(settings(name, labels));
      counters.set(name, counter);
      counter.inc({ ...labels }, amount);
    },
    observeSeconds(name, labels, seconds) {
      const histogram = histograms.get(name) ?? new Histogram({ ...settings(name, labels), buckets });
      histograms.set(name, histogram);
      histogram.observe({ ...labels }, seconds);
    },
    gauge({ name, help, labelNames = [] }, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        async collect() {
          const reading = await read();
          this.reset();
          if (typeof reading === "number") this.set(reading);
          else for (const { labels, value } of reading) this.set({ ...labels }, value);
        },
      });
    },
    async text() {
      const names = registry.getMetricsAsArray().map(({ name }) => name);
      const texts = await Promise.allSettled(names.map((name) => registry.getSingleMetricAsString(name)));
      return texts.map((text) => (text.status === "fulfilled" ? `${text.value}\n` : "")).join("");
    },
  };
}
