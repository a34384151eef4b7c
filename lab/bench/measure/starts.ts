import { setTimeout as wait } from 'node:timers/promises'
import { familyMemoryMebibytes } from '../../../journeys/kit/proc.ts'
import type { StartedServer } from '../candidates/start-server.ts'
import type { Testbed } from '../testbed.ts'

/** One start of a server on an existing database. */
export interface Start {
  readonly milliseconds: number
  /** Memory of the idle process, a moment after the first answer. */
  readonly idleMebibytes: number | undefined
}

const IDLE_MILLISECONDS = 2_000

/** Starts and stops each server in turn, in this many rounds. The first round only fills the caches of code and files. */
export async function measureStarts(
  { say }: Testbed,
  servers: readonly { readonly name: string; start(): Promise<StartedServer> }[],
  rounds: number,
): Promise<Readonly<Record<string, readonly Start[]>>> {
  const starts: Record<string, Start[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, start } of servers) (starts[name] ??= []).push(await startOnce(start))
    say(`starts, round ${round} of ${rounds}`)
  }
  return Object.fromEntries(Object.entries(starts).map(([name, all]) => [name, all.slice(1)]))
}

async function startOnce(start: () => Promise<StartedServer>): Promise<Start> {
  const { pid, startMilliseconds, stop } = await start()
  await wait(IDLE_MILLISECONDS)
  const idleMebibytes = familyMemoryMebibytes(pid, 'VmRSS')
  await stop()
  return { milliseconds: startMilliseconds, idleMebibytes }
}
