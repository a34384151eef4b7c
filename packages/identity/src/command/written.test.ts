import { describe, expect, test } from 'vitest'
import { optionsOf, YES_NEEDED } from './command.ts'
import { COMMANDS } from './commands.ts'
import { portico } from './portico.fixture.ts'

/** A wrong command line never opens a database. */
const NOWHERE = {
  PORTICO_DATABASE_URL: 'postgres://127.0.0.1:1/none',
  PORTICO_SECRET_KEY: Buffer.alloc(32).toString('base64'),
}
const run = (...args: string[]) => portico(NOWHERE, args, { ask: 'nobody-there' })

describe('help', () => {
  test.each([['--help'], ['-h'], ['help']])('portico %s names every command', async (word) => {
    const { exitCode, out, err } = await run(word)
    expect([exitCode, err]).toEqual([0, ''])
    for (const { words } of COMMANDS) expect(out).toContain(`  ${words}`)
  })

  test('portico help client lists the commands of that noun alone', async () => {
    const { exitCode, out } = await run('help', 'client')
    expect(exitCode).toBe(0)
    expect(out).toContain('client secret retire ID SECRET_ID')
    expect(out).not.toContain('citizen show')
    expect((await run('client', '--help')).out).toBe(out)
  })

  test.each(COMMANDS.map(({ words }) => words))(
    'portico %s --help tells its usage without doing anything',
    async (words) => {
      const { exitCode, out, err } = await run(...words.split(' '), '--help')
      expect([exitCode, err]).toEqual([0, ''])
      expect(out).toContain(`Usage: portico ${words}`)
      expect((await run('help', ...words.split(' '))).out).toBe(out)
    },
  )

  test('says once what happens where nobody can be asked, and each command with --yes whether it is needed there', async () => {
    const says =
      /Where nobody can be asked, .* does it without a question\. .* apply does nothing there without --yes\./g
    expect((await run('--help')).out.match(says)).toHaveLength(1)
    expect((await run('help', 'citizen')).out).toMatch(says)
    expect((await run('help', 'client')).out).toMatch(says)
    expect((await run('help', 'audit')).out).not.toMatch(says)
    const asking = COMMANDS.filter((command) => 'yes' in optionsOf(command))
    const needing = asking.filter((command) => optionsOf(command)['yes'] === YES_NEEDED)
    expect(needing.map(({ words }) => words)).toEqual(['apply'])
    for (const { words } of asking)
      expect((await run('help', ...words.split(' '))).out).toContain(
        words === 'apply' ? 'needed where nobody can be asked' : 'Do not ask on a terminal before it happens',
      )
  })

  test('portico --version is a version', async () => {
    expect(await run('--version')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })
})

describe('what is written wrongly ends with 2, one sentence and a hint', () => {
  test.each([
    [[], 'The command is missing.'],
    [['frobnicate'], "There is no command 'frobnicate'."],
    [['help', 'frobnicate'], "There is no command 'frobnicate'."],
    [['clietn', 'list'], "There is no command 'clietn list'. Did you mean 'client list'?"],
    [['client', 'secret', 'ad', 'x'], "Did you mean 'client secret add'?"],
    [['clint'], "Did you mean 'client'?"],
    [['help', 'citizne', 'show'], "Did you mean 'citizen show'?"],
    [
      ['client', 'add', 'x', '--redirct-uri', 'y'],
      "Unknown option '--redirct-uri'. Did you mean --redirect-uri?",
    ],
    [['client', 'list', '--jso'], 'Did you mean --json?'],
    [['--frobnicate'], 'The command is missing.'],
    [['client'], 'The command is not complete. Use one of: client add,'],
    [['client', 'frobnicate'], "There is no command 'client frobnicate'."],
    [['client', 'secret'], 'The command is not complete. Use one of: client secret add,'],
    [['Client', 'list'], "There is no command 'Client list'."],
    [['client', 'add'], 'NAME is missing.'],
    [['client', 'add', ''], 'NAME is empty.'],
    [['client', 'add', 'Parking'], '--redirect-uri URI is missing.'],
    [['client', 'add', 'Parking', '--redirect-uri'], "Option '--redirect-uri <value>' argument missing."],
    [['client', 'add', '--redirect-uri', 'https://a.example/'], 'NAME is missing.'],
    [
      ['client', 'add', 'Parking', 'permits', '--redirect-uri', 'https://a.example/'],
      "Unexpected argument 'permits'.",
    ],
    [
      ['client', 'add', 'P', '--redirect-uri', 'https://a.example/', '--public'],
      "Unknown option '--public'.",
    ],
    [
      ['client', 'add', 'P', '--redirect-uri', 'https://a.example/', '--scope', 'openid', '--scope', 'email'],
      '--scope is given more than once.',
    ],
    [
      ['client', 'add', 'P', '--redirect-uri', 'https://a.example/', '--token-limit', '-5'],
      "Option '--token-limit' argument is ambiguous.",
    ],
    [
      ['client', 'add', 'P', '--redirect-uri', 'https://a.example/', '--token-limit', '1.5'],
      "--token-limit '1.5' is not a whole number.",
    ],
    [
      ['client', 'add', 'P', '--redirect-uri', 'https://a.example/', '--skip-confirm=yes'],
      "Option '--skip-confirm' does not take an argument.",
    ],
    [['client', 'list', 'x'], "Unexpected argument 'x'."],
    [['client', 'show'], 'ID is missing.'],
    [['client', 'update', 'abc'], 'Give at least one option to change.'],
    [
      ['client', 'update', 'abc', '--confirm', '--skip-confirm'],
      '--confirm and --skip-confirm exclude each other.',
    ],
    [['client', 'secret', 'add', 'abc', '--until', 'soon'], "--until 'soon' is not a time"],
    [['client', 'secret', 'add', 'abc', '--until', '0d'], "--until '0d' is not a time"],
    [['client', 'secret', 'add', 'abc', '--until', '30'], "--until '30' is not a time"],
    [['client', 'secret', 'retire', 'abc'], 'SECRET_ID is missing.'],
    [['citizen', 'show'], 'EMAIL_OR_SUBJECT is missing.'],
    [['citizen', 'suspend', 'ada@example.org'], '--reason TEXT is missing.'],
    [['citizen', 'close', 'ada@example.org'], '--reason TEXT is missing.'],
    [['citizen', 'suspend', 'ada@example.org', 'because', '--reason', 'x'], "Unexpected argument 'because'."],
    [['keys', 'rotate', '--now'], "Unknown option '--now'."],
    [['audit', '--limit', '0'], "--limit '0' is not a whole number from 1 to 10000."],
    [['audit', '--limit', 'many'], "--limit 'many' is not a whole number"],
    [['audit', '--since', 'yesterday'], "--since 'yesterday' is not a time"],
    [['audit', '--since', '2026-13-01'], "--since '2026-13-01' is not a time"],
    [['serve', '--port', '80'], "Unknown option '--port'."],
  ])('portico %j', async (args, sentence) => {
    const { exitCode, out, err } = await run(...args)
    expect(err).toContain(sentence)
    expect(err).toMatch(/\n(?:Usage: portico |Try: portico --help)/)
    expect([exitCode, out]).toEqual([2, ''])
  })
})

describe('trouble around a command ends with 1 and one sentence', () => {
  test('a database that is not there', async () => {
    const { exitCode, out, err } = await run('client', 'list')
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toMatch(/^portico: The database cannot be reached \(.*\): check .*PORTICO_DATABASE_URL.*$/)
    expect(err.split('\n')).toHaveLength(1)
    const { kind, because, says } = (await run('client', 'list', '--json')).refusal()
    expect([kind, because, `portico: ${says}`]).toEqual(['failed', 'database-unavailable', err])
  })

  test('bad settings: all faults, as they are', async () => {
    const { exitCode, err } = await portico({ PORTICO_DATABASE_URL: 'mysql://x', PORTICO_PORT: 'x' }, [
      'client',
      'list',
    ])
    expect(exitCode).toBe(1)
    expect(err).toMatch(/^Portico cannot start, because of these settings:/)
    for (const name of ['PORTICO_DATABASE_URL', 'PORTICO_SECRET_KEY', 'PORTICO_PORT'])
      expect(err).toContain(name)
  })
})
