import { beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { unixMilliseconds, unixSeconds } from '../platform/clock.ts'
import { type Database, DatabaseUnavailable, type HotDatabase } from '../platform/postgres/database.ts'
import { PartAway } from '../platform/postgres/parts.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type HotStatements, openHotStatements } from './hot-statements.ts'

/** The databases that were asked, in their order. */
let asked: string[]
let fault: Error | undefined
let hasPart: boolean
/** Resolves before the part answers. */
let held: Promise<void> | undefined

beforeEach(() => {
  asked = []
  fault = undefined
  hasPart = true
  held = undefined
})

const row = { clientIsCurrent: true, active: true, scope: '' }

function named(name: string, answer: (values: readonly unknown[]) => readonly unknown[]): Database {
  return {
    async query(_statement, ...values) {
      asked.push(name)
      if (name === 'part') await held
      return answer(values) as never
    },
    transaction: (work) => work(named(name, answer)),
    layout: async () => 'distributed',
  }
}

/** It answers each request of a statement by its number. */
const part = named('part', ([numbers]) => {
  if (fault) throw fault
  const all = String(numbers).replaceAll(/[{}]/g, '').split(',')
  return all.map((number) => ({ ...row, number: Number(number) }))
})
const near = named('near', () => [row])
const whole = named('whole', () => [])

const hot: HotDatabase = {
  ...whole,
  near: async () => near,
  part: async () => (hasPart ? part : undefined),
}

const statements = (databaseDeadlineMilliseconds = 20_000) =>
  openHotStatements({
    ...{ reads: hot, writes: hot, asyncWrites: hot },
    clock: fakeClock(),
    databaseDeadlineMilliseconds,
  })

const key = () => ({ citizenId: randomUuid(systemRandom), hash: systemRandom.bytes(32) })
const question = () => ({ ...key(), clientId: 'parking', revision: 1 })

const hash = () => systemRandom.bytes(32)
const granted = () => ({
  grantId: randomUuid(systemRandom),
  accessTokenHash: hash(),
  refreshTokenHash: hash(),
})
const code = () => ({ codeHash: hash(), redirectUri: '', codeChallenge: '', scope: '' })

/** Each hot statement, with a request of some citizen. */
const REQUESTS: readonly [keyof HotStatements, (all: HotStatements) => Promise<unknown>][] = [
  ['introspectToken', (all) => all.introspectToken(question())],
  ['readUserinfo', (all) => all.readUserinfo(key())],
  ['rotateRefreshToken', (all) => all.rotateRefreshToken({ ...question(), ...granted(), scope: '' })],
  [
    'redeemCode',
    (all) =>
      all.redeemCode({
        ...{ ...question(), ...code(), ...granted() },
        ...{ eventId: randomUuid(systemRandom), eventAt: unixMilliseconds(0), address: '', requestId: '' },
      }),
  ],
  [
    'issueCode',
    (all) =>
      all.issueCode({
        ...{ ...question(), ...code(), cookieHash: hash(), nonce: '', acrValues: '' },
        ...{ oldestAuthentication: unixSeconds(0), asks: 'nothing' },
      }),
  ],
]

test('each hot statement is among them', () => {
  expect(REQUESTS.map(([name]) => name).sort()).toEqual(Object.keys(statements()).sort())
})

// proves: citus-parts
describe.each(REQUESTS)('%s', (_name, request) => {
  test('is asked of the part, and the requests of a moment share a statement', async () => {
    const all = statements()
    const answers = await Promise.all(Array.from({ length: 40 }, () => request(all)))
    expect(answers).toEqual(Array(40).fill(expect.objectContaining({ scope: '' })))
    expect(new Set(asked)).toEqual(new Set(['part']))
    expect(asked.length).toBeLessThan(10)
  })

  test('asks by way of the server with its citizen where the part is away, each request alone', async () => {
    fault = new PartAway('moved')
    const all = statements()
    const answers = await Promise.all(Array.from({ length: 5 }, () => request(all)))
    expect(answers).toEqual(Array(5).fill(expect.objectContaining({ scope: '' })))
    expect(asked.filter((name) => name === 'near').length).toBeGreaterThanOrEqual(5)
  })

  test('does not begin in the other way once nobody waits for it', async () => {
    const answered = Promise.withResolvers<void>()
    held = answered.promise
    fault = new PartAway('moved')
    await expect(request(statements(20))).rejects.toThrow('did not answer in time')
    answered.resolve()
    await new Promise(setImmediate)
    expect(asked).toEqual(['part'])
  })

  test('asks no part where there is none', async () => {
    hasPart = false
    expect(await request(statements())).toMatchObject({ scope: '' })
    expect(new Set(asked)).toEqual(new Set(['near']))
  })

  test('finds an outage of the part, and does not ask in another way', async () => {
    fault = new DatabaseUnavailable('late')
    await expect(request(statements())).rejects.toBe(fault)
    expect(asked).toEqual(['part'])
  })
})
