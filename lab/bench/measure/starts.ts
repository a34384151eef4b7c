import { setTimeout as wait } from 'node:timers/promises'
import { memoryMebibytes } from '../../kit/proc.ts'
import type { StartedServer } from '../candidates/start-server.ts'
import type { Testbed } from '../testbed.ts'

/** One start of a server on a database that is there already. */
export interface Start {
  readonly milliseconds: number
  /** Memory a moment after the first answer, with nothing to do. */
  readonly idleMebibytes: number | undefined
}

const IDLE_MILLISECONDS = 2_000

/** Starts and stops each server in turn, so many rounds; the first round only fills the caches of code and files. */
export async function measureStarts(
  { say }: Testbed,
  starters: Readonly<Record<string, () => Promise<StartedServer>>>,
  rounds: number,
): Promise<Readonly<Record<string, readonly Start[]>>> {
  const starts: Record<string, Start[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, start] of Object.entries(starters)) {
      const server = await start()
      await wait(IDLE_MILLISECONDS)
      const idleMebibytes = memoryMebibytes(server.pid, 'VmRSS')
      await server.stop()
      if (round === 0) starts[name] = []
      else starts[name]?.push({ milliseconds: server.startMilliseconds, idleMebibytes })
    }
    say(`starts, round ${round} of ${rounds}`)
  }
  return starts
}
