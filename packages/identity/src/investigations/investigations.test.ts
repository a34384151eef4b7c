import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { OF_ROOMS } from '../rooms.ts'
import { endOverInvestigations } from './end-over-investigations.ts'

const LOOKED = 'The people who run this service looked at the account'
const BEGUN = 'The people who run this service began an investigation'
const ENDED = 'The investigation of the account by the people who run this service ended'

let service: TestService
let citizen: Citizen
let own: TestBrowser

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
  own = service.browser()
  await signIn(own, citizen)
})

const db = () => service.database.db
const command = (words: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  portico({ ...settingsFor(service.database), ...settings }, words, { ask: 'nobody-there' })
const run = (verb: string, ...more: readonly string[]) => command(['citizen', verb, citizen.subject, ...more])
const look = (who = citizen) => command(['citizen', 'show', who.subject, '--as', 'bo'])
const begin = (...more: readonly string[]) =>
  run('investigate', '--days', '14', '--as', 'ada', '--reason', 'a report of misuse', ...more)
const end = () => run('end-investigation', '--as', 'ada', '--reason', 'it was nothing')
const passEnd = () => db().query`
  update investigations set ends_at = now() - interval '1 minute' where citizen_id = ${citizen.citizenId}`
const stored = () => db().query<{ operator: string; days: number }>`
  select operator, (extract(epoch from ends_at - now()) / 86400)::int as days from investigations
   where citizen_id = ${citizen.citizenId}`

const mainOf = async (browser: TestBrowser, path: string) =>
  (await browser.get(path)).html.querySelector('main')?.text ?? ''
const copyOf = async (citizenId: string) => {
  const activity = OF_ROOMS.ownData.find(([name]) => name === 'activity')?.[1]
  if (!activity) throw new Error('No room has the activity')
  const needs = { db: db(), clock: service.clock, events: OF_ROOMS.events }
  const rows = activity(needs, citizenId) as AsyncIterable<{ readonly event: string }>
  const names: string[] = []
  for await (const { event } of rows) names.unshift(event)
  return names.filter((name) => /^operator-|^investigation-/.test(name))
}
/** What the citizen reads: on the page, on the home of the account, and in the copy of the data, by the names of the events. */
const told = async (browser = own, { citizenId } = citizen) => {
  const page = await mainOf(browser, '/account/activity/')
  const home = await mainOf(browser, '/account/')
  const count = (text: string) => page.split(text).length - 1
  return {
    ...{ looks: count(LOOKED), begun: count(BEGUN), ended: count(ENDED) },
    onHome: home.includes(LOOKED) || home.includes(BEGUN),
    inCopy: await copyOf(citizenId),
  }
}
const NOTHING = { looks: 0, begun: 0, ended: 0, onHome: false, inCopy: [] }
const audited = () => db().query<{ name: string; operator: string | null }>`
  select name, operator from audit_events
   where citizen_id = ${citizen.citizenId} and (actor = 'operator' or name like 'investigation-%') order by written_in, event_id`

// proves: looks-are-held-back
describe('while an account is investigated', () => {
  test('its citizen reads no look, no refusal and no investigation: on the page, on the home, in the copy', async () => {
    await begin()
    await look()
    await run('change-address', '--to', 'nowhere', '--dry-run')
    await run('suspend', '--dry-run')
    await begin()
    expect(await told()).toEqual(NOTHING)
  })

  test('the audit has everything at once', async () => {
    await begin()
    await look()
    expect(await audited()).toEqual([
      { name: 'investigation-begun', operator: 'ada' },
      { name: 'operator-looked', operator: 'bo' },
    ])
    const { out } = await command(['audit', '--citizen', citizen.subject])
    for (const name of ['investigation-begun', 'operator-looked']) expect(out).toContain(name)
  })

  test('looks before it stay told', async () => {
    await look()
    await db().query`
      update audit_events set at = at - interval '1 hour' where citizen_id = ${citizen.citizenId} and name = 'operator-looked'`
    await begin()
    await look()
    expect(await told()).toMatchObject({ looks: 1, begun: 0, inCopy: ['operator-looked'] })
  })

  test('an act that changes something is told at once', async () => {
    await begin()
    await run('require-verification', '--reason', 'x')
    const again = service.browser()
    await signIn(again, citizen)
    const page = await again.get('/account/activity/')
    expect(page.html.querySelector('main')?.text).toContain('asked for the address to be confirmed again')
    expect(await told(again)).toMatchObject({ looks: 0, begun: 0 })
  })

  test('the looks at another account are told', async () => {
    await begin()
    const other = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, other)
    await look(other)
    expect(await told(browser, other)).toMatchObject({ looks: 1, inCopy: ['operator-looked'] })
  })

  test('nobody puts the end off: neither whoever began it nor another one', async () => {
    await begin()
    const before = await stored()
    for (const who of ['ada', 'bo']) {
      const words = ['--days', '30', '--as', who, '--reason', 'another reason']
      const refused = await run('investigate', ...words)
      expect([refused.exitCode, refused.out]).toEqual([1, ''])
      expect(refused.err).toContain('Its end is not put off')
    }
    expect(await stored()).toEqual(before)
    expect((await audited()).map(({ name }) => name)).toEqual([
      ...['investigation-begun', 'operator-refused', 'operator-refused'],
    ])
  })
})

