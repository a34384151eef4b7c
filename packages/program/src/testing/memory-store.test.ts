import { expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import type { SsoStore } from '../store/index.ts'
import { openDatabase, sqliteStore } from '../store/sqlite/index.ts'
import { at, forty, openSession, sessionSample } from './conformance-samples.ts'
import { memoryStore } from './memory-store.ts'

test('a store in memory makes its tables at its first step, and shares nothing with another one', async () => {
  const [one, another] = [memoryStore({ clock: { now: () => at(5) } }) as SsoStore, memoryStore()]
  await forty((n) => openSession(one, sessionSample(n)))
  expect(await one.listSessions(sessionSample(1).accountId, at(1))).toHaveLength(40)
  expect(await another.findSession(sessionSample(1).id)).toBeNull()
  expect(await one.now()).toEqual(at(5))
})

test.each<[string, () => object]>([
  ['of the test kit', () => memoryStore()],
  ['over a database that the program opened', () => sqliteStore(openDatabase(':memory:'))],
])('in production, a store in memory %s is refused', (_which, store) => {
  const open = (env: 'production' | 'test') => () => testProgram({ store: store() as SsoStore, env })
  expect(open('production')).toThrow('is only for development and tests')
  expect(open('test')).not.toThrow()
})
