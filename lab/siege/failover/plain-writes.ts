import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Writes to one server, one after the other, that know nothing of Portico. */
export interface PlainWrites {
  /**
   * Ends them. Returns when the last of them was confirmed that was delayed and had begun before this time, or the first one if
   * none was delayed; undefined if the connection broke. Times are those of `performance.now()`.
   */
  stop(before: number): Promise<number | undefined>
}

const PAUSE_MILLISECONDS = 50

/** A write that takes longer waited for a synchronous standby. */
const DELAYED_MILLISECONDS = 500

/** Starts them. */
export function startPlainWrites(url: string): PlainWrites {
  const telling: Write[] = []
  let isOver = false
  const run = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('create table if not exists plain_writes (at timestamptz)')
    while (!isOver) {
      const begun = performance.now()
      await client.query('insert into plain_writes values (now())')
      const confirmed = performance.now()
      if (telling.length === 0 || confirmed - begun > DELAYED_MILLISECONDS) telling.push({ begun, confirmed })
      await wait(PAUSE_MILLISECONDS)
    }
    await client.end()
    return true
  }
  const running = run().catch(() => false)
  return {
    async stop(before) {
      isOver = true
      const isWhole = await running
      return isWhole ? telling.findLast(({ begun }) => begun < before)?.confirmed : undefined
    },
  }
}

interface Write {
  readonly begun: number
  readonly confirmed: number
}
