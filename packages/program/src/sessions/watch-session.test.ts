import { expect, test } from 'vitest'
import { createSessionWatch } from './watch-session.ts'

const CONNECTION = { headers: new Headers() }

test('a watch that closes waits for the look that is under way, so that the store is still open for it', async () => {
  const store = Promise.withResolvers<void>()
  const looking = Promise.withResolvers<void>()
  const events: string[] = []
  const watch = createSessionWatch({
    clock: { now: () => new Date(), sleep: async () => undefined },
    ceilingMs: 30_000,
    async authenticate() {
      looking.resolve()
      await store.promise
      events.push('looked')
      throw new Error('the database is away')
    },
  })
  const refused = watch.whenRefused(CONNECTION, new AbortController().signal)
  const failed = expect(refused).rejects.toThrow('away')
  await looking.promise
  const closed = watch.close().then(() => void events.push('closed'))
  await new Promise(setImmediate)
  store.resolve()
  await Promise.all([closed, failed])
  expect(events).toEqual(['looked', 'closed'])
  expect(await watch.whenRefused(CONNECTION, new AbortController().signal)).toBeNull()
})
