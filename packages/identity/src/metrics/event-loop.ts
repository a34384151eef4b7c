import { performance } from 'node:perf_hooks'
import { gauge, type Metric } from '../platform/metric.ts'

/** How busy the event loop was since somebody last asked. The delay is in `portico_nodejs_eventloop_lag_seconds`. */
export function eventLoopMetrics(): readonly Metric[] {
  let before = performance.eventLoopUtilization()
  return [
    gauge(
      'portico_event_loop_utilisation_ratio',
      'Share of the time since the last scrape in which the event loop was busy, from 0 to 1.',
      () => {
        const now = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(now, before)
        before = now
        return utilization
      },
    ),
  ]
}
