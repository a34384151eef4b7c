import { expect, test, vi } from 'vitest'
import { fencePool } from './fenced-pool.ts'
import { askPool } from './proof-statement.ts'
import { timelineFence } from './timeline-fence.ts'

/** What the check of a new connection says, where the server answers the question for its timeline with this error. */
function checkOf(code: string, severity = 'ERROR'): Promise<Error | undefined> {
  const options: { verify?: (client: object, done: (error?: Error) => void) => void } = {}
  fencePool({ options }, timelineFence({ log: () => undefined }))
  const refusal = Object.assign(new Error(code), { severity, code })
  const client = { query: () => Promise.reject(refusal) }
  return new Promise((resolve) => options.verify?.(client, resolve))
}

// proves: failover-old-server-refused
test.each(['57014', '53200', '55000'])(
  'a new connection whose server cannot say its timeline now (%s) is not used: it may be an old primary',
  async (code) => {
    expect(await checkOf(code)).toMatchObject({ code })
  },
)

// proves: failover-frozen-primary
test('a server that is frozen while it is asked keeps no place in the pool', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const options: { verify?: (client: object, done: (error?: Error) => void) => void } = {}
  fencePool({ options }, timelineFence({ log: () => undefined }))
  const answer = Promise.withResolvers<never>()
  const stream = { destroy: () => answer.reject(new Error('Connection terminated')) }
  const done = vi.fn()
  options.verify?.({ query: () => answer.promise, connection: { stream } }, done)
  vi.runAllTimers()
  vi.useRealTimers()
  await expect.poll(() => done.mock.calls).toEqual([[new Error('Connection terminated')]])
})

// proves: failover-fence-harmless
test.each([
  ['42501', 'ERROR'],
  ['42883', 'CHYBA'],
  ['0A000', 'ОШИБКА'],
])('one whose server never says it (%s %s) is used', async (code, severity) => {
  expect(await checkOf(code, severity)).toBeUndefined()
})

// proves: program-lease
test.each(['FATAL', 'ВАЖНО'])(
  'a server that takes no connection (%s) is not one that needs no proof',
  async (severity) => {
    const refusal = Object.assign(new Error('permission denied'), { severity, code: '42501' })
    const pool = { connect: () => Promise.reject(refusal), query: () => Promise.reject(refusal) }
    await expect(askPool(pool).rows).rejects.toBe(refusal)
  },
)
