import { afterEach, beforeEach, expect } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { type ForwardedAudit, openForwardedAudit, SECRETS } from './forward.fixture.ts'
import type { Forwarder } from './forward-round.ts'
import { AUDIT_FORWARD_HEAD } from './head.ts'
import { watchForward } from './watch-forward.ts'

let audit: ForwardedAudit

beforeEach(async () => {
  audit = await openForwardedAudit()
})
afterEach(() => audit.drop())

const failing: Forwarder = { name: 'syslog', send: async () => ({ kind: 'failed', says: 'answers 500' }) }

const watch = (...forwarders: readonly Forwarder[]) => watchForward(audit.needs, forwarders)

type Watching = ReturnType<typeof watch>

async function roundsOf({ watched }: Watching): Promise<void> {
  for (const one of watched) while ((await one.round()) === 'again');
}

/** The metrics of each destination: waiting, age, failures. */
async function counted({ metrics }: Watching) {
  const read = (name: string) => valuesOf(metrics, `portico_audit_forward_${name}`)
  return [await read('waiting_events'), await read('oldest_seconds'), await read('failures_total')]
}

// proves: audit-forward-seen
test('the metrics say what waits for each destination, since when, and what has failed', async () => {
  const watching = watch(audit.forwarder, failing)
  await roundsOf(watching)
  await audit.add(3)
  await audit.settle()
  audit.clock.advance(1_000)
  await audit.until(3)
  await roundsOf(watching)
  expect(await counted(watching)).toEqual([
    { webhook: 0, syslog: 3 },
    { webhook: 0, syslog: 1_000 },
    { webhook: 0, syslog: 1 },
  ])
  await watching.stop()
})

test('one destination that hangs does not hold up another one, and a stop ends both', async () => {
  let hangs: (() => void) | undefined
  const hanging: Forwarder = {
    name: 'syslog',
    send: (_delivery, stopped) =>
      new Promise((resolve) => {
        stopped.addEventListener('abort', () => resolve({ kind: 'stopped' }))
        hangs?.()
      }),
  }
  const watching = watch(hanging, audit.forwarder)
  await roundsOf(watching)
  const [syslog] = watching.watched
  await audit.add(2)
  await audit.settle()
  const asked = new Promise<void>((resolve) => (hangs = resolve))
  const round = syslog?.round()
  await asked
  await audit.until(2)
  await watching.stop()
  expect(await round).toBe('done')
})

// proves: audit-forward-off
test('without a setting nothing is loaded, opened or counted', () => {
  const opened: unknown[] = []
  const openOwn = (options: Parameters<Parameters<typeof AUDIT_FORWARD_HEAD.beside>[0]['openPool']>[0]) => {
    opened.push(options)
    return openPool(audit.address, options)
  }
  const given = { ...audit.needs, baseUrl: 'https://id.example.org', openPool: openOwn }
  const nowhere = { syslog: undefined, webhook: undefined }
  expect(AUDIT_FORWARD_HEAD.beside({ ...given, auditDestinations: nowhere })).toBeUndefined()
  expect(opened).toEqual([])
})

test('with settings both are forwarded, over one connection', async () => {
  const pools: ReturnType<typeof openPool>[] = []
  const started = await AUDIT_FORWARD_HEAD.beside({
    ...{ ...audit.needs, baseUrl: 'https://id.example.org' },
    openPool(options) {
      expect(options.connections).toBe(1)
      const pool = openPool(audit.address, options)
      pools.push(pool)
      return pool
    },
    auditDestinations: {
      syslog: { host: '127.0.0.1', port: 1, isTls: false },
      webhook: { url: audit.receiver.url, secrets: SECRETS },
    },
  })
  expect(started?.metrics.map(({ name }) => name)).toHaveLength(3)
  await started?.stop()
  for (const pool of pools) await pool.close()
  expect(pools).toHaveLength(1)
})
