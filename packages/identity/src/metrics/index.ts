/**
 * Metrics for the operator, in Prometheus' text format and in OpenMetrics, on their own port: answers and times by route,
 * what rooms count, the database, and the process itself. `/readyz` answers what the room `health` finds. No label contains
 * an address, a name or a token.
 */
export { createAnswerTally } from './answer-tally.ts'
export { databaseMetrics } from './database-metrics.ts'
export { eventLoopMetrics } from './event-loop.ts'
export { createMetrics, type Metrics, textOfAll } from './metrics.ts'
export { type MetricsServerNeeds, openMetricsServer } from './metrics-server.ts'
export { END, type TextFormat } from './text-format.ts'
