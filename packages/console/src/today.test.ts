import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

const HOUR_SECONDS = 3600

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  ida = await stage.operator('reader')
  await ida.open('/today/')
})
beforeEach(() => stage.service.database.db.query`truncate audit_events`)
afterAll(() => stage.close())

const thisHour = () => Math.floor(stage.service.clock.now() / HOUR_SECONDS) * HOUR_SECONDS

/** Events at an instant, each so many seconds after the one before it. */
const happen = (name: string, at: number, { times = 1, apartSeconds = 0 } = {}) =>
  stage.service.database.db.query`
    insert into audit_events (event_id, at, name, actor, details)
    select gen_random_uuid(), to_timestamp(${at}::float8 + n * ${apartSeconds}::float8), ${name}, 'citizen', '{}'
      from generate_series(0, ${times - 1}::int) as n`

const rowsOf = ({ html }: Visited) =>
  html.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td').map(({ text }) => text.trim()))
const open = () => ida.open('/today/')

test('counts by hour what happened in the last 24, the newest hour first; what is older or of another name is not counted', async () => {
  const hour = thisHour()
  await happen('signed-in', hour - HOUR_SECONDS, { times: 3, apartSeconds: 7 })
  await happen('signed-in', hour - 1)
  await happen('sign-in-failed', hour - 2 * HOUR_SECONDS, { times: 2 })
  await happen('passkey-refused', hour - 2 * HOUR_SECONDS)
  await happen('account-created', hour - 23 * HOUR_SECONDS)
  await happen('recovery-requested', hour - 3 * HOUR_SECONDS)
  await happen('letter-given-up', hour - 3 * HOUR_SECONDS)
  await happen('sign-in-slowed', hour - 3 * HOUR_SECONDS)
  await happen('signed-in', hour - 23 * HOUR_SECONDS - 1)
  await happen('profile-changed', hour - HOUR_SECONDS)
  const page = await open()
  const rows = rowsOf(page)
  expect(rows).toHaveLength(24)
  expect(rows[1]).toEqual([
    `${new Date((hour - HOUR_SECONDS) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    ...['4', '0', '0', '0', '0', '0', '0'],
  ])
  const numbers = rows.map((row) => row.slice(1).map(Number))
  expect(numbers[2]).toEqual([0, 3, 0, 0, 0, 0, 0])
  expect(numbers[3]).toEqual([0, 0, 1, 0, 1, 1, 0])
  expect(numbers[23]).toEqual([0, 0, 0, 1, 0, 0, 0])
  expect(numbers.flat().reduce((sum, one) => sum + one)).toBe(11)
  expect(page.html.text).not.toContain('≈')
})

test('draws what the table says, the oldest hour first', async () => {
  const hour = thisHour()
  await happen('signed-in', hour - 23 * HOUR_SECONDS, { times: 4 })
  await happen('signed-in', hour - HOUR_SECONDS, { times: 2 })
  const page = await open()
  const charts = page.html.querySelectorAll('figure')
  expect(charts.map((chart) => chart.querySelectorAll('rect').length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  const heights = charts[0]?.querySelectorAll('rect').map((bar) => Number(bar.getAttribute('height')))
  expect([heights?.[0], heights?.[1], heights?.[22]]).toEqual([48, 0, 24])
  expect(charts[0]?.text).toContain('4')
})

test('counts each of a day that is small, however many there were at once', async () => {
  const begins = thisHour() - 2 * HOUR_SECONDS
  await happen('account-created', begins + 5, { times: 12 })
  await happen('profile-changed', begins + 1, { times: 178, apartSeconds: 0.01 })
  await happen('signed-in', begins - 1, { times: 59_810 })
  const page = await open()
  expect(rowsOf(page)[2]?.slice(1)).toEqual(['0', '0', '0', '12', '0', '0', '0'])
  expect(rowsOf(page)[3]?.[1]).toBe('59810')
  expect(page.html.text).not.toContain('≈')
})

/** More than are counted one by one, on a day whose other hours are looked at. */
const fillTheDay = () => happen('profile-changed', thisHour() - 20 * HOUR_SECONDS, { times: 60_001 })

test('where more happens than is looked at, the number is an estimate, and the page says so', async () => {
  await fillTheDay()
  const begins = thisHour() - 2 * HOUR_SECONDS
  await happen('signed-in', begins, { times: 2000, apartSeconds: 0.01 })
  await happen('sign-in-failed', begins - HOUR_SECONDS, { times: 39 })
  const page = await open()
  const rows = rowsOf(page)
  const [, about = '', failures] = rows[2] ?? []
  // They went on as they began: 40 took 0.39 s of the first ten seconds, and of the next ten.
  expect(about).toBe('≈ 2000')
  expect(failures).toBe('≈ 0')
  expect(rows[3]?.[2]).toBe('39')
  expect(page.html.text).toContain('calculated from a part')
})

test('where what is looked at is of other kinds alone, nothing is said to be none', async () => {
  await fillTheDay()
  await happen('profile-changed', thisHour() - 2 * HOUR_SECONDS, { times: 100, apartSeconds: 0.01 })
  await happen('sign-in-failed', thisHour() - 2 * HOUR_SECONDS + 5)
  const rows = rowsOf(await open())
  expect(rows[2]?.slice(1)).toEqual(['≈ 0', '≈ 0', '0', '0', '0', '0', '0'])
  expect(rows[3]?.slice(1)).toEqual(['0', '0', '0', '0', '0', '0', '0'])
})

test('what is rare is counted, also in an hour of which only a part is looked at', async () => {
  await fillTheDay()
  const begins = thisHour() - 2 * HOUR_SECONDS
  await happen('citizen-brought', begins, { times: 2000, apartSeconds: 0.01 })
  await happen('account-created', begins + 9, { times: 2 })
  await happen('letter-given-up', begins + 9)
  await happen('sign-in-failed', begins + 9)
  const page = await open()
  expect(rowsOf(page)[2]?.slice(1)).toEqual(['≈ 0', '≈ 0', '0', '2', '0', '1', '0'])
  expect(page.html.text).toContain('the number may be far too low')
})

test('many events at one instant are counted, and are no error', async () => {
  await fillTheDay()
  await happen('signed-in', thisHour() - HOUR_SECONDS, { times: 50 })
  const page = await open()
  expect(page.status).toBe(200)
  expect(rowsOf(page)[1]?.[1]).toMatch(/^≈ \d+$/)
})

/** Pages that refused at an instant. */
const refuse = (why: string, at: number, times = 1) => stage.service.database.db.query`
  insert into refused_requests (request_id, at, why, page)
  select ${why} || ${at}::text || n, to_timestamp(${at}), ${why}, '/register/' from generate_series(1, ${times}::int) as n`
const limited = async () => rowsOf(await open()).map((row) => row[7])

describe('pages that a limit refused', () => {
  beforeEach(() => stage.service.database.db.query`delete from refused_requests`)

  test('are counted by hour, whatever the limit; other reasons and older ones are not', async () => {
    const hour = thisHour()
    await refuse('register-per-ip', hour - 1, 3)
    await refuse('closing-per-citizen', hour - HOUR_SECONDS, 2)
    await refuse('recover-per-email', hour - 23 * HOUR_SECONDS, 1)
    await refuse('register-per-ip', hour - 23 * HOUR_SECONDS - 1, 7)
    for (const why of ['wrong-guesses', 'form-stale', 'unknown-per-ip', 'other'])
      await refuse(why, hour - 1, 5)
    const shown = await limited()
    expect([shown[1], shown[2], shown[23]]).toEqual(['5', '0', '1'])
    expect(shown.filter((one) => one !== '0')).toHaveLength(2)
  })

  test('that are too many are an estimate, and the hours with few have their exact number', async () => {
    const hour = thisHour()
    await refuse('register-per-ip', hour - 5 * HOUR_SECONDS, 10)
    await refuse('register-per-ip', hour - 2 * HOUR_SECONDS, 10_001)
    await refuse('register-per-ip', hour - 1, 4)
    const shown = await limited()
    expect([shown[1], shown[2], shown[3], shown[5]]).toEqual([
      '4',
      expect.stringMatching(/^≈ \d{4}$/),
      '0',
      '10',
    ])
  })
})

test('what was looked at is in the audit', async () => {
  await open()
  const looks = await stage.service.database.db.query`
    select details ->> 'command' as command from audit_events where name = 'operator-looked' and operator = ${ida.name}`
  expect(looks).toEqual([{ command: 'console today' }])
})
