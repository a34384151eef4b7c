import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { Citizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { isLeftOut } from '../platform/postgres/table.ts'
import type { Random } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { TABLES } from '../room-heads.ts'
import { eraseCitizen } from '../rooms.ts'
import { CONSENTS } from './consents.ts'

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.database.db.query`delete from waiting_acts`
  citizen = await addCitizen(service)
})

type Asked = (question: string) => Promise<string>

const neverAsked: Asked = () => Promise.reject(new Error('asked'))
const run = (words: readonly string[], ask: Asked | 'nobody-there' = 'nobody-there', fourEyes = 'all') =>
  portico({ ...settingsFor(service.database), PORTICO_FOUR_EYES: fourEyes }, words, { ask })

interface Waits {
  readonly waits: { readonly number: number; readonly until: string }
}

/** Asks for an act as ada. Returns its number. */
async function asked(...words: readonly string[]): Promise<string> {
  const given = words.length > 0 ? words : ['suspend', citizen.email]
  const done = await run(['citizen', ...given, '--as', 'ada', '--reason', 'the ticket 17', '--json'])
  expect([done.exitCode, done.err]).toEqual([0, ''])
  return String(done.json<Waits>().waits.number)
}

const consent = (number: string, as = 'grace', ask: Asked | 'nobody-there' = 'nobody-there') =>
  run(['consent', number, '--as', as, '--reason', 'I have read it', '--json'], ask)
const standing = async () => {
  const [row] = await service.database.db.query<{ standing: string }>`
    select standing from citizens where citizen_id = ${citizen.citizenId}`
  return row?.standing
}
const events = () =>
  service.database.db.query<{ name: string; operator: string; details: Record<string, unknown> }>`
    select name, operator, details from audit_events
     where citizen_id = ${citizen.citizenId} and actor = 'operator' and name <> 'operator-looked'
     order by event_id`
const waiting = () => service.database.db.query<{ number: number }>`select number from waiting_acts`

