import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { addressHash } from '../guesses/index.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import { HEADS, TABLES } from '../room-heads.ts'
import { WHO } from './command.ts'
import { COMMANDS } from './commands.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const ACTS = COMMANDS.filter((command) => command.asks === 'who-why-and-yes')
const REASON = ['--reason', 'a ticket'] as const

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
})

type Asked = (question: string) => Promise<string>

const run = (words: readonly string[], ask: Asked | 'nobody-there' = 'nobody-there') =>
  portico(settingsFor(service.database), ['citizen', ...words], { ask })
const stored = async () => {
  const [row] = await service.database.db.query<{ standing: string; version: number }>`
    select standing, security_version as version from citizens where citizen_id = ${citizen.citizenId}`
  return row
}

/** Everything in the database, but the audit, and where each process that opens it writes a note. */
async function everything(): Promise<unknown> {
  const names = Object.keys(TABLES).filter((name) => !['audit_events', 'database_timelines'].includes(name))
  const { db } = service.database
  const digests: unknown[] = []
  for (const name of names)
    digests.push(
      await db.query`
        select ${name}::text as name,
               md5(query_to_xml(format('select * from %I t order by t::text', ${name}::text), true, false, '')::text) as digest`,
    )
  return digests.flat()
}

const events = () =>
  service.database.db.query<{ name: string; details: Record<string, string> }>`
    select name, details from audit_events where citizen_id = ${citizen.citizenId} and actor = 'operator'
     order by written_in, at`

