/**
 * Metrics for the operator, in Prometheus' text format, on their own port: answers by route and status, time per route,
 * deleted rows, waiting letters, and the process itself. `/readyz` answers what the room `health` finds. No label contains
 * an address, a name or a token.
 */
export { createMetrics, type Metrics } from './metrics.ts'
export { type MetricsServerNeeds, openMetricsServer } from './metrics-server.ts'