// proves: four-eyes-wait
describe('an act that the setting names', () => {
  test('waits, and is done when another operator consents: both names stand in its event', async () => {
    const number = await asked()
    expect([await standing(), await waiting()]).toEqual(['active', [{ number: Number(number) }]])
    const done = await consent(number)
    expect(done.json()).toMatchObject({ subject: citizen.subject, changed: true, standing: 'suspended' })
    expect([await standing(), await waiting()]).toEqual(['suspended', []])
    const act = 'citizen suspend'
    expect(await events()).toEqual([
      {
        name: 'citizen-act-asked',
        operator: 'ada',
        details: { act, number: Number(number), reason: 'the ticket 17', until: expect.stringMatching(/Z$/) },
      },
      {
        name: 'citizen-act-consented',
        operator: 'grace',
        details: { act, number: Number(number), asked_by: 'ada', reason: 'I have read it' },
      },
      {
        name: 'citizen-suspended',
        operator: 'ada',
        details: { cause: 'other', reason: 'the ticket 17', consented_by: 'grace' },
      },
    ])
  })

  test('gets another number where the chosen one is taken', async () => {
    const chosen = [7, 7, 8].map((number) => Buffer.from([0, 0, 0, number]))
    const random: Random = {
      bytes: (length) => (length === 4 ? (chosen.shift() ?? Buffer.alloc(4)) : systemRandom.bytes(length)),
    }
    const { citizenId, subject } = citizen
    const ask = async (cause: string) => {
      const act = { act: 'citizen suspend', citizenId, subject, options: { cause }, told: [] }
      return (await CONSENTS.ask({ ...service.foundation, random }, act)).act.number
    }
    expect([await ask('misuse'), await ask('order')]).toEqual([100_007, 100_008])
    expect(await waiting()).toHaveLength(2)
  })

  test('is another one where it would do something else by now, so that somebody can consent', async () => {
    const act = {
      act: 'citizen suspend',
      citizenId: citizen.citizenId,
      subject: citizen.subject,
      options: {},
    }
    const told = (kind: string) => [{ kind, says: kind, fact: { tells: 'unchanged' } as const }]
    const ask = async (kind: string) =>
      (await CONSENTS.ask(service.foundation, { ...act, told: told(kind) })).act.number
    const first = await ask('ends 1 session')
    expect(await ask('ends 1 session')).toBe(first)
    expect(await ask('ends 2 sessions')).not.toBe(first)
  })

  test('is the one that waits for whoever asks for it again, under every spelling of the name', async () => {
    const number = await asked('suspend', citizen.email, '--cause', 'misuse', '--until', '30d')
    const again = ['citizen', 'suspend', citizen.subject, '--until', '30d', '--cause', 'misuse']
    for (const as of ['ada', 'A.D.A']) {
      const done = await run([...again, '--as', as, '--reason', 'the ticket 18'])
      expect(done.out).toContain(`You have asked for this before, and it waits as number ${number} until`)
    }
    const [act] = (await run(['acts', '--json'])).json<readonly Record<string, unknown>[]>()
    expect(act).toMatchObject({ number: Number(number), reason: 'the ticket 17' })
    expect(await waiting()).toEqual([{ number: Number(number) }])
    expect((await events()).map(({ name }) => name)).toEqual(['citizen-act-asked'])
  })

  test('asked for twice at once waits once: the second asking waits for the first one', async () => {
    const { citizenId, subject } = citizen
    const act = { act: 'citizen suspend', citizenId, subject, options: {}, told: [] }
    const again = await whileChanged(
      service.database,
      (db) => CONSENTS.ask({ ...service.foundation, by: TEST_ORDER, db }, act),
      () => CONSENTS.ask({ ...service.foundation, by: TEST_ORDER }, act),
    )
    expect([again.isAskedAgain, await waiting()]).toEqual([true, [{ number: again.act.number }]])
  })

  test('waits beside another one: of another operator, on another citizen, with other options, another act, or after its end', async () => {
    const other = await addCitizen(service)
    await asked()
    await asked('suspend', citizen.email, '--cause', 'misuse')
    await asked('suspend', other.email)
    await asked('sign-out', citizen.email)
    await run(['citizen', 'suspend', citizen.email, '--as', 'grace', '--reason', 'x'])
    expect(await waiting()).toHaveLength(5)
    await service.database.db.query`update waiting_acts set ends_at = now() - interval '1 second'`
    await asked()
    expect(await waiting()).toHaveLength(6)
  })

  test('waits an hour by the clock of the database, and says so', async () => {
    await asked()
    const [row] = await service.database.db.query<{ seconds: number; isFuture: boolean }>`
      select extract(epoch from ends_at - asked_at)::int as seconds,
             ends_at > now() + interval '59 minutes' and ends_at <= now() + interval '1 hour' as "isFuture" from waiting_acts`
    expect(row).toEqual({ seconds: 3600, isFuture: true })
  })

  test('is done with the options of its asker, and with no other', async () => {
    const number = await asked('suspend', citizen.email, '--cause', 'misuse', '--until', '30d')
    await consent(number)
    const [row] = await service.database.db.query<{ cause: string; days: number }>`
      select cause, round(extract(epoch from ends_at - since) / 86400)::int as days from suspensions
       where citizen_id = ${citizen.citizenId}`
    expect(row).toEqual({ cause: 'misuse', days: 30 })
  })

  test('is listed until then, with what was given, and the list is in the audit', async () => {
    const number = await asked('suspend', citizen.email, '--until', '30d')
    const listed = await run(['acts', '--as', 'grace'])
    expect(listed.out).toContain(`citizen suspend ${citizen.subject} --until 30d`)
    expect(listed.out).toMatch(/NUMBER .*UNTIL .*ASKED BY .*ACT .*REASON/)
    const [act] = (await run(['acts', '--json'])).json<readonly Record<string, unknown>[]>()
    expect(act).toMatchObject({ number: Number(number), asked_by: 'ada', options: { until: '30d' } })
    const looked = await service.database.db.query`
      select operator from audit_events where name = 'operator-looked' and details ->> 'command' = 'acts'`
    expect(looked).toContainEqual({ operator: 'grace' })
  })

  test('is shown to its asker before it is asked for; whoever does not say yes asks for nothing', async () => {
    await signIn(service.browser(), citizen)
    const words = ['citizen', 'suspend', citizen.email, '--as', 'ada', '--reason', 'x']
    const refused = await run(words, async () => 'no')
    expect(refused.exitCode).toBe(1)
    expect(refused.err).toContain('ends 1 session\n')
    expect(refused.err).toContain('waits for the consent of another operator')
    expect(await waiting()).toEqual([])
    expect((await run(words, async () => 'yes')).out).toMatch(/waits as number \d{6} until .* UTC/)
    expect(await waiting()).toHaveLength(1)
  })

  test.each([
    ['only tried', ['suspend', '--dry-run']],
    ['of no effect', ['reinstate', '--reason', 'x']],
  ])('%s waits for nobody', async (_what, [verb = '', ...more]) => {
    expect((await run(['citizen', verb, citizen.email, ...more])).exitCode).toBe(0)
    expect(await waiting()).toEqual([])
  })

  test('refused, waits for nobody', async () => {
    const taken = await addCitizen(service)
    const words = ['change-address', citizen.email, '--to', taken.email, '--reason', 'x']
    expect((await run(['citizen', ...words])).exitCode).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('is one of those that are named: others are done at once, and a name of no act stops all of them', async () => {
    const suspend = ['citizen', 'suspend', citizen.email, '--reason', 'x']
    expect((await run(suspend, 'nobody-there', 'close, reinstate')).exitCode).toBe(0)
    expect(await standing()).toBe('suspended')
    await run(['citizen', 'reinstate', citizen.email, '--reason', 'x'], 'nobody-there', 'close,reinstate')
    expect([await standing(), (await waiting()).length]).toEqual(['suspended', 1])
    for (const wrong of ['suspnd', 'citizen suspend', 'all suspend,clse', 'show']) {
      const stopped = await run(
        ['citizen', 'sign-out', citizen.email, '--reason', 'x'],
        'nobody-there',
        wrong,
      )
      expect([stopped.exitCode, stopped.err]).toEqual([1, expect.stringContaining('PORTICO_FOUR_EYES')])
    }
  })
})

// proves: four-eyes-another
describe('who consents', () => {
  test.each(['ada', 'Ada', 'ADA', ' a d a ', 'a.d.a', 'ａｄａ', 'àdá'])(
    'is not who asked, also as %j',
    async (as) => {
      const number = await asked()
      const refused = await consent(number, as)
      expect([refused.exitCode, refused.out]).toEqual([1, ''])
      expect(refused.err).toContain('You asked for this act yourself')
      expect([await standing(), (await waiting()).length]).toEqual(['active', 1])
      expect((await events()).at(-1)).toMatchObject({
        name: 'operator-refused',
        details: { command: 'consent', because: 'own-act', number: Number(number) },
      })
    },
  )

  test('gives a reason and a name, and the number of an act', async () => {
    const number = await asked()
    expect((await run(['consent', number, '--as', 'grace'])).exitCode).toBe(2)
    expect((await run(['consent', number, '--as', '=1+1', '--reason', 'x'])).exitCode).toBe(2)
    for (const wrong of ['x', '-1', '1e5', '1.5', '9999999999'])
      expect((await run(['consent', '--as', 'grace', '--reason', 'x', '--', wrong])).exitCode).toBe(2)
    expect(await standing()).toBe('active')
  })

  test('an unknown number is refused, and that is in the audit', async () => {
    const refused = await consent('1')
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('No act with this number') })
    expect(
      await service.database.db
        .query`select 1 from audit_events where name = 'operator-refused' and details ->> 'because' = 'unknown-act'`,
    ).not.toEqual([])
  })

  test('of two at once, and of many, one does it', async () => {
    const number = await asked('sign-out', citizen.email)
    const done = await Promise.all(['grace', 'kay', 'joan', 'jean'].map((as) => consent(number, as)))
    expect(done.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1, 1])
    const names = (await events()).map(({ name }) => name)
    expect(names.filter((name) => name === 'citizen-signed-out')).toHaveLength(1)
    expect(names.filter((name) => name === 'citizen-act-consented')).toHaveLength(1)
  })

  test('what waits beside it, for the same citizen or another one, goes on waiting', async () => {
    const other = await addCitizen(service)
    const [number, later, others] = [
      await asked(),
      await asked('sign-out', citizen.email),
      await asked('suspend', other.email),
    ]
    const left = async () => (await waiting()).map((act) => String(act.number)).toSorted()
    expect((await consent(number)).exitCode).toBe(0)
    expect(await left()).toEqual([later, others].toSorted())
    expect((await run(['withdraw', later, '--as', 'ada', '--reason', 'x'])).exitCode).toBe(0)
    await eraseCitizen(service.foundation.db, citizen.citizenId)
    expect(await left()).toEqual([others])
  })

  test('a consent and a withdrawal at once: one of them', async () => {
    const number = await asked()
    const [done, withdrawn] = await Promise.all([
      consent(number),
      run(['withdraw', number, '--as', 'ada', '--reason', 'x']),
    ])
    expect(done.exitCode + withdrawn.exitCode).toBe(1)
    expect(await standing()).toBe(done.exitCode === 0 ? 'suspended' : 'active')
  })

  test('nobody consents to what was withdrawn, done, or is over', async () => {
    const withdrawn = await asked()
    await run(['withdraw', withdrawn, '--as', 'ada', '--reason', 'x'])
    const over = await asked()
    await service.database.db.query`update waiting_acts set ends_at = now()`
    expect((await consent(over)).err).toContain('longer than an hour')
    expect((await run(['acts'])).out).toBe('No act waits.')
    expect((await consent(withdrawn)).exitCode).toBe(1)
    expect(await standing()).toBe('active')
    const done = await asked('sign-out', citizen.email)
    expect([(await consent(done)).exitCode, (await consent(done)).exitCode]).toEqual([0, 1])
  })
})

