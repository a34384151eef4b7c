import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { addBrought } from './brought.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.database.db.query`delete from outbox`
  await service.database.db.query`delete from audit_events`
})
afterAll(() => service.close())

const run = (...options: readonly string[]) =>
  portico(settingsFor(service.database), ['citizen', 'invite', '--reason', 'the move', ...options])
const letters = async () => (await service.database.db.query`select 1 from outbox`).length

describe('nobody is invited', () => {
  test.each([
    ['--rate', '0', /--rate '0' is not a whole number from 1 to 36000\./],
    ['--rate', '-1', /--rate '-1' is not a whole number from 1 to 36000\./],
    ['--rate', '1e9', /--rate '1e9' is not/],
    ['--rate', '1000000000', /--rate '1000000000' is not/],
    ['--rate', '36001', /--rate '36001' is not/],
    ['--rate', '10.5', /--rate '10\.5' is not/],
    ['--rate', 'fast', /--rate 'fast' is not/],
    ['--rate', '', /--rate/],
    ['--rate', '٣', /--rate '٣' is not/],
    ['--limit', '0', /--limit '0' is not a whole number/],
    ['--limit', '-1', /--limit '-1' is not a whole number/],
    ['--again-after', '6', /--again-after '6' is not a whole number from 7 to 3650\./],
    ['--again-after', '30d', /--again-after '30d' is not/],
    ['--moved-from', '', /--moved-from/],
    ['--moved-from', ' ', /--moved-from must be one line/],
    ['--moved-from', 'City\r\nBcc: x', /--moved-from must be one line/],
    ['--moved-from', 'City\u202eDI', /--moved-from must be one line/],
    ['--moved-from', 'login.city.test', /no mail program makes a link of/],
    ['--moved-from', 'https://city', /no mail program makes a link of/],
    ['--moved-from', 'id@city', /no mail program makes a link of/],
    ['--moved-from', 'city。test', /no mail program makes a link of/],
    ['--moved-from', 'bank\uff61com', /no mail program makes a link of/],
    ['--moved-from', 'bank\u2024com', /no mail program makes a link of/],
    ['--moved-from', 'bank\ufe52com', /no mail program makes a link of/],
    ['--moved-from', 'bank\uff0ecom', /no mail program makes a link of/],
    ['--moved-from', 'id\uff20city', /no mail program makes a link of/],
    ['--moved-from', 'Call 0900 123456', /and no address or telephone number/],
    ['--moved-from', 'Call 12-3 45', /fewer than five digits in a row/],
    ['--moved-from', 'Call (09) 1/2 3', /fewer than five digits/],
    ['--moved-from', 'Call ١٢٣٤٥', /fewer than five digits/],
    ['--moved-from', 'x'.repeat(101), /--moved-from must be one line of 1 to 100 characters/],
  ])('with %s %j', async (option, value, says) => {
    await addBrought(service)
    const { exitCode, err } = await run(`${option}=${value}`)
    expect([exitCode > 0, err]).toEqual([true, expect.stringMatching(says)])
    expect(await letters()).toBe(0)
  })
  test('without a reason', async () => {
    const args = ['citizen', 'invite', '--dry-run']
    const { err } = await portico(settingsFor(service.database), args, { ask: 'nobody-there' })
    expect(err).toContain('--reason TEXT is missing.')
  })
})

test('a dry run says how many, and how long it takes, and is an event', async () => {
  for (let times = 0; times < 3; times += 1) await addBrought(service)
  const { exitCode, out } = await run(
    '--dry-run',
    '--rate',
    '1',
    '--moved-from',
    'City ID. & Söhne 2024 (Amt 12)',
  )
  expect([exitCode, out]).toEqual([
    0,
    '3 citizens would be invited: 0 were invited before, 0 are suspended.\nAt 1 letter an hour that takes about 3 hours.',
  ])
  expect((await run('--dry-run')).out).toContain('At 1000 letters an hour that takes less than an hour.')
  expect((await run('--dry-run', '--rate', '1', '--limit', '2')).out).toBe(
    '2 of 3 citizens would be invited: 0 were invited before, 0 are suspended.\nAt 1 letter an hour that takes about 2 hours.',
  )
  expect((await run('--dry-run', '--rate', '1', '--limit', '9')).out).toContain('takes about 3 hours')
  expect((await run('--dry-run', '--limit', '2', '--json')).json()).toEqual({
    ...{ dry_run: true, due: 3, invited: 0, invited_before: 0, suspended: 0, rate: 1_000, ended_by: 'all' },
  })
  const [event] = await service.database.db.query`
    select operator, details from audit_events where name = 'citizens-invited' order by at limit 1`
  expect(event).toEqual({
    operator: 'tester',
    details: { reason: 'the move', dry_run: true, due: 3, invited: 0, ended_by: 'all' },
  })
})

test('a citizen is invited, and then nobody is left', async () => {
  await addBrought(service)
  const { exitCode, out } = await run('--rate', '36000')
  expect([exitCode, out]).toEqual([0, '1 of 1 citizen was invited: 0 were invited before, 0 are suspended.'])
  expect(await letters()).toBe(1)
  expect((await run('--json')).json()).toMatchObject({ due: 0, invited_before: 1, ended_by: 'all' })
})

test('what was stopped says so', async () => {
  await addBrought(service)
  for (const options of [[], ['--dry-run']]) {
    const args = ['citizen', 'invite', '--reason', 'r', ...options]
    const ran = await portico(settingsFor(service.database), args, { stop: AbortSignal.abort() })
    const says = 'It was stopped before the end. Run it again'
    expect([ran.exitCode, ran.out]).toEqual([1, expect.stringContaining(says)])
  }
  expect(await letters()).toBe(0)
})
