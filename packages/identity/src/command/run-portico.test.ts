import { expect, test } from 'vitest'
import { ConfigFaults } from '../config.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { type Answer, CommandRefused, type PlainCommand, UsageFault } from './command.ts'
import { portico } from './portico.fixture.ts'
import type { Refusal } from './refusal.ts'
import { runPortico } from './run-portico.ts'

const STORED = 'Ana\u001b]0;owned\u0007\u009b2J\u202e\nBea'

async function run(command: { run: () => Promise<Answer> }, ...args: readonly string[]) {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const terminal = { out: note, err: note, stopped: () => new AbortController().signal, user: () => 'tester' }
  const one: PlainCommand = {
    ...command,
    answers: async () => ({}),
    words: 'show',
    asks: 'nothing',
    summary: '',
    operands: [],
    options: {},
  }
  const exitCode = await runPortico(['show', ...args], { commands: [one], terminal, environment: {} })
  return { exitCode, said: lines.join('\n') }
}

const shows = { run: async () => ({ json: { name: STORED }, lines: [`Citizen ${STORED}`] }) }

test('a line of an answer cannot control the terminal, nor look like two', async () => {
  expect(await run(shows)).toEqual({ exitCode: 0, said: 'Citizen Ana?]0;owned??2J??Bea' })
})

test('an answer for programs has the value as it is', async () => {
  const { said } = await run(shows, '--json')
  expect(JSON.parse(said)).toEqual({ name: STORED })
  expect(said).not.toContain('\u001b')
})

const REFUSED = { kind: 'refused', because: 'refused', faults: [], usage: null, exit_code: 1 }

test.each<[string, Error, object]>([
  [
    'a refusal',
    new CommandRefused(`There is no ${STORED}`, 'unknown-citizen'),
    { because: 'unknown-citizen' },
  ],
  ['a refusal without a name', new CommandRefused(`There is no ${STORED}`), {}],
  [
    'several faults',
    new CommandRefused('2 faults.\na\nb', 'bad-file', {}, ['a', 'b']),
    { because: 'bad-file', says: '2 faults.', faults: ['a', 'b'] },
  ],
  [
    'faults of the settings',
    new ConfigFaults(['PORTICO_PORT is no port', 'PORTICO_HOST is none']),
    {
      ...{ kind: 'failed', because: 'config-faults', says: expect.stringMatching(/settings:$/) },
      faults: ['PORTICO_PORT is no port', 'PORTICO_HOST is none'],
    },
  ],
  ['a lost database', new DatabaseUnavailable('gone'), { kind: 'failed', because: 'database-unavailable' }],
  ['a fault', new Error(`There is no ${STORED}`), { kind: 'failed', because: 'unexpected' }],
  [
    'a wrong command line',
    new UsageFault('NAME is missing.'),
    { kind: 'usage', because: 'wrong-usage', says: 'NAME is missing.', usage: 'portico show', exit_code: 2 },
  ],
])(
  'with --json, %s is an object in one line, which cannot control the terminal either',
  async (_, error, told) => {
    const { exitCode, said } = await run({ run: () => Promise.reject(error) }, '--json')
    expect(said.split('\n')).toHaveLength(1)
    const refusal: Refusal = JSON.parse(said)
    expect(refusal).toEqual({ ...REFUSED, says: expect.any(String), ...told })
    expect(exitCode).toBe(refusal.exit_code)
    expect(said).not.toMatch(/[\u001b\u0007\u009b\u202e]|\\u001b/)
    const plain = await run({ run: () => Promise.reject(error) })
    expect(plain.exitCode).toBe(exitCode)
    expect(plain.said).toMatch(/^(portico|Portico)/)
  },
)

test.each([
  [['--nonsense', '--json'], /^Unknown option '--nonsense'/, 'portico show'],
  [['--json', 'more'], /^Unexpected argument 'more'/, 'portico show'],
])('with --json, a command line that cannot be read is an object: %j', async (args, says, usage) => {
  const { exitCode, said } = await run(shows, ...args)
  expect([exitCode, JSON.parse(said)]).toMatchObject([
    2,
    { kind: 'usage', says: expect.stringMatching(says), usage },
  ])
})

test('what stands behind -- asks for no JSON', async () => {
  expect(await run(shows, '--', '--json')).toMatchObject({
    exitCode: 2,
    said: expect.stringMatching(/^portico/),
  })
})

test('with --json, no command at all is an object, too', async () => {
  const refusal = (await portico({}, ['citizen', 'shwo', '--json'])).refusal()
  expect(refusal).toMatchObject({
    kind: 'usage',
    usage: null,
    says: expect.stringContaining("Did you mean 'citizen show'"),
  })
  expect((await portico({}, ['--json'])).exitCode).toBe(2)
})

test.each([
  ['a refusal', new CommandRefused(`There is no ${STORED}`)],
  ['a fault', new Error(`There is no ${STORED}`)],
])('%s cannot control the terminal', async (_, error) => {
  const { exitCode, said } = await run({ run: () => Promise.reject(error) })
  expect(exitCode).toBe(1)
  expect(said).toContain('Ana?]0;owned??2J?')
  expect(said).not.toMatch(/[\u001b\u0007\u009b\u202e]/)
})
