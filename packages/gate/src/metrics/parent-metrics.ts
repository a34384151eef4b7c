import { Counter, Gauge, Registry } from 'prom-client'
import type { GateMetrics } from './gate-metrics.ts'

/** What a parent knows of its processes. */
export interface Processes {
  readonly wanted: number
  running(): number
  deaths(): number
  /** The numbers of all of them in the text format of Prometheus. */
  text(format: 'prometheus'): Promise<string>
}

/** The numbers of all processes of a gate, and of their parent. */
export function createParentMetrics(all: Processes): Pick<GateMetrics, 'contentType' | 'text'> {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read())
      },
    })
  gauge('portico_gate_processes_wanted', 'Processes that should run (GATE_PROCESSES).', () => all.wanted)
  gauge('portico_gate_processes_running', 'Processes that run.', all.running)
  const deaths = new Counter({
    name: 'portico_gate_process_deaths_total',
    help: 'Processes that ended although nobody told them to.',
    registers,
    collect() {
      deaths.reset()
      deaths.inc(all.deaths())
    },
  })
  return {
    contentType: registry.contentType,
    text: async () => (await all.text('prometheus')) + (await registry.metrics()),
  }
}
