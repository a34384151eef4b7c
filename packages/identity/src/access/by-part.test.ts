import { beforeEach, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type Database, DatabaseUnavailable, type HotDatabase } from '../platform/postgres/database.ts'
import { PartAway } from '../platform/postgres/parts.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { openHotStatements } from './hot-statements.ts'

/** The databases that were asked, in their order. */
let asked: string[]
let fault: Error | undefined
let hasPart: boolean

beforeEach(() => {
  asked = []
  fault = undefined
  hasPart = true
})

const row = { clientIsCurrent: true, active: true, scope: '' }

function named(name: string, answer: (values: readonly unknown[]) => readonly unknown[]): Database {
  return {
    async query(_statement, ...values) {
      asked.push(name)
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

const statements = () =>
  openHotStatements({
    ...{ reads: hot, writes: hot, asyncWrites: hot },
    clock: fakeClock(),
    databaseDeadlineMilliseconds: 20_000,
  })

const key = () => ({ citizenId: randomUuid(systemRandom), hash: systemRandom.bytes(32) })
const question = () => ({ ...key(), clientId: 'parking', revision: 1 })

// proves: citus-parts
test('what only reads is asked of the part, and the requests of a moment share a statement', async () => {
  const { introspectToken, readUserinfo } = statements()
  const answers = await Promise.all(Array.from({ length: 40 }, () => introspectToken(question())))
  expect(answers).toHaveLength(40)
  expect(answers.every((answer) => answer?.active)).toBe(true)
  await readUserinfo(key())
  expect(new Set(asked)).toEqual(new Set(['part']))
  expect(asked.length).toBeLessThan(10)
})

// proves: citus-parts
test('where the part is away, each request asks by way of the server with its citizen', async () => {
  fault = new PartAway('moved')
  const { introspectToken, readUserinfo } = statements()
  const answers = await Promise.all(Array.from({ length: 5 }, () => introspectToken(question())))
  expect(answers).toEqual(Array(5).fill(row))
  expect(await readUserinfo(key())).toEqual(row)
  expect(asked.filter((name) => name === 'near')).toHaveLength(6)
})

test('where there is no part to ask, none is asked', async () => {
  hasPart = false
  const { introspectToken } = statements()
  expect(await introspectToken(question())).toEqual(row)
  expect(asked).toEqual(['near'])
})

test('an outage of the part is one, and is not asked about in another way', async () => {
  fault = new DatabaseUnavailable('late')
  const { introspectToken } = statements()
  await expect(introspectToken(question())).rejects.toBe(fault)
  expect(asked).toEqual(['part'])
})

// proves: citus-parts
test('what writes asks no part', async () => {
  const { rotateRefreshToken } = statements()
  const rotation = { ...question(), grantId: randomUuid(systemRandom), scope: '' }
  const hashes = { accessTokenHash: systemRandom.bytes(32), refreshTokenHash: systemRandom.bytes(32) }
  expect(await rotateRefreshToken({ ...rotation, ...hashes })).toEqual(row)
  expect(new Set(asked)).toEqual(new Set(['near']))
})
