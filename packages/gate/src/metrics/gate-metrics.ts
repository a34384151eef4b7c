import type { ProgramSso } from '@portico/program'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The numbers of one process. */
export interface GateMetrics {
  onAnswer(route: string, status: number, seconds: number): void
  /** Adds what the program side knows. */
  watch(sso: Pick<ProgramSso<{ id: string }>, 'health'>): void
  readonly contentType: string
  text(): Promise<string>
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Makes the numbers. No label contains an address, a path or a name. */
export function createGateMetrics(): GateMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'portico_gate_' })
  const answers = new Counter({
    name: 'portico_gate_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const times = new Histogram({
    name: 'portico_gate_answer_seconds',
    help: 'Time until an answer was made, by route.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  // To find labels costs more than to count.
  const known = new Map<string, { count(): void; observe(seconds: number): void }>()
  const seriesOf = (route: string, status: number) => {
    const [answered, time] = [answers.labels(route, String(status)), times.labels(route)]
    return { count: () => answered.inc(), observe: (seconds: number) => time.observe(seconds) }
  }
  return {
    onAnswer(route, status, seconds) {
      const key = `${status} ${route}`
      const series = known.get(key) ?? seriesOf(route, status)
      known.set(key, series)
      series.count()
      series.observe(seconds)
    },
    watch: (sso) => watchSso(registers, sso),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** The database may be away. Then these numbers are missing, and the others are there. */
function watchSso(registers: Registry[], sso: Pick<ProgramSso<{ id: string }>, 'health'>): void {
  let asked: ReturnType<typeof sso.health> | undefined
  const health = () => (asked ??= sso.health().finally(() => (asked = undefined)))
  const gauge = (
    name: string,
    help: string,
    read: (health: Awaited<ReturnType<typeof sso.health>>) => number,
  ) => {
    const made = new Gauge({
      ...{ name, help, registers },
      async collect() {
        const value = await health().then(read, () => undefined)
        made.reset()
        if (value !== undefined) made.set(value)
        else made.remove()
      },
    })
  }
  gauge('portico_gate_identity_up', 'Whether the identity service answers: 1 or 0.', ({ identity }) =>
    identity === 'up' ? 1 : 0,
  )
  gauge(
    'portico_gate_sessions_in_use',
    'Sessions that were used in the last 30 seconds, in all processes.',
    ({ activeSessions30s }) => activeSessions30s,
  )
  gauge(
    'portico_gate_introspections_left',
    'Introspections that this process may still send in this minute.',
    ({ introspectHeadroom }) => introspectHeadroom,
  )
  gauge(
    'portico_gate_revocations_waiting',
    'Central grants that wait to be revoked.',
    ({ revocations }) => revocations.waiting,
  )
}
