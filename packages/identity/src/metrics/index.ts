/**
 * Numbers for the operator, in Prometheus' text format, on a port of their own: answers by route and status, time
 * per route, rows removed, letters waiting, and the process itself. `/readyz` says whether the database answers.
 * No label ever holds an address, a name or a token.
 */
export { createMetrics, type Metrics } from './metrics.ts'
export { openMetricsServer } from './metrics-server.ts'
