import { setTimeout as wait } from 'node:timers/promises'
import type { RunningProgram } from '../machine/child.ts'

const POLL_MILLISECONDS = 4
const PATIENCE_MILLISECONDS = 60_000

/** Waits until a server answers 200; returns the milliseconds since `since` (of `performance.now()`). */
export async function awaitFirstAnswer(url: string, since: number): Promise<number> {
  for (;;) {
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    const milliseconds = performance.now() - since
    if (status === 200) return milliseconds
    if (milliseconds > PATIENCE_MILLISECONDS) throw new Error(`${url} did not answer 200`)
    await wait(POLL_MILLISECONDS)
  }
}

/** A server that was started, and how long its first answer took. */
export interface StartedServer {
  readonly program: RunningProgram
  readonly port: number
  readonly startMilliseconds: number
}
