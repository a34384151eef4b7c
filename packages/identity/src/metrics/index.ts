/**
 * Metrics for the operator, in Prometheus' text format and in OpenMetrics, on their own port: answers and times by route,
 * what rooms count, the database, and the process itself. `/readyz` says whether the database answers. No label contains
 * an address, a name or a token.
 */
export { databaseMetrics } from './database-metrics.ts'
export { eventLoopMetrics } from './event-loop.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { openMetricsServer } from './metrics-server.ts'
