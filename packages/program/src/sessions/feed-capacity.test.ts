import { afterEach, expect, test } from 'vitest'
import { type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

const programs: TestProgram[] = []
afterEach(async () => {
  for (const { sso } of programs.splice(0)) await sso.close()
})

/** A hundredth of the budget: enough for 7 sessions that are checked every 30 seconds. */
const BUDGET = { outboundIntrospectPerMinute: 14, outboundTokenPerMinute: 10_000 }
const SESSIONS = 40

/** So many sessions are used every ten seconds for five minutes. Returns how the uses ended, and how many checks there were. */
async function useMany(endedFeed: boolean) {
  const program = testProgram({ endedFeed, throttle: BUDGET, validity: { softMs: 30_000 } })
  programs.push(program)
  const { sso, identity, clock } = program
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(1)
  }
  const tokens: string[] = []
  const use = async (token: string | undefined) => {
    const found = await sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  // One comes every six seconds, and is checked for the first time 36 seconds later.
  for (let number = 0; number < SESSIONS + 6; number += 1) {
    const citizen = identity.addCitizen({ email: `citizen-${number}@example.test` })
    if (number < SESSIONS) tokens.push((await signInThrough(sso, identity, citizen)).accessToken)
    await clock.advance(6_000)
    if (number >= 6) await use(tokens[number - 6])
    await settle()
  }
  const checks = () => identity.log.filter(({ path }) => path === '/api/integrations/introspect/').length
  const before = checks()
  const ends = new Set<string>()
  for (let passed = 0; passed < 300; passed += 10) {
    await clock.advance(10_000)
    await settle()
    for (const token of tokens) ends.add(await use(token))
    await settle()
  }
  return { ends: [...ends], checks: checks() - before }
}

// proves: program-feed-saves-checks
test('with a budget for 7 sessions, 40 sessions in use are served while the feed answers', async () => {
  expect(await useMany(true)).toEqual({ ends: ['ok'], checks: 0 })
})

test('without the feed the same sessions meet 503, and none ends', async () => {
  const { ends, checks } = await useMany(false)
  expect(ends).toContain('503 identity_unavailable')
  expect(ends.toSorted()).toEqual(['503 identity_unavailable', 'ok'])
  expect(checks).toBeGreaterThan(14 * 3)
})