describe('a withdrawal', () => {
  test('is its asker’s, under any spelling, and nobody else’s; each is in the audit', async () => {
    const number = await asked()
    const other = await run(['withdraw', number, '--as', 'grace', '--reason', 'x'])
    expect(other).toMatchObject({ exitCode: 1, err: expect.stringContaining('Another operator asked') })
    expect(await waiting()).toHaveLength(1)
    expect((await run(['withdraw', number, '--as', 'Ada', '--reason', 'a mistake'])).exitCode).toBe(0)
    expect(await waiting()).toEqual([])
    expect((await events()).slice(-2)).toMatchObject([
      {
        name: 'operator-refused',
        operator: 'grace',
        details: { command: 'withdraw', because: 'other-asker' },
      },
      { name: 'citizen-act-withdrawn', operator: 'Ada', details: { reason: 'a mistake' } },
    ])
  })
})

// proves: four-eyes-same-forecast
describe('what is consented to', () => {
  test('is shown anew on a terminal, with who asked and why; no yes does nothing', async () => {
    await signIn(service.browser(), citizen)
    const number = await asked()
    await signIn(service.browser(), citizen)
    const refused = await consent(number, 'grace', async () => 'no')
    expect([refused.exitCode, refused.out]).toEqual([1, ''])
    expect(refused.err).toMatch(new RegExp(`ada asked on .* for: citizen suspend ${citizen.subject}`))
    expect(refused.err).toContain('The reason: the ticket 17')
    expect(refused.err).toContain('ends 2 sessions')
    expect(refused.err).not.toContain('changed since')
    expect([await standing(), (await waiting()).length]).toEqual(['active', 1])
  })

  test('another number of the same is no difference: a thief who signs in once more stops no suspension', async () => {
    await signIn(service.browser(), citizen)
    const number = await asked()
    await signIn(service.browser(), citizen)
    expect((await consent(number)).exitCode).toBe(0)
    expect(await standing()).toBe('suspended')
  })

  test('what somebody else has done between the showing and the yes is no act of the two', async () => {
    const number = await asked()
    const done = await consent(number, 'grace', async () => {
      const words = ['citizen', 'suspend', citizen.email, '--as', 'joan', '--reason', 'at once', '--yes']
      expect((await run(words, 'nobody-there', '')).exitCode).toBe(0)
      return 'yes'
    })
    expect([done.exitCode, done.err]).toEqual([1, expect.stringContaining('there is nothing to do any more')])
    const refusal = { name: 'operator-refused', operator: 'grace' }
    expect((await events()).map(({ name, operator }) => ({ name, operator }))).toEqual([
      { name: 'citizen-act-asked', operator: 'ada' },
      { name: 'citizen-suspended', operator: 'joan' },
      refusal,
    ])
    expect(await waiting()).toEqual([{ number: Number(number) }])
  })

  test('what it would do beside, or no longer, is refused unasked, and shown where somebody can be asked', async () => {
    const number = await asked()
    await signIn(service.browser(), citizen)
    const refused = await consent(number)
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('something else') })
    expect(
      (await run(['consent', number, '--yes', '--as', 'kay', '--reason', 'x'], neverAsked)).exitCode,
    ).toBe(1)
    expect([await standing(), (await waiting()).length]).toEqual(['active', 1])
    expect((await events()).at(-1)).toMatchObject({
      name: 'operator-refused',
      details: { because: 'changed' },
    })
    const done = await consent(number, 'grace', async () => 'yes')
    expect(done.err).toContain('This has changed since it was asked for:\n  - now also: ends 1 session')
    expect([done.exitCode, await standing()]).toEqual([0, 'suspended'])
  })

  test('a letter to another address is a difference', async () => {
    const number = await asked('close', citizen.email)
    await service.database.db.query`
      update waiting_acts set told = told || '[{"kind": "sends the letter x to y", "says": "sends the letter x to y"}]'::jsonb`
    expect((await consent(number)).exitCode).toBe(1)
    const shown = await run(['consent', number, '--as', 'grace', '--reason', 'x', '--dry-run'])
    expect(shown.out).toContain('no longer: sends the letter x to y')
    expect(await standing()).toBe('active')
  })

  test('only tried, it changes nothing and goes on waiting', async () => {
    const number = await asked()
    const tried = await run(['consent', number, '--as', 'grace', '--reason', 'x', '--dry-run', '--json'])
    expect(tried.json()).toMatchObject({ dry_run: true, changed: true, subject: citizen.subject })
    expect([await standing(), (await waiting()).length]).toEqual(['active', 1])
  })

  test('what has nothing to do any more, or is refused by now, is refused with an event, and leaves the act', async () => {
    const number = await asked()
    await run(['citizen', 'suspend', citizen.email, '--reason', 'x'], 'nobody-there', '')
    expect((await consent(number)).err).toContain('nothing to do any more')
    expect((await events()).at(-1)?.details).toMatchObject({ because: 'nothing-to-do' })
    await service.database.db
      .query`update citizens set standing = 'closed' where citizen_id = ${citizen.citizenId}`
    expect((await consent(number)).err).toContain('closed for good')
    expect((await events()).at(-1)?.details).toMatchObject({ because: 'account-closed' })
    expect(await waiting()).toHaveLength(1)
  })

  test('it happens to the citizen who was shown, whoever has the address by then', async () => {
    const number = await asked()
    const other = await addCitizen(service)
    const { db } = service.database
    await db.query`delete from login_emails where citizen_id = ${citizen.citizenId}`
    await db.query`delete from login_emails where citizen_id = ${other.citizenId}`
    await db.query`insert into login_emails (email, citizen_id) values (${citizen.email}, ${other.citizenId})`
    await consent(number)
    expect(await standing()).toBe('suspended')
  })

  test('an act of another release is refused', async () => {
    const number = await asked()
    await service.database.db.query`update waiting_acts set act = 'citizen promote'`
    expect((await consent(number)).err).toContain('no such act')
    expect(await standing()).toBe('active')
  })
})

test('the table has nothing that a restore may bring back, and the acts on a citizen go with the account', async () => {
  expect(isLeftOut(TABLES, 'waiting_acts')).toBe(true)
  await asked()
  await eraseCitizen(service.foundation.db, citizen.citizenId)
  expect(await waiting()).toEqual([])
})
