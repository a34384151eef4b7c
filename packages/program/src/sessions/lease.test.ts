import { expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import type { SsoStore } from '../store/index.ts'
import { fakeClock, memoryStore, signInThrough } from '../testing/index.ts'

/** A check whose introspection response is held back, and the commits that were tried. */
const checking = async () => {
  const stores = fakeClock()
  const program = testProgram({ store: memoryStore({ clock: stores }) as SsoStore })
  const { store, identity, clock } = program
  const commits: (Date | null)[] = []
  const { commitCentral } = store
  store.commitCentral = async (commit) => {
    const told = await commitCentral(commit)
    commits.push(told)
    return told
  }
  const gate = Promise.withResolvers<void>()
  const held: typeof fetch = async (input, init) => {
    const answer = await identity.fetch(input, init)
    if (String(input).includes('introspect')) await gate.promise
    return answer
  }
  const sso = createProgramSso({ ...program.config, fetch: held })
  const citizen = identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken } = await signInThrough(sso, identity, citizen)
  const headers = { authorization: `Bearer ${accessToken}` }
  await stores.advance(30_000)
  const look = async () => (await sso.authenticate({ headers })).status
  const asked = () => identity.log.filter(({ path }) => path.includes('introspect')).length
  const first = look()
  await expect.poll(asked).toBe(1)
  /** Moves both clocks, and waits until the work that they wake is done. */
  const pass = async (ms: number) => {
    await stores.advance(ms)
    await clock.advance(ms)
  }
  return { program, sso, stores, clock, pass, commits, gate, first, look, headers, asked }
}

// proves: program-guard-lease
test('the lease is extended while the check runs, and not after it', async () => {
  const { program, pass, commits, gate, first, headers, asked } = await checking()
  const other = program.another()
  for (let renewals = 1; renewals <= 10; renewals += 1) {
    await pass(600)
    expect(commits).toHaveLength(renewals)
  }
  const waiting = other.authenticate({ headers })
  gate.resolve()
  expect(await first).toBe('ok')
  await pass(50)
  expect((await waiting).status).toBe('ok')
  const { length } = commits
  for (let i = 0; i < 10; i += 1) await pass(600)
  expect([asked(), commits.length]).toEqual([1, length])
})

test('a worker that lost its lease to another one no longer extends it, and its result is not written', async () => {
  const { program, stores, clock, commits, gate, first, headers } = await checking()
  await stores.advance(2001)
  expect((await program.another().authenticate({ headers })).status).toBe('ok')
  expect(commits).toEqual([stores.now()])
  await clock.advance(600)
  expect(commits).toEqual([stores.now(), null])
  for (let i = 0; i < 10; i += 1) await clock.advance(600)
  expect(commits).toHaveLength(2)
  gate.resolve()
  expect(await first).toBe('ok')
  expect(commits).toEqual([stores.now(), null, null])
})

test('one failure of the store does not lose the lease', async () => {
  const { program, pass, commits, gate, first } = await checking()
  const { commitCentral } = program.store
  program.store.commitCentral = async () => {
    program.store.commitCentral = commitCentral
    throw new Error('connection terminated')
  }
  await pass(600)
  expect(commits).toEqual([])
  await pass(600)
  expect(commits).toHaveLength(1)
  gate.resolve()
  expect(await first).toBe('ok')
})

test('a program that is closed during a check extends no lease', async () => {
  const { sso, pass, commits, gate, first } = await checking()
  await sso.close()
  for (let i = 0; i < 10; i += 1) await pass(600)
  expect(commits).toEqual([])
  gate.resolve()
  expect(await first).toBe('ok')
})
