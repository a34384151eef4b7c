import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { madeKeyPair } from '../../testing/key-pairs.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService } from '../../testing/test-service.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { type Keyring, keyring } from '../platform/keyring.ts'
import { systemRandom } from '../platform/system-random.ts'
import {
  ensureSigningKey,
  KEY_SET_MAX_AGE_SECONDS,
  type KeyNeeds,
  listSigningKeys,
  openSigner,
  rotateSigningKeys,
  type Signer,
  UnreadableSigningKey,
} from './index.ts'

/** An ID token is good for 900 seconds, a service may notice 5 seconds late, and clocks differ by 60. */
const STILL_VALID_SECONDS = 965

let database: TestDatabase
let clock: FakeClock
let needs: KeyNeeds & OrderedByOperator

const ring = (fill: number): Keyring => keyring([Buffer.alloc(32, fill)], systemRandom)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from signing_keys`
  clock = fakeClock()
  needs = {
    db: database.db,
    clock,
    random: systemRandom,
    makeKeyPair: madeKeyPair,
    keyring: ring(1),
    by: TEST_ORDER,
  }
  await ensureSigningKey(needs)
})
afterEach(() => {
  vi.useRealTimers()
})

async function kidOf(signer: Signer): Promise<string | undefined> {
  return decodeProtectedHeader(await signer.sign({ sub: 'x' })).kid
}

async function published(signer: Signer): Promise<readonly string[]> {
  return (await signer.publicKeys()).keys.map(({ kid }) => kid)
}

async function stages(): Promise<Record<string, string>> {
  return Object.fromEntries((await listSigningKeys(needs)).map(({ kid, stage }) => [kid, stage]))
}

async function onlyKid(): Promise<string> {
  const [key] = await listSigningKeys(needs)
  if (!key) throw new Error('No key')
  return key.kid
}

test('the first key signs at once and is published (contract 2.8)', async () => {
  const kid = await onlyKid()
  const signer = await openSigner(needs)
  expect(await stages()).toEqual({ [kid]: 'signing' })
  expect([await kidOf(signer), await published(signer)]).toEqual([kid, [kid]])
})

test('a key is named by its thumbprint (RFC 7638 section 3)', async () => {
  const { keys } = await (await openSigner(needs)).publicKeys()
  for (const { kid, kty, n, e } of keys) expect(kid).toBe(await calculateJwkThumbprint({ kty, n, e }))
})

test('of eight processes that start at once, one makes the key', async () => {
  await database.db.query`delete from signing_keys`
  await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(needs)))
  expect(await listSigningKeys(needs)).toHaveLength(1)
  const events = await database.db.query`
    select 1 as one from audit_events where name = 'signing-key-made' and details ->> 'kid' = ${await onlyKid()}`
  expect(events).toHaveLength(1)
})

test('a start where there is a key makes none', async () => {
  const kid = await onlyKid()
  await ensureSigningKey(needs)
  expect(await stages()).toEqual({ [kid]: 'signing' })
})

describe('a rotation', () => {
  // proves: design-8-keys-before-and-after-use, rfc7517-4.5-kid-unique, threat-key-rotation-gap
  test('publishes the new key before it signs, longer than anybody may keep the old set', async () => {
    const old = await onlyKid()
    const next = await rotateSigningKeys(needs, 'scheduled')
    const signer = await openSigner(needs)
    expect(await stages()).toEqual({ [old]: 'signing', [next]: 'announced' })
    expect([...(await published(signer))].sort()).toEqual([old, next].sort())
    clock.advance(2 * KEY_SET_MAX_AGE_SECONDS - 1)
    expect(await kidOf(signer)).toBe(old)
    clock.advance(1)
    expect(await kidOf(signer)).toBe(next)
  })

  // proves: design-8-keys-before-and-after-use, core-10.1.1-rotation, threat-key-rotation-gap
  test('keeps the old key until nothing that it signed can be valid, and then withdraws it', async () => {
    const old = await onlyKid()
    const next = await rotateSigningKeys(needs, 'scheduled')
    const signer = await openSigner(needs)
    clock.advance(2 * KEY_SET_MAX_AGE_SECONDS - 1)
    const lastByOld = await signer.sign({ sub: 'x', exp: clock.now() + 900 })
    expect(decodeProtectedHeader(lastByOld).kid).toBe(old)
    clock.advance(1)
    expect(await stages()).toEqual({ [old]: 'retiring', [next]: 'signing' })
    clock.advance(898)
    const keys = createLocalJWKSet({ keys: (await signer.publicKeys()).keys.map((key) => ({ ...key })) })
    const verified = await jwtVerify(lastByOld, keys, { currentDate: new Date(clock.nowMilliseconds()) })
    expect(verified.payload.sub).toBe('x')
    clock.advance(STILL_VALID_SECONDS - 898 - 1)
    expect(await published(signer)).toContain(old)
    clock.advance(1)
    expect(await published(signer)).toEqual([next])
    expect(await stages()).toEqual({ [old]: 'withdrawn', [next]: 'signing' })
  })

  test('removes keys that are withdrawn when the next one comes, and none before', async () => {
    const first = await onlyKid()
    const second = await rotateSigningKeys(needs, 'scheduled')
    clock.advance(2 * KEY_SET_MAX_AGE_SECONDS + STILL_VALID_SECONDS - 1)
    const third = await rotateSigningKeys(needs, 'scheduled')
    expect(Object.keys(await stages()).sort()).toEqual([first, second, third].sort())
    clock.advance(2 * KEY_SET_MAX_AGE_SECONDS)
    await rotateSigningKeys(needs, 'scheduled')
    expect(Object.keys(await stages())).not.toContain(first)
  })

  test('twice in a row loses nothing: both are announced, one signs after the other', async () => {
    const first = await onlyKid()
    const second = await rotateSigningKeys(needs, 'scheduled')
    clock.advance(100)
    const third = await rotateSigningKeys(needs, 'scheduled')
    expect(await stages()).toEqual({ [first]: 'signing', [second]: 'announced', [third]: 'announced' })
    clock.advance(500)
    expect(await stages()).toEqual({ [first]: 'retiring', [second]: 'signing', [third]: 'announced' })
    clock.advance(100)
    expect(await stages()).toEqual({ [first]: 'retiring', [second]: 'retiring', [third]: 'signing' })
  })

  test('is in the audit with its kid and kind, never with a key', async () => {
    const kid = await rotateSigningKeys(needs, 'scheduled')
    const [event] = await database.db.query<{ details: unknown; actor: string }>`
      select details, actor from audit_events where name = 'signing-keys-rotated' and details ->> 'kid' = ${kid}`
    expect(event).toEqual({ details: { kid, kind: 'scheduled', reason: 'a test' }, actor: 'operator' })
  })
})

describe('an emergency', () => {
  // proves: threat-key-rotation-gap
  test('withdraws every other key at once and signs with the new one at once', async () => {
    const stolen = await onlyKid()
    const announced = await rotateSigningKeys(needs, 'scheduled')
    const fresh = await rotateSigningKeys(needs, 'emergency')
    const signer = await openSigner(needs)
    expect(await stages()).toEqual({ [stolen]: 'withdrawn', [announced]: 'withdrawn', [fresh]: 'signing' })
    expect([await kidOf(signer), await published(signer)]).toEqual([fresh, [fresh]])
  })

  test('holds for good: what was announced before never signs', async () => {
    const announced = await rotateSigningKeys(needs, 'scheduled')
    const fresh = await rotateSigningKeys(needs, 'emergency')
    const signer = await openSigner(needs)
    for (let step = 0; step < 5; step += 1) {
      clock.advance(300)
      expect(await kidOf(signer)).toBe(fresh)
      expect(await published(signer)).toEqual([fresh])
    }
    const next = await rotateSigningKeys(needs, 'scheduled')
    expect(Object.keys(await stages()).sort()).toEqual([fresh, next].sort())
    expect(await stages()).not.toHaveProperty(announced)
  })
})

describe('a clock that jumps', () => {
  const HOUR = 3600

  // proves: threat-key-rotation-gap
  test('back by an hour leaves a key that signs, and each that is published stays so', async () => {
    const kid = await onlyKid()
    const signer = await openSigner(needs)
    clock.advance(-HOUR)
    expect([await kidOf(signer), await published(signer)]).toEqual([kid, [kid]])
  })

  // proves: threat-key-rotation-gap
  test('a process whose clock is some seconds behind signs with the key of an emergency all the same', async () => {
    const stolen = await onlyKid()
    const fresh = await rotateSigningKeys(needs, 'emergency')
    const behind = fakeClock(clock.nowMilliseconds() - 5_000)
    const signer = await openSigner({ ...needs, clock: behind })
    expect([await kidOf(signer), await published(signer)]).toEqual([fresh, [fresh]])
    expect(await published(signer)).not.toContain(stolen)
  })

  // proves: threat-key-rotation-gap
  test('back by an hour after an emergency revives no withdrawn key', async () => {
    clock.advance(HOUR)
    const announced = await rotateSigningKeys(needs, 'scheduled')
    const fresh = await rotateSigningKeys(needs, 'emergency')
    clock.advance(-HOUR)
    const signer = await openSigner(needs)
    expect([await kidOf(signer), await published(signer)]).toEqual([fresh, [fresh]])
    clock.advance(2 * HOUR)
    expect([await kidOf(signer), await published(signer)]).toEqual([fresh, [fresh]])
    expect(await stages()).toMatchObject({ [announced]: 'withdrawn' })
  })

  test('forward and back amid a rotation: what signed meanwhile stays published, and the old key signs again', async () => {
    const old = await onlyKid()
    const next = await rotateSigningKeys(needs, 'scheduled')
    const signer = await openSigner(needs)
    clock.advance(HOUR)
    expect(await kidOf(signer)).toBe(next)
    clock.advance(-HOUR)
    expect(await kidOf(signer)).toBe(old)
    expect([...(await published(signer))].sort()).toEqual([old, next].sort())
  })

  // proves: threat-key-rotation-gap
  test('a rotation on a clock that is an hour behind announces its key first all the same', async () => {
    const old = await onlyKid()
    clock.advance(-HOUR)
    const next = await rotateSigningKeys(needs, 'scheduled')
    const signer = await openSigner(needs)
    expect(await stages()).toEqual({ [old]: 'signing', [next]: 'announced' })
    clock.advance(HOUR + 2 * KEY_SET_MAX_AGE_SECONDS)
    expect(await kidOf(signer)).toBe(next)
    clock.advance(STILL_VALID_SECONDS)
    expect(await published(signer)).toEqual([next])
  })

  test('a key is never withdrawn before it has a successor that signs, wherever the clock goes', async () => {
    for (const jump of [HOUR, -2 * HOUR, 24 * HOUR, -23 * HOUR, 300]) {
      await rotateSigningKeys(needs, 'scheduled')
      clock.advance(jump)
      const signer = await openSigner(needs)
      expect(await published(signer)).toContain(await kidOf(signer))
    }
  })
})

describe('a running service', () => {
  // proves: design-9-rotation-within-15-s
  test('sees a rotation within seconds, without a start', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const signer = await openSigner(needs)
    const old = await onlyKid()
    const next = await rotateSigningKeys(needs, 'scheduled')
    expect(await published(signer)).toEqual([old])
    vi.advanceTimersByTime(11_000)
    expect([...(await published(signer))].sort()).toEqual([old, next].sort())
  })

  test('goes on with the keys that it knows while the database is away', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let isAway = false
    const query: KeyNeeds['db']['query'] = (statement, ...values) =>
      isAway ? Promise.reject(new Error('away')) : database.db.query(statement, ...values)
    const signer = await openSigner({ ...needs, db: { ...database.db, query } })
    const kid = await onlyKid()
    isAway = true
    vi.advanceTimersByTime(60_000)
    expect([await kidOf(signer), await published(signer)]).toEqual([kid, [kid]])
    isAway = false
    const next = await rotateSigningKeys(needs, 'scheduled')
    expect(await published(signer)).toContain(next)
  })

  test('publishes a later key that it cannot open, says so once, and goes on signing with its own', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const complaints: unknown[] = []
    const log = { error: (event: string, fields?: object) => void complaints.push({ event, ...fields }) }
    const signer = await openSigner({ ...needs, log })
    const kid = await onlyKid()
    const next = await rotateSigningKeys({ ...needs, keyring: ring(2) }, 'scheduled')
    for (let round = 0; round < 3; round += 1) {
      vi.advanceTimersByTime(11_000)
      expect([...(await published(signer))].sort()).toEqual([kid, next].sort())
    }
    expect([await kidOf(signer), await signer.canSign()]).toEqual([kid, true])
    expect(complaints).toEqual([
      {
        event: 'signing-key-unreadable',
        'portico.kid': next,
        'error.message': expect.stringContaining('PORTICO_SECRET_KEY'),
      },
    ])
  })

  test('answers many at once from one look', async () => {
    const signer = await openSigner(needs)
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, n) => signer.sign({ n })))
    expect(new Set(tokens).size).toBe(50)
  })
})

// proves: threat-silent-new-key
describe('a key that cannot be opened stops the start, and is never replaced', () => {
  // proves: rfc7517-9.2-private-keys-sealed
  test('under another secret key', async () => {
    const kid = await onlyKid()
    const other = { ...needs, keyring: ring(2) }
    await expect(openSigner(other)).rejects.toThrow(UnreadableSigningKey)
    await expect(openSigner(other)).rejects.toThrow(/PORTICO_SECRET_KEY/)
    await ensureSigningKey(other)
    expect(await stages()).toEqual({ [kid]: 'signing' })
  })

  test('even when it is not the one that signs', async () => {
    await rotateSigningKeys({ ...needs, keyring: ring(2) }, 'scheduled')
    await expect(openSigner(needs)).rejects.toThrow(UnreadableSigningKey)
  })

  // proves: threat-key-theft
  test('when its sealed half was moved to the row of another key', async () => {
    const kid = await onlyKid()
    const next = await rotateSigningKeys(needs, 'scheduled')
    await database.db.query`
      update signing_keys set sealed_private = (select sealed_private from signing_keys where kid = ${kid})
       where kid = ${next}`
    await expect(openSigner(needs)).rejects.toThrow(new RegExp(next))
  })

  test.each([0, 5, 20, 600])('when one bit of it changed, at byte %i', async (at) => {
    const [row] = await database.db.query<{
      sealed: Buffer
    }>`select sealed_private as sealed from signing_keys`
    const bent = Buffer.from(row?.sealed ?? [])
    bent[at] = (bent[at] ?? 0) ^ 1
    await database.db.query`update signing_keys set sealed_private = ${bent}`
    await expect(openSigner(needs)).rejects.toThrow(UnreadableSigningKey)
  })

  test('but the old secret key behind a new one still opens it', async () => {
    const both = keyring([Buffer.alloc(32, 2), Buffer.alloc(32, 1)], systemRandom)
    const next = await rotateSigningKeys({ ...needs, keyring: both }, 'scheduled')
    expect(await published(await openSigner({ ...needs, keyring: both }))).toContain(next)
    await expect(openSigner({ ...needs, keyring: ring(2) })).rejects.toThrow(UnreadableSigningKey)
  })

  // proves: threat-silent-new-key
  test('and the whole service does not start', async () => {
    const first = await startTestService()
    const start = startTestService({
      database: first.database,
      clock: first.clock,
      secretKeys: [Buffer.alloc(32, 9)],
    })
    await expect(start).rejects.toThrow(UnreadableSigningKey)
    await first.close()
  })
})

// proves: contract-2.8-nothing-private, rfc7517-9.2-private-keys-sealed, threat-key-theft
test('private halves rest sealed: no PKCS#8, PEM or JWK member in any row', async () => {
  const rows = await database.db.query<{ sealed: Buffer; row: string }>`
    select sealed_private as sealed, row_to_json(signing_keys)::text as row from signing_keys`
  for (const { sealed, row } of rows) {
    expect(sealed.includes(Buffer.from('2a864886f70d010101', 'hex'))).toBe(false)
    expect(row).not.toMatch(/PRIVATE|"d":|"p":|"q":|"dp":|"dq":|"qi":/)
  }
})

// proves: contract-4.3.4-id-token-verifiable, core-10.1.1-rotation, threat-key-rotation-gap
test('ID tokens verify by what is published, through a whole rotation (contract 4.3, rule 4)', async () => {
  const service = await startTestService()
  vi.useFakeTimers({ toFake: ['performance'] })
  const program = await addProgram(service)
  const seen = new Set<string | undefined>()
  await rotateSigningKeys(service.foundation, 'scheduled')
  for (let step = 0; step < 8; step += 1) {
    // Keys that are a little old are loaded again in the background, and keys that are older before they are used.
    vi.advanceTimersByTime(step % 2 === 0 ? 20_000 : 40_000)
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    const keys = (await (await fetch(`${service.baseUrl}/o/.well-known/jwks.json`)).json()) as { keys: [] }
    const currentDate = new Date(service.clock.nowMilliseconds())
    const { protectedHeader } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), { currentDate })
    seen.add(protectedHeader.kid)
    service.clock.advance(250)
  }
  expect(seen.size).toBe(2)
  await service.close()
})
