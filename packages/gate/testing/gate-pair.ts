import { execFileSync, spawnSync } from 'node:child_process'
import { Agent } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type GateProcess, startGateProcess } from './gate-command.ts'
import { type Answered, type Asked, send } from './gate-stage.ts'

/** Two processes of which any may answer any request. The test says which one is asked. */
export interface GatePair {
  askAt(index: number, asked: Asked): Promise<Answered>
  /** Where the metrics of this one are. */
  metricsPortOf(index: number): number
  /** What both have said. */
  said(): string
  stop(): Promise<void>
}

/** Two gates, each with a port of its own. At once: only one of them makes the tables. */
export async function twoGates(settings: Readonly<Record<string, string>>): Promise<GatePair> {
  const gates = await Promise.all([startGateProcess(settings), startGateProcess(settings)])
  const gateAt = (index: number) => gates[index] ?? gates[0]
  return {
    askAt: (index, asked) => send(gateAt(index).port, asked),
    metricsPortOf: (index) => gateAt(index).metricsPort,
    said: () => gates.map((gate) => gate.said()).join(''),
    stop: async () => void (await Promise.all(gates.map((gate) => gate.stop()))),
  }
}

/** One gate in two processes, each of which is asked on connections that it has taken. */
export async function twoProcesses(settings: Readonly<Record<string, string>>): Promise<GatePair> {
  const gate = await startGateProcess({ ...settings, GATE_PROCESSES: '2' })
  const agents = await connectionsToEach(gate)
  return {
    askAt: (index, asked) => send(gate.port, { ...asked, ...agents[index] }),
    metricsPortOf: () => gate.metricsPort,
    said: gate.said,
    async stop() {
      for (const { agent } of agents) agent.destroy()
      await gate.stop()
    },
  }
}

/** As many requests at once are sent to one process. */
const CONNECTIONS = 24

/** Connections to each process: while the other one is stopped, it takes all. They stay its own. */
async function connectionsToEach({ child, port }: GateProcess): Promise<readonly { agent: Agent }[]> {
  const pids = childrenOf(child.pid)
  if (pids.length !== 2) throw new Error(`there are ${pids.length} processes`)
  const agents = []
  for (const other of pids) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS })
    await halt(other)
    const asked = Array.from({ length: CONNECTIONS }, () => send(port, { path: '/gate/jwks.json', agent }))
    await Promise.all(asked)
    process.kill(other, 'SIGCONT')
    agents.push({ agent })
  }
  return agents
}

function childrenOf(parent: number | undefined): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
  return stdout.trim().split(/\s+/).map(Number)
}

async function halt(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const state = () => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
  while (!state().startsWith('T')) await nextTurn()
}
