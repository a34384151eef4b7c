// Takes long, because each command starts several times.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { requireRefusal } from '../packages/identity/src/command/fitting-answer.fixture.ts'
import { COMMANDS as OF_PORTICO, runPortico } from '../packages/identity/src/command/index.ts'
import { inherited } from '../packages/identity/testing/inherited.ts'
import { runTool } from './deploy/tools.ts'

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
const COMMANDS = readdirSync(PACKAGES).flatMap((name) => {
  const { version, bin = {} } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
  return Object.entries<string>(bin).map(
    ([command, file]) => [command, join(PACKAGES, name, file), String(version)] as const,
  )
})

test('every command of the packages is found', () => {
  expect(COMMANDS.map(([command]) => command).toSorted()).toEqual(
    expect.arrayContaining(['portico', 'portico-conformance', 'portico-gate', 'portico-postgres']),
  )
})

test.each(COMMANDS)(
  '%s tells its help and its version on stdout, without settings',
  async (command, file, version) => {
    const asked = (word: string) => runTool(process.execPath, [file, word])
    for (const word of ['--version', '-V'])
      expect(await asked(word)).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
    for (const word of ['--help', '-h'])
      expect(await asked(word)).toMatchObject({ code: 0, out: expect.stringContaining(command), err: '' })
    expect(await asked('--no-such-thing')).toMatchObject({ code: 2, out: '' })
  },
)

/** Commands that speak to people alone. */
const WITHOUT_JSON = ['create-program', 'portico-console', 'portico-postgres']

/** What writes lines while it works, and answers nothing. */
const WITHOUT_ANSWER = ['init', 'serve']

/** Crashes the process as soon as it has said how it ends then. */
const FALLS = `data:text/javascript,${encodeURIComponent(`
const waiting = setInterval(() => {
  if (process.listenerCount('uncaughtException') === 0) return
  clearInterval(waiting)
  throw Object.assign(new TypeError('Invalid \\u001b[31mURL'), { input: process.env.NEEDLE })
}, 1)`)}`

const TELLING = COMMANDS.filter(([command]) => !WITHOUT_JSON.includes(command))

/** Runs the sources of a command, which must refuse. Returns the exit code, the object and what stands before it. */
async function refused(file: string, args: readonly string[], options: readonly string[] = []) {
  const [, source = ''] = /new URL\('(\.\.\/src\/[^']+)'/.exec(readFileSync(file, 'utf8')) ?? []
  const main = fileURLToPath(new URL(source, pathToFileURL(file)))
  const env = { ...inherited(), NEEDLE: 'needle' }
  const { code, out, err } = await runTool(process.execPath, [...options, main, ...args], { env })
  const lines = err.trimEnd().split('\n')
  expect(out).toBe('')
  await requireRefusal(lines.at(-1) ?? '')
  const refusal: Record<string, unknown> = JSON.parse(lines.at(-1) ?? '')
  expect(refusal['exit_code']).toBe(code)
  return { refusal, before: lines.slice(0, -1).join('\n') }
}

describe('with --json', () => {
  test.each(COMMANDS.filter((command) => !TELLING.includes(command)))(
    '%s knows no such option',
    async (_, file) => {
      expect((await runTool(process.execPath, [file, '--help'])).out).not.toContain('--json')
      expect(await runTool(process.execPath, [file, '--json'])).toMatchObject({ code: 2, out: '' })
    },
  )

  test.each(TELLING)('%s refuses what it cannot read in an object', async (command, file) => {
    const { out: help } = await runTool(process.execPath, [file, '--help'])
    expect(help).toContain('--json')
    const { refusal } = await refused(file, ['--no-such-thing', '--json'])
    expect(refusal).toMatchObject({ kind: 'usage', because: 'wrong-usage', exit_code: 2 })
    const words = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, word = '']) => word)
    if (help.includes(`${command} COMMAND`)) expect(words.length).toBeGreaterThan(3)
    // Those of `portico` stand below.
    for (const word of command === 'portico' ? [] : words) {
      const answers = !WITHOUT_ANSWER.includes(word)
      const says = answers ? "Unknown option '--jso'. Did you mean --json?" : "Unknown option '--jso'."
      const usage = expect.stringContaining(`${command} ${word}`)
      expect((await refused(file, [word, '--jso', '--json'])).refusal).toMatchObject({ says, usage })
      const misspelt = `There is no command '${word}x'. Did you mean '${word}'?`
      expect((await refused(file, [`${word}x`, '--json'])).refusal).toMatchObject({ says: misspelt })
    }
  })

  test.each(TELLING)('%s ends with an object where it crashes', async (_, file) => {
    const { refusal, before } = await refused(file, ['--no-such-thing', '--json'], ['--import', FALLS])
    expect(refusal).toMatchObject({ kind: 'failed', because: 'unexpected' })
    expect(before).toMatch(/TypeError: Invalid .*URL\n\s+at /)
    expect(before + JSON.stringify(refusal)).not.toContain('needle')
  })

  test.each(OF_PORTICO.map(({ words }) => words))(
    'portico %s refuses an option that it does not have in an object',
    async (words) => {
      const err: string[] = []
      const terminal = {
        out: (line: string) => expect.unreachable(line),
        err: (line: string) => void err.push(line),
        stopped: () => new AbortController().signal,
        user: () => 'tester',
      }
      const args = [...words.split(' '), '--jso', '--json']
      expect(await runPortico(args, { commands: OF_PORTICO, terminal, environment: {} })).toBe(2)
      await requireRefusal(err.join('\n'))
      expect(err.join('\n')).toContain(`"says":"Unknown option '--jso'. Did you mean --json?"`)
    },
  )
})
