import { type Metrics, makeMetrics } from "../http/metrics.ts";
import { addStoreGauges, makeServiceMetrics, type ServiceMetrics } from "../operators/service-metrics.ts";

/** What the operators of the service see of it, and the ears through which its parts tell of their work. */
export interface Observation extends ServiceMetrics {
  readonly metrics: Metrics;
  /** Adds what the store says of queue and credits. */
  addStoreGauges(store: Parameters<typeof addStoreGauges>[1]): void;
}

/** Makes the metrics of this process and what feeds them. */
export function composeObservation(): Observation {
  const metrics = makeMetrics();
  return {
    ...makeServiceMetrics(metrics),
    metrics,
    addStoreGauges: (store) => addStoreGauges(metrics, store),
  };
}
