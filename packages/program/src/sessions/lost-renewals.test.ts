import { describe, expect, test } from 'vitest'
import { outcome, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { secret, systemRandom } from '../platform/index.ts'
import { createKeyring } from '../sealing/index.ts'
import type { SsoStore } from '../store/index.ts'
import { type Cut, fakeClock, memoryStore, signInThrough } from '../testing/index.ts'

const SECOND = 1000

/** A citizen whose central tokens expire in 20 seconds, and the requests to the token endpoint since then. */
const beforeRenewal = async (ageMs = 880 * SECOND) => {
  const stores = fakeClock()
  const program = testProgram({ store: memoryStore({ clock: stores }) as SsoStore })
  const { identity } = program
  const keys: (string | null)[] = []
  const watched: typeof fetch = (input, init) => {
    const { url, headers } = new Request(input, init)
    if (url.endsWith('/o/token/')) keys.push(headers.get('idempotency-key'))
    return identity.fetch(input, init)
  }
  const config = { ...program.config, fetch: watched }
  const sso = createProgramSso(config)
  const citizen = identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, refreshToken } = await signInThrough(sso, identity, citizen)
  const pass = async (ms: number) => {
    await program.clock.advance(ms)
    await stores.advance(ms)
  }
  const look = async () => {
    const found = await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  const refresh = async (by = sso) => {
    const body = JSON.stringify({ refresh_token: refreshToken, rotation_id: 'rotation-id-of-one-app' })
    const headers = { 'content-type': 'application/json' }
    const url = 'https://permits.example.test/api/v1/sso/refresh/'
    return outcome((await by.handle(new Request(url, { method: 'POST', headers, body }))) ?? new Response())
  }
  await pass(ageMs)
  const ofCode = keys.splice(0)
  const living = () => identity.openGrants(citizen.subject)
  return { program, config, citizen, stores, pass, accessToken, look, refresh, keys, ofCode, living }
}
const KEY = /^"[A-Za-z0-9_-]{43}"$/
const anyKey = expect.stringMatching(KEY)

describe('the key of a renewal', () => {
  // proves: program-guard-idempotency-key
  test('is a String of RFC 9651 with 256 random bits, only for renewals, and new for each refresh token', async () => {
    const { look, pass, keys, ofCode, refresh } = await beforeRenewal()
    expect([ofCode, await look(), keys]).toEqual([[null], 'ok', [anyKey]])
    await pass(880 * SECOND)
    expect([await refresh(), keys]).toEqual(['200', [anyKey, anyKey]])
    expect(keys[0]).not.toBe(keys[1])
  })

  // proves: program-guard-no-second-renewal
  test('is missing in a row of the release before: that renewal is sent without it, once', async () => {
    const { program, config, look, keys, living } = await beforeRenewal()
    const [session] = await program.store.listSessions('account-1', new Date(0))
    const sessionId = session?.id ?? ''
    const claimed = await program.store.claimCentral({ sessionId, staleMs: 0, leaseMs: SECOND })
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
    const place = `sessions|${sessionId}|central`
    const keyring = createKeyring(config.encryptionKeys, systemRandom)
    const { accessToken, refreshToken } = (await keyring.open(place, claimed.central)) as Record<
      string,
      string
    >
    const tokens = { ...claimed.central, ...(await keyring.seal(place, { accessToken, refreshToken })) }
    await program.store.commitCentral({ sessionId, fence: claimed.fence, tokens, leaseMs: 0 })
    expect([await look(), keys, living()]).toEqual(['ok', [null], 1])
  })
})

describe('a lost response to a renewal', () => {
  // proves: program-guard-idempotency-key, threat-lost-renewal
  test.each<[string, Cut[]]>([
    ['before it was read', ['before']],
    ['after it was given', ['after']],
    ['before its first byte', [0]],
    ['after its first byte', [1]],
    ['in the middle', [150]],
    ['twice', ['after', 20]],
    ['once before and once after', ['before', 'after']],
  ])('%s is repeated with the same key: the citizen notices nothing', async (_name, cuts) => {
    const { program, look, pass, refresh, keys, living } = await beforeRenewal()
    program.identity.loseTokenAnswers(...cuts)
    expect(await look()).toBe('ok')
    expect(keys).toEqual(Array(cuts.length + 1).fill(keys[0]))
    expect([keys[0], living()]).toEqual([anyKey, 1])
    await pass(880 * SECOND)
    expect([await refresh(), living()]).toEqual(['200', 1])
  })

  // proves: program-guard-idempotency-key
  test('three times leaves the current access token, and the next request within a minute uses the key again', async () => {
    // With 30 seconds left, every session renews. Earlier renewals are spread over the 90 seconds before.
    const { program, look, pass, refresh, keys, living } = await beforeRenewal(870 * SECOND)
    program.identity.loseTokenAnswers('after', 'after', 'after')
    expect([await look(), keys.length]).toEqual(['ok', 3])
    await pass(30 * SECOND)
    expect([await refresh(), living()]).toEqual(['200', 1])
    expect(keys).toEqual(Array(4).fill(keys[0]))
  })

  // proves: program-guard-idempotency-key, threat-lost-renewal
  test('three times, with no access token left, is 503, and the next request tries again, also in another process', async () => {
    const { program, config, refresh, keys, living } = await beforeRenewal(901 * SECOND)
    program.identity.loseTokenAnswers('after', 'after', 'after')
    expect(await refresh()).toBe('503 identity_unavailable')
    const [session] = await program.store.listSessions('account-1', new Date(0))
    expect(session?.endedCause).toBeNull()
    expect([await refresh(createProgramSso(config)), living()]).toEqual(['200', 1])
    expect(keys).toEqual(Array(4).fill(keys[0]))
  })

  // proves: program-guard-no-second-renewal
  test('is not repeated if the service refused the token', async () => {
    const { program, citizen, refresh, keys } = await beforeRenewal(901 * SECOND)
    program.identity.endCentralSession(citizen.subject)
    expect([await refresh(), keys.length]).toEqual(['401 session_ended', 1])
  })
})

// proves: program-guard-no-second-renewal, threat-lost-renewal
test('a worker that was overtaken before it sent its renewal sends nothing', async () => {
  const { program, config, stores, accessToken, look, keys, living } = await beforeRenewal()
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { clientSecret } = program.identity
  const slow = createProgramSso({
    ...config,
    identity: {
      ...config.identity,
      async clientSecret() {
        asked.resolve()
        await gate.promise
        return secret(clientSecret)
      },
    },
  })
  const first = slow.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
  await asked.promise
  await stores.advance(2001)
  expect(await look()).toBe('ok')
  gate.resolve()
  expect((await first).status).toBe('ok')
  expect([keys.length, living()]).toEqual([1, 1])
})