describe('no act is without a forecast', () => {
  test('every command that changes a citizen is one', () => {
    const others = COMMANDS.filter(
      ({ operands, asks }) => operands.includes(WHO) && !['who', 'who-why-and-yes'].includes(asks),
    )
    expect(others).toEqual([])
    expect(ACTS.map(({ words }) => words)).toEqual(expect.arrayContaining(['citizen close']))
  })

  test('every table of rows of a citizen is counted, or its room says why not', async () => {
    const held = await Promise.all(Object.values(HEADS).map(({ holds }) => holds?.() ?? []))
    const named = new Set(held.flat().map(({ table }) => table))
    const ofCitizens = Object.entries(TABLES).filter(([, { placement }]) => placement === BY_CITIZEN)
    expect(ofCitizens.length).toBeGreaterThan(5)
    expect(ofCitizens.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
  })
})

/** Signed in twice, in two programs, with wrong passwords in a row. */
async function useAccount(): Promise<void> {
  for (const name of ['Permits', 'Library']) {
    const program = await addProgram(service, { name })
    await enterProgram(service, program, citizen)
  }
  await signIn(service.browser(), citizen)
  await service.database.db.query`
    insert into guessed_addresses (address_hash, failures, forget_at)
    values (${addressHash(citizen.email)}, 7, to_timestamp(${service.clock.now() + 1000}))`
}

/** The options that an act needs. */
const optionsOf = ({ options }: (typeof ACTS)[number]) =>
  Object.entries(options).flatMap(([name, { need }]) =>
    need === 'required' ? [`--${name}`, `new.${citizen.email}`] : [],
  )

// proves: acts-are-told-before
describe('what is said before', () => {
  test.each(ACTS.map((act) => [act.words, act] as const))(
    '%s --dry-run leaves the database as it was, but for the look in the audit',
    async (words, act) => {
      await useAccount()
      const before = await everything()
      const [, verb = ''] = words.split(' ')
      const tried = await run([verb, citizen.email, ...optionsOf(act), '--dry-run', '--json'])
      expect(await everything()).toEqual(before)
      // An act that this account has nothing for is refused as it would be.
      const name = tried.exitCode === 1 ? 'operator-refused' : 'operator-looked'
      expect(await events()).toMatchObject([{ name, details: { command: words } }])
      if (tried.exitCode === 1) return
      expect([tried.exitCode, tried.err]).toEqual([0, ''])
      expect(tried.json()).toMatchObject({ subject: citizen.subject, dry_run: true })
    },
  )

  test.each([
    ['only tried', ['--dry-run'], 'nobody-there'],
    ['on a terminal', REASON, () => Promise.reject(new Error('asked'))],
    ['with nobody to ask', REASON, 'nobody-there'],
  ] as const)('an act that is refused, %s, leaves that somebody looked', async (_where, more, ask) => {
    const taken = await addCitizen(service)
    const refused = await run(['change-address', citizen.email, '--to', taken.email, ...more], ask)
    expect([refused.exitCode, refused.out]).toEqual([1, ''])
    const reason = more === REASON ? { reason: 'a ticket' } : {}
    const because = 'taken'
    expect(await events()).toEqual([
      { name: 'operator-refused', details: { command: 'citizen change-address', because, ...reason } },
    ])
  })

  // proves: refusals-are-events
  test.each([
    ...ACTS.map(({ words }) => [words, ['--reason', 'x']] as const),
    ...ACTS.map(({ words }) => [words, ['--dry-run']] as const),
    ...COMMANDS.flatMap(({ words, asks, operands }) =>
      asks === 'who' && operands.includes(WHO) ? [[words, []] as const] : [],
    ),
  ])('%s %j of nobody leaves an event that it was refused, without the address', async (words, more) => {
    const { db } = service.database
    const [, verb = ''] = words.split(' ')
    const act = ACTS.find((one) => one.words === words)
    const email = `nobody.${verb}@example.org`
    const ran = await run([verb, email, ...(act ? optionsOf(act) : []), ...more])
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    const [event] = await db.query<{ name: string; citizen_id: string | null; details: object }>`
      select name, citizen_id, details from audit_events order by event_id desc limit 1`
    expect(event).toMatchObject({
      ...{ name: 'operator-refused', citizen_id: null },
      details: { command: words, because: act?.otherwise ? 'nothing-waits' : 'unknown-citizen' },
    })
    expect(JSON.stringify(event)).not.toContain(email)
  })

  test('suspending: where it keeps out, and what it ends', async () => {
    await useAccount()
    const { out } = await run(['suspend', citizen.email, '--dry-run'])
    expect(out.split('\n')).toEqual([
      `This would happen to citizen ${citizen.subject}:`,
      '  - lets nobody sign in any more',
      '  - keeps the account suspended until somebody reinstates it',
      '  - ends 3 sessions',
      '  - ends the access to 2 programs',
      '  - sends no letter',
      'Nothing was changed.',
    ])
    expect(await stored()).toEqual({ standing: 'active', version: 1 })
  })

  test('closing: what is erased; forgiving: what is forgotten', async () => {
    await useAccount()
    const told = async (...words: readonly string[]) => (await run([...words, '--dry-run'])).out
    const close = await told('close', citizen.email)
    expect(close).toContain('erases name, address, phone number and password for good')
    expect(close).not.toContain('verified')
    expect(close).toContain('forgets what was allowed to 2 programs')
    expect(close).toContain('forgets 3 known browsers')
    // They are those of the address, whoever has it next.
    expect(close).not.toContain('wrong passwords at the address')
    expect(await told('forgive-failures', citizen.email)).toContain(
      'forgets 7 wrong passwords at the address',
    )
  })

  test('suspending for longer: until when; for a shorter time: nothing', async () => {
    const told = async (...words: readonly string[]) =>
      (await run(['suspend', citizen.email, '--dry-run', ...words])).out.split('\n')
    expect(await told('--until', '2999-01-01')).toContain(
      '  - keeps the account suspended until 2999-01-01 00:00:00 UTC',
    )
    const effects = async (...words: readonly string[]) =>
      (await run(['suspend', citizen.email, '--dry-run', '--json', ...words])).json()['effects']
    const effect = { table: 'suspensions', says: expect.stringContaining('keeps the account suspended') }
    expect(await effects()).toContainEqual({ ...effect, before: 0, after: null })
    await run(['suspend', citizen.email, '--until', '2999-01-01', ...REASON])
    expect(await effects()).toContainEqual({ ...effect, before: 32_472_144_000, after: null })
    expect(await told('--until', '2999-02-01')).toEqual([
      `This would happen to citizen ${citizen.subject}:`,
      '  - keeps the account suspended until 2999-02-01 00:00:00 UTC',
      '  - sends no letter',
      'Nothing was changed.',
    ])
    expect(await told()).toContain('  - keeps the account suspended until somebody reinstates it')
    expect((await told('--until', '2998-01-01')).join()).toContain('for as long or longer; nothing changed')
    const reinstated = (await run(['reinstate', citizen.email, '--dry-run'])).out
    expect(reinstated).toContain('lets the citizen sign in again')
    expect(reinstated).not.toContain('suspended until')
  })

  test('an account whose suspension is over is none that is suspended, although nobody has come since', async () => {
    await run(['suspend', citizen.email, '--until', '2999-01-01', ...REASON])
    await service.database.db.query`
      update suspensions set ends_at = now() - interval '1 hour' where citizen_id = ${citizen.citizenId}`
    const { out } = await run(['suspend', citizen.email, '--dry-run'])
    expect(out).toContain('lets nobody sign in any more')
    expect((await run(['reinstate', citizen.email, '--dry-run'])).out).toContain('was not suspended')
  })

  test('a change of address while another one waits: that it takes its place', async () => {
    const to = (words: string) => ['change-address', citizen.email, '--to', `${words}.${citizen.email}`]
    const told = async (words: string) => (await run([...to(words), '--dry-run'])).out.split('\n')
    const [begins, replaces] = [
      '  - begins a change of address, which waits',
      '  - replaces the change of address that waits, and the wait begins again',
    ]
    const before = await told('first')
    expect(before).toContain(begins)
    expect(before).not.toContain(replaces)
    expect((await run([...to('first'), ...REASON])).exitCode).toBe(0)
    const after = await told('second')
    expect(after).toContain(replaces)
    expect(after).not.toContain(begins)
    // It is not replaced by what leaves it as it is.
    const forgiving = await run(['forgive-failures', citizen.email, '--dry-run'])
    expect(forgiving.out).not.toContain('change of address')
  })

  test('requiring a proof of the address: that no program is entered before it', async () => {
    const { out } = await run(['require-verification', citizen.email, '--dry-run'])
    expect(out).toContain('lets the citizen enter no program before the address is verified again')
    expect(out).not.toContain('sign in any more')
  })

  test('what is over counts no more: sessions of an earlier version, a program of an earlier secret', async () => {
    await useAccount()
    await run(['sign-out', citizen.email, ...REASON])
    const tried = await run(['suspend', citizen.email, '--dry-run', '--json'])
    expect(tried.json()).toMatchObject({
      effects: [{ table: 'citizens' }, { table: 'suspensions' }],
      letters: [],
    })
  })

  test('an act that would change nothing says so, and one that would be refused is refused', async () => {
    const { email, subject } = citizen
    expect((await run(['reinstate', email, '--dry-run'])).out).toBe(
      `Citizen ${subject} was not suspended; nothing changed.`,
    )
    const closed = await addCitizen(service, { standing: 'closed', email: `closed.${email}` })
    expect(await run(['suspend', closed.subject, '--dry-run'])).toMatchObject({ exitCode: 1, out: '' })
    expect(await run(['suspend', 'nobody@example.org', '--dry-run'])).toMatchObject({ exitCode: 1, out: '' })
    expect(await run(['suspend', email, '--dry-run', '--reason', 'two\nlines'])).toMatchObject({
      exitCode: 2,
    })
    expect(await run(['change-address', email, '--to', 'nowhere', '--dry-run'])).toMatchObject({
      exitCode: 1,
    })
    expect((await events()).map(({ name }) => name)).toEqual(['operator-looked', 'operator-refused'])
  })

  test('a dry run gives a reason to the audit where it has one', async () => {
    await run(['suspend', citizen.email, '--dry-run', ...REASON])
    expect(await events()).toEqual([
      { name: 'operator-looked', details: { command: 'citizen suspend', reason: 'a ticket' } },
    ])
  })
})

describe('whoever can be asked is asked', () => {
  test.each(['', 'no', 'y', 'yes please', 'ja', '\u0003'])(
    '%j is no yes: nothing changes',
    async (answer) => {
      await signIn(service.browser(), citizen)
      const before = await everything()
      const questions: string[] = []
      const asked = await run(['suspend', citizen.email, ...REASON], async (question) => {
        questions.push(question)
        // It is there before anything is said: who breaks off here has looked.
        expect((await events()).map(({ name }) => name)).toEqual(['operator-looked'])
        return answer
      })
      expect([asked.exitCode, asked.out]).toEqual([1, ''])
      expect(asked.err).toContain('ends 1 session\n')
      expect(asked.err).toContain('portico: Nothing was changed.')
      expect(questions).toEqual(['Do it? Type yes: '])
      expect(await everything()).toEqual(before)
      expect((await events()).map(({ name }) => name)).toEqual(['operator-looked'])
    },
  )

  test('yes does it, and the reason is asked for first', async () => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return question.startsWith('Do it?') ? ' Yes ' : 'a telephone call'
    }
    expect((await run(['suspend', citizen.email, '--json'], ask)).json()).toMatchObject({
      standing: 'suspended',
      changed: true,
    })
    expect(questions).toEqual(['The reason, for the audit: ', 'Do it? Type yes: '])
    expect(await stored()).toEqual({ standing: 'suspended', version: 2 })
    const reason = 'a telephone call'
    expect(await events()).toEqual([
      { name: 'operator-looked', details: { command: 'citizen suspend', reason } },
      { name: 'citizen-suspended', details: { cause: 'other', reason } },
    ])
  })

  test('with --yes, and where nobody is, nobody is asked; what changes nothing asks nothing', async () => {
    const neverAsked = () => Promise.reject(new Error('asked'))
    expect(await run(['suspend', citizen.email, '--yes', ...REASON], neverAsked)).toMatchObject({
      exitCode: 0,
      err: '',
    })
    expect(await run(['suspend', citizen.email, ...REASON], neverAsked)).toMatchObject({ exitCode: 0 })
    expect(await run(['reinstate', citizen.email, ...REASON])).toMatchObject({ exitCode: 0, err: '' })
  })

  // proves: acts-are-told-before
  test('who was shown is who it happens to, whoever has the address at the yes', async () => {
    const { email, citizenId } = citizen
    const other = await addCitizen(service)
    const { db } = service.database
    const ask = async () => {
      await db.query`delete from login_emails where citizen_id = ${citizenId}`
      await db.query`delete from login_emails where citizen_id = ${other.citizenId}`
      await db.query`insert into login_emails (email, citizen_id) values (${email}, ${other.citizenId})`
      return 'yes'
    }
    const done = await run(['suspend', email, '--json', ...REASON], ask)
    expect(done.json()).toMatchObject({ subject: citizen.subject, changed: true })
    expect(await db.query`select standing from citizens where citizen_id = ${other.citizenId}`).toEqual([
      { standing: 'active' },
    ])
  })

  test('what would have changed nothing does nothing unasked, also where it would by now', async () => {
    const act = ACTS.find(({ words }) => words === 'citizen suspend')?.act
    if (!act) throw new Error('There is no such act')
    const { run: suspend } = act
    let runs = 0
    const spy = vi.spyOn(act, 'run').mockImplementation(async (database, found, call) => {
      runs += 1
      const done = await suspend(database, found, call)
      return runs === 1 ? { ...done, changed: false } : done
    })
    await run(['suspend', citizen.email, ...REASON], () => Promise.reject(new Error('asked')))
    spy.mockRestore()
    expect(runs).toBe(1)
    expect(await stored()).toEqual({ standing: 'active', version: 1 })
    expect((await events()).map(({ name }) => name)).toEqual(['operator-looked'])
  })

  test('two operators who read the same forecast and say yes: one acts', async () => {
    const both = Promise.withResolvers<void>()
    let asked = 0
    const ask = async () => {
      asked += 1
      if (asked === 2) both.resolve()
      await both.promise
      return 'yes'
    }
    const done = await Promise.all(
      [1, 2].map(() => run(['suspend', citizen.email, '--json', ...REASON], ask)),
    )
    expect(done.map(({ json }) => json()['changed']).toSorted()).toEqual([false, true])
    expect(await stored()).toEqual({ standing: 'suspended', version: 2 })
  })
})