// proves: looks-are-held-back
describe('when the investigation is over', () => {
  const everything = ['investigation-begun', 'operator-looked', 'operator-looked']

  test('by its end, the citizen reads all of it, with its times, also before anything is cleaned', async () => {
    await begin()
    await look()
    await look()
    const times = () => db().query`
      select at from audit_events where citizen_id = ${citizen.citizenId} and name = 'operator-looked' order by at`
    const before = await times()
    await passEnd()
    expect(await told()).toEqual({ looks: 2, begun: 1, ended: 0, onHome: true, inCopy: everything })
    expect(await times()).toEqual(before)
    const clean = () => purgeAll(endOverInvestigations(service.foundation), service.foundation)
    await clean()
    await clean()
    expect(await stored()).toEqual([])
    expect((await audited()).at(-1)).toEqual({ name: 'investigation-ended', operator: null })
    expect((await audited()).filter(({ name }) => name === 'investigation-ended')).toHaveLength(1)
  })

  test('by an operator, the same, and both stand in the audit with their reasons', async () => {
    await begin()
    await look()
    expect((await end()).out).toContain('tells every look')
    expect(await told()).toMatchObject({ looks: 1, begun: 1, ended: 1 })
    const reasons = await db().query`
      select name, details ->> 'reason' as reason from audit_events
       where citizen_id = ${citizen.citizenId} and name like 'investigation-%' order by written_in`
    expect(reasons).toEqual([
      { name: 'investigation-begun', reason: 'a report of misuse' },
      { name: 'investigation-ended', reason: 'it was nothing' },
    ])
  })

  test('another one needs a reason of its own, and holds back nothing of the first', async () => {
    await begin()
    await look()
    await db().query`
      update audit_events set at = at - interval '1 hour' where citizen_id = ${citizen.citizenId} and actor = 'operator'`
    await passEnd()
    expect((await run('investigate', '--days', '14', '--as', 'ada')).exitCode).toBe(2)
    expect((await begin()).exitCode).toBe(0)
    await look()
    expect(await told()).toMatchObject({ looks: 1, begun: 1 })
    expect((await audited()).map(({ name }) => name)).toEqual([
      ...['investigation-begun', 'operator-looked', 'investigation-ended', 'investigation-begun'],
      'operator-looked',
    ])
  })

  test('there is nothing to end', async () => {
    expect((await end()).out).toContain('was not investigated; nothing changed')
    await begin()
    await passEnd()
    expect((await end()).out).toContain('was not investigated; nothing changed')
  })
})

// proves: looks-are-held-back
describe('an investigation', () => {
  test.each(['0', '31', '-1', '1.5', 'fourteen', '', '1e1'])('of %j days is refused', async (days) => {
    const refused = await run('investigate', `--days=${days}`, '--reason', 'x')
    expect(refused.exitCode).toBeGreaterThan(0)
    expect(await stored()).toEqual([])
  })

  test('is as long as a setting allows, which only lowers', async () => {
    const words = ['citizen', 'investigate', citizen.subject, '--reason', 'x', '--days']
    const most = (days: string) => ({ PORTICO_INVESTIGATION_DAYS: days })
    expect((await command([...words, '8'], most('7'))).err).toContain('from 1 to 7')
    expect((await command([...words, '7'], most('31'))).exitCode).not.toBe(0)
    expect(await stored()).toEqual([])
    expect((await command([...words, '7'], most('7'))).exitCode).toBe(0)
    expect(await stored()).toEqual([{ operator: 'tester', days: 7 }])
  })

  test('says before what it does', async () => {
    const { out } = await begin('--dry-run')
    expect(out).toMatch(/tells the citizen no look before \d{4}-\d\d-\d\d [\d:]+ UTC, and all of them then/)
    expect(await stored()).toEqual([])
    await begin()
    expect((await run('end-investigation', '--dry-run')).out).toContain(
      'tells the citizen every look that was held back',
    )
  })

  test('is begun by one of two at once', async () => {
    const both = await Promise.all([begin(), begin()])
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    expect((await audited()).filter(({ name }) => name === 'investigation-begun')).toHaveLength(1)
  })

  test('goes with the account, which cannot be investigated any more', async () => {
    await begin()
    await run('close', '--reason', 'the citizen asked')
    expect(await stored()).toEqual([])
    const refused = await begin()
    expect([refused.exitCode, await stored()]).toEqual([1, []])
    expect((await audited()).map(({ name }) => name)).toContain('investigation-begun')
  })

  test('waits for another operator where the setting names it', async () => {
    const settings = { PORTICO_FOUR_EYES: 'investigate' }
    const asked = await command(
      [
        ...['citizen', 'investigate', citizen.subject, '--days', '14'],
        ...['--as', 'ada', '--reason', 'x', '--json'],
      ],
      settings,
    )
    const { waits } = asked.json<{ waits: { number: number } }>()
    const consent = (who: string) =>
      command(['consent', String(waits.number), '--as', who, '--reason', 'y'], settings)
    expect((await consent('ada')).exitCode).toBe(1)
    expect(await stored()).toEqual([])
    expect((await consent('bo')).exitCode).toBe(0)
    expect(await stored()).toEqual([{ operator: 'ada', days: 14 }])
    await look()
    expect((await told()).inCopy).not.toContain('investigation-begun')
  })

  test('is counted by the doctor while it runs', async () => {
    const { examineInvestigations } = await import('../command/examine-investigations.ts')
    await db().query`delete from investigations`
    expect(await examineInvestigations(db())).toEqual([])
    await begin()
    expect(await examineInvestigations(db())).toMatchObject([{ says: expect.stringContaining('1 account') }])
    await passEnd()
    expect(await examineInvestigations(db())).toEqual([])
  })
})
