/**
 * Metrics for the operator, in Prometheus' text format, on their own port: answers by route and status, time per route,
 * deleted rows, waiting letters, and the process itself. `/readyz` says whether the database answers. No label contains
 * an address, a name or a token.
 */
export { createMetrics, type Metrics } from './metrics.ts'
export { openMetricsServer } from './metrics-server.ts'
