import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addCitizen } from '../../testing/people.ts'
import type { Citizen } from '../citizens/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { systemUser } from '../platform/system-user.ts'
import { COMMANDS } from './commands.ts'
import { portico, settingsFor } from './portico.fixture.ts'
import { REPORT_COMMANDS } from './report-commands.ts'

/** What neither shows nor changes a citizen, a client or a key. */
const ASKS_NOTHING = [
  ...[
    'audit prune',
    'audit seals',
    'backup check',
    'brand check',
    'completion',
    'console',
    'dev',
    'distribute',
    'man',
    'migrate',
    'schema',
    'serve',
  ],
]

let database: TestDatabase
let citizen: Citizen
let clientId: string

beforeAll(async () => {
  database = await createTestDatabase()
  const foundation = { db: database.db, clock: systemClock, random: systemRandom }
  citizen = await addCitizen({ foundation })
  const added = await run('client', 'add', 'Permits', '--redirect-uri', 'https://a.example/', '--json')
  clientId = added.json<{ client_id: string }>().client_id
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settingsFor(database), args)
const alone = (...args: string[]) => portico(settingsFor(database), args, { ask: 'nobody-there' })

interface Told {
  readonly name: string
  readonly operator: string | null
  readonly reason: string | null
  readonly command: string | null
}

/** The events of operators that a call leaves. */
async function eventsOf(call: () => Promise<unknown>): Promise<readonly Told[]> {
  const read = () =>
    database.db.query<Told & { event_id: string }>`
      select event_id, name, operator, details ->> 'reason' as reason, details ->> 'command' as command from audit_events
       where actor = 'operator' order by event_id`
  const before = new Set((await read()).map(({ event_id }) => event_id))
  await call()
  const after = (await read()).filter(({ event_id }) => !before.has(event_id))
  return after.map(({ name, operator, reason, command }) => ({ name, operator, reason, command }))
}

/** A command line with an operand for each name. */
function lineOf({ words, operands }: (typeof COMMANDS)[number]): readonly string[] {
  return [...words.split(' '), ...operands.map(() => (words.startsWith('client') ? clientId : citizen.email))]
}

// proves: operators-are-named
describe('the list of commands', () => {
  test('has no other command without an operator than those that show and change nobody', () => {
    // A report says how something that the service does stands, and changes nothing.
    const others = COMMANDS.filter((command) => !REPORT_COMMANDS.includes(command))
    const nobodys = others.filter(({ asks }) => asks === 'nothing').map(({ words }) => words)
    expect(nobodys.toSorted()).toEqual(ASKS_NOTHING)
  })

  test('has no command that changes a citizen, a client or a key without a reason', () => {
    const free = COMMANDS.filter(({ asks }) => !asks.startsWith('who-')).map(({ words }) => words)
    const changes =
      /^(?:citizen (?!show|why|passkeys|codes|erased)|client (?!export|list|show|secret list)|keys (?!list))/
    expect(free.filter((words) => changes.test(words))).toEqual([])
  })

  test.each(
    COMMANDS.filter(({ asks }) => asks !== 'nothing').map((command) => [command.words, command] as const),
  )('%s refuses what is no name, before it does anything', async (_words, command) => {
    const events = await eventsOf(async () => {
      expect(await run(...lineOf(command), '--as', '\u001b[2J', ...required(command))).toMatchObject({
        exitCode: 2,
        out: '',
        err: expect.stringContaining('--as NAME must be a name'),
      })
    })
    expect(events).toEqual([])
  })

  test.each(
    COMMANDS.filter(({ asks }) => asks.startsWith('who-')).map(
      (command) => [command.words, command] as const,
    ),
  )('%s changes nothing without a reason where nobody can be asked', async (_words, command) => {
    const events = await eventsOf(async () => {
      expect(await alone(...lineOf(command), ...required(command))).toMatchObject({
        exitCode: 2,
        out: '',
        err: expect.stringContaining('--reason TEXT is missing.'),
      })
    })
    expect(events).toEqual([])
  })
})

/** Values for the options that a command needs, as it takes them. */
function required({ words, options }: (typeof COMMANDS)[number]): readonly string[] {
  if (words === 'client update') return ['--name', 'Permits']
  if (words === 'citizen erased') return ['--since', '1d']
  const named = Object.entries(options).filter(([, { need }]) => need === 'required')
  return named.flatMap(([name]) => [`--${name}`, VALUES[name] ?? 'b@example.test'])
}

/** What options take that do not take just any text. */
const VALUES: Readonly<Record<string, string>> = {
  'redirect-uri': 'https://a.example/',
  url: 'https://a.example',
  role: 'reader',
  until: '1d',
}

describe('the name of an operator', () => {
  test.each([
    ['', 'nothing'],
    ['   ', 'blanks'],
    ['ada\nroot', 'a second line'],
    ['ada\u0000', 'a zero'],
    ['\u001b[31mada\u001b[0m', 'an escape of terminals'],
    ['\u009b31mada', 'an escape in one character'],
    ['ada\u202egnp', 'a mark that turns text around'],
    ['a\u200bda', 'an invisible character'],
    ['<b>ada</b>', 'markup'],
    ['ada&amp;', 'an entity'],
    ['=1+1', 'a formula'],
    ['@ada', 'the beginning of a formula'],
    ['-ada', 'an option'],
    ['ada"', 'a quotation mark'],
    ['ada|sh', 'a pipe'],
    ['a'.repeat(101), '101 letters'],
    ['ä'.repeat(300), '300 letters'],
    ['\ud800', 'half of a character'],
  ])('is not %j: %s', async (name) => {
    const events = await eventsOf(async () => {
      const { exitCode, out, err } = await run('citizen', 'show', citizen.email, `--as=${name}`)
      expect([exitCode, out]).toEqual([2, ''])
      expect(err).not.toMatch(/[\p{Cc}--\n]/v)
    })
    expect(events).toEqual([])
  })

  test.each([
    'Ada Lovelace',
    'ada@example.org',
    "Siobhán O'Brien",
    '小明',
    'آدا لوفليس',
    'DESK\\ada',
    '_svc',
    'a'.repeat(100),
  ])('may be %s', async (name) => {
    expect(await eventsOf(() => run('client', 'list', '--as', name))).toMatchObject([{ operator: name }])
  })

  test('is given once', async () => {
    expect(await run('client', 'list', '--as', 'ada', '--as', 'bob')).toMatchObject({ exitCode: 2 })
  })

  test("is the system user's where none is given, and refused where that is no name", async () => {
    expect(await eventsOf(() => run('client', 'list'))).toMatchObject([{ operator: 'tester' }])
    expect(systemUser()).not.toBe('')
  })
})

describe('the audit has who did it, and why', () => {
  const AS = ['--as', 'ada']
  const WHY = [...AS, '--reason', 'the ticket 17']

  test.each([
    ['citizen show', () => ['citizen', 'show', citizen.email]],
    ['citizen passkeys', () => ['citizen', 'passkeys', citizen.email]],
    ['client list', () => ['client', 'list']],
    ['client show', () => ['client', 'show', clientId]],
    ['client secret list', () => ['client', 'secret', 'list', clientId]],
    ['keys list', () => ['keys', 'list']],
    ['audit', () => ['audit']],
    ['audit', () => ['audit', '--citizen', citizen.email]],
    ['doctor', () => ['doctor']],
  ])('when somebody looks: %s', async (command, words) => {
    const looked = { name: 'operator-looked', operator: 'ada', reason: null, command }
    expect(await eventsOf(() => run(...words(), ...AS))).toEqual([looked])
  })

  test.each([
    ['client-updated', () => ['client', 'update', clientId, '--name', 'P']],
    ['client-secret-added', () => ['client', 'secret', 'add', clientId]],
    ['client-disabled', () => ['client', 'disable', clientId, '--yes']],
    ['client-enabled', () => ['client', 'enable', clientId]],
    ['signing-keys-rotated', () => ['keys', 'rotate']],
    ['client-removed', () => ['client', 'remove', clientId, '--yes']],
  ])('when somebody acts: %s', async (name, words) => {
    const did = { name, operator: 'ada', reason: 'the ticket 17', command: null }
    expect(await eventsOf(() => run(...words(), ...WHY))).toEqual([did])
  })

  test.each([
    ['suspend', 'citizen-suspended'],
    ['reinstate', 'citizen-reinstated'],
  ])(
    'when somebody reads on a terminal what an act would do, and then acts: citizen %s',
    async (act, name) => {
      const did = { name, operator: 'ada', reason: 'the ticket 17', command: null }
      const looked = { ...did, name: 'operator-looked', command: `citizen ${act}` }
      expect(await eventsOf(() => run('citizen', act, citizen.email, ...WHY))).toEqual([looked, did])
    },
  )

  test('when an act changes nothing, and shows the citizen', async () => {
    const events = await eventsOf(() => run('citizen', 'reinstate', citizen.email, ...WHY))
    expect(events).toMatchObject([
      { name: 'operator-looked', operator: 'ada', reason: 'the ticket 17', command: 'citizen reinstate' },
    ])
  })

  test('in the list and in JSON, and in no event of anybody else', async () => {
    expect((await run('audit', '--limit', '1')).out).toContain('operator ada')
    const events = (await run('audit', '--json')).json<{ actor: string; operator: string | null }[]>()
    expect(events.filter(({ actor, operator }) => (actor === 'operator') !== (operator !== null))).toEqual([])
  })
})

describe('the reason', () => {
  const suspend = (ask: (question: string) => Promise<string>) =>
    portico(settingsFor(database), ['citizen', 'suspend', citizen.email, '--yes'], { ask })

  test.each([[''], ['  '], ['two\nlines'], ['\u001b[2J'], ['x'.repeat(501)]])(
    'is not %j, when it is asked for',
    async (answer) => {
      const events = await eventsOf(async () => {
        expect(await suspend(async () => answer)).toMatchObject({ exitCode: 2, out: '' })
      })
      expect(events).toEqual([])
    },
  )

  test('is asked for once, and only where it is missing', async () => {
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return ' the answer '
    }
    expect(await eventsOf(() => suspend(ask))).toMatchObject([{ reason: 'the answer' }])
    expect(questions).toHaveLength(1)
    const words = ['citizen', 'reinstate', citizen.email, '--yes', '--reason', 'given']
    await portico(settingsFor(database), words, { ask })
    await portico(settingsFor(database), ['citizen', 'show', citizen.email], { ask })
    expect(questions).toHaveLength(1)
  })
})
