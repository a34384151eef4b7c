/**
 * For the operator, on an address of its own: whether the process lives (`/healthz`), whether it should get requests
 * (`/readyz`), and its numbers (`/metrics`, for Prometheus).
 */
export { createGateMetrics, type GateMetrics } from './gate-metrics.ts'
export { type MetricsServerNeeds, openMetricsServer } from './metrics-server.ts'
export { createParentMetrics } from './parent-metrics.ts'
export { createReadiness, type Readiness } from './readiness.ts'
