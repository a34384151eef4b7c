import { describe, expect, test } from 'vitest'
import { testProgram } from '../testing/program.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'
import { signInThrough } from './testing/index.ts'

// What a program does with a store of which it is not known yet whose it is.

/** Parking permits, with a citizen, and the library on the same store, whose answers about itself are changed. */
async function twoOnOneStore(changed: Partial<SsoStore>) {
  const parking = testProgram()
  const { accessToken } = await signInThrough(
    parking.sso,
    parking.identity,
    parking.identity.addCitizen({ email: 'ana@example.test' }),
  )
  const logged: string[] = []
  const library = createProgramSso({
    ...parking.config,
    store: { ...parking.store, ...changed },
    identity: { ...parking.config.identity, clientId: 'library' },
    logger: { log: (_level, event) => void logged.push(event) },
  })
  const visit = () => library.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
  return { parking, library, logged, visit }
}

const REFUSED = { http: 503, code: 'misconfigured' }

// proves: threat-program-shared-store
describe('a store of another program is not used', () => {
  test('by a step during which it could not say whose it is', async () => {
    let fails = 1
    const { parking, visit } = await twoOnOneStore({
      version: () => (fails-- > 0 ? Promise.reject(new Error('timeout')) : parking.store.version()),
    })
    expect(await visit()).toMatchObject({ http: 503 })
    expect(await visit()).toMatchObject(REFUSED)
  })

  test('once its owner has migrated it, by a process that began on the schema of before', async () => {
    let isMigrated = false
    const { parking, visit } = await twoOnOneStore({
      version: async () =>
        isMigrated ? parking.store.version() : { current: 0, needed: 1, fits: false, owner: null },
    })
    await visit()
    isMigrated = true
    expect(await visit()).toMatchObject(REFUSED)
  })

  test('once its owner is written, by a process that may not write one', async () => {
    let isWritten = false
    const { parking, visit, logged } = await twoOnOneStore({
      migrate: () => Promise.reject(new Error('permission denied for table meta')),
      version: async () => {
        const state = await parking.store.version()
        return isWritten ? state : { ...state, owner: null }
      },
    })
    await visit()
    await visit()
    expect(logged.filter((event) => event === 'store_owner_not_written')).toHaveLength(1)
    isWritten = true
    expect(await visit()).toMatchObject(REFUSED)
  })
})
