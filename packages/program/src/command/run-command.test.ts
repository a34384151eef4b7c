import { expect, test } from 'vitest'
import { requireRefusal } from '../../../identity/src/command/fitting-answer.fixture.ts'
import { useDatabaseFiles } from '../../testing/database-file.ts'
import { runCommand } from './index.ts'

const newFile = useDatabaseFiles()

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const output = { line: (text: string) => void out.push(text), fault: (text: string) => void err.push(text) }
  const code = await runCommand(args, output, environment)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const ownedBy = (file: string, clientId: string) => ({
  ...{ DATABASE_URL: `sqlite:${file}`, SSO_CLIENT_ID: clientId },
  SSO_IDENTITY_URL: 'https://id.example.test/',
})

async function refused(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await run([...args, '--json'], environment)
  expect([out, err.split('\n').length]).toEqual(['', 1])
  await requireRefusal(err)
  const refusal: Record<string, unknown> = JSON.parse(err)
  expect([code, (await run(args, environment)).code]).toEqual([refusal['exit_code'], code])
  return refusal
}

test('with --json, wrong settings are an object with each of them', async () => {
  expect(await refused(['doctor'])).toMatchObject({
    ...{ kind: 'failed', because: 'config-faults', says: '6 settings need attention', usage: null },
    faults: expect.arrayContaining([expect.stringMatching(/^DATABASE_URL: got nothing, is required: set /)]),
  })
})

test('with --json, the store of another program is one', async () => {
  const file = newFile()
  expect((await run(['migrate'], ownedBy(file, 'parking'))).code).toBe(0)
  expect(await refused(['migrate'], ownedBy(file, 'library'))).toMatchObject({
    ...{ kind: 'refused', because: 'store-of-another-program' },
    says: expect.stringContaining('belongs to the program "parking"'),
  })
})

test.each([
  [['migrate'], { DATABASE_URL: 'postgres://user@localhost:9/none' }, 'failed', 'database-unavailable'],
  [['migrate'], { DATABASE_URL: 'sqlite:/none/a.db' }, 'failed', 'database-unavailable'],
  [['migrate', '--take-over'], { DATABASE_URL: 'sqlite:a.db' }, 'refused', 'no-program'],
  [['migrate', '--take-ovr'], {}, 'usage', 'wrong-usage'],
  [['migrate', 'more'], {}, 'usage', 'wrong-usage'],
  [['init', '--wrong'], {}, 'usage', 'wrong-usage'],
  [['init', '--framework', 'rails'], {}, 'usage', 'wrong-usage'],
  [[], {}, 'usage', 'wrong-usage'],
] as const)('with --json, %j with %j is one: %s', async (args, environment, kind, because) => {
  expect(await refused(args, environment)).toMatchObject({ kind, because })
})

test('an option that a command does not have keeps it from running', async () => {
  const file = newFile()
  const { code, err } = await run(['migrate', '--take-ovr'], ownedBy(file, 'parking'))
  expect([code, err]).toEqual([
    2,
    "portico-program migrate: Unknown option '--take-ovr'. Did you mean --take-over?\nUsage: portico-program migrate [--take-over] [--json]",
  ])
  const { out } = await run(['migrate', '--help'], ownedBy(file, 'parking'))
  expect(out).toContain('--take-over')
  expect((await run(['migrate'], ownedBy(file, 'parking'))).out).toContain('from version 0')
})

test('what stands behind -- asks for no JSON', async () => {
  expect(await run(['migrate', '--', '--json'])).toMatchObject({
    ...{ code: 2, err: expect.stringMatching(/^portico-program migrate: Unexpected argument/) },
  })
})

test('a refusal cannot control the terminal', async () => {
  const odd = 'x\u001b]0;owned\u0007\u202e'
  for (const more of [[], ['--json']]) {
    const { err } = await run([odd, ...more])
    expect(err).toContain('x?]0;owned??')
    expect(err).not.toMatch(/[\u001b\u0007\u202e]|\\u001b/)
  }
})

test('every command that answers does so in JSON, too', async () => {
  const settings = ownedBy(newFile(), 'parking')
  expect(JSON.parse((await run(['migrate', '--json'], settings)).out)).toEqual({
    from: 0,
    to: expect.any(Number),
  })
  // Before the command, as in `portico --json`.
  expect(JSON.parse((await run(['--json', 'keygen'])).out)).toEqual({
    SSO_ENCRYPTION_KEYS: expect.stringMatching(/^k\d{8}-/),
  })
})
