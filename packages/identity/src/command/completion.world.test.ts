// Takes over 10 s: each of some seventy cases starts a shell, which reads the script for all commands.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { optionsOf } from './command.ts'
import { COMMANDS } from './commands.ts'
import { portico } from './portico.fixture.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** What the shell offers after this line; its last word is the one that is being typed. Files are `<files>`. */
const ASK: Readonly<Record<Shell, (script: string, line: string) => string>> = {
  bash: (script, line) => `
    source ${script}
    COMP_WORDS=(${line.replace(/(^|\s)$/, "$1''")}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
    _portico
    (( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}" || echo '<files>'`,
  zsh: (script, line) => `
    compdef() { : }
    _describe() { local given="\${words[CURRENT]}" each; for each in "\${(@P)2}"; do each="\${each%%:*}"; [[ $each == "$given"* ]] && print -r -- $each; done; true }
    _files() { print '<files>' }
    compset() { words[CURRENT]="\${words[CURRENT]#*=}" }
    source ${script}
    words=(${line.replace(/(^|\s)$/, "$1''")}); CURRENT=$#words
    _portico; true`,
  fish: (script, line) => `
    source ${script}
    complete -C '${line}'`,
}

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-completion-'))
  for (const shell of SHELLS) {
    const { exitCode, out, err } = await portico({}, ['completion', shell])
    expect([exitCode, err]).toEqual([0, ''])
    writeFileSync(join(folder, shell), `${out}\n`)
  }
  writeFileSync(join(folder, 'brand.json'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function isThere(shell: Shell): boolean {
  return ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((place) => {
    try {
      accessSync(join(place, shell), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function offered(shell: Shell, line: string): readonly string[] {
  const script = ASK[shell](join(folder, shell), line)
  const out = execFileSync(shell, shell === 'bash' ? ['--norc', '-c', script] : ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const words = out.split('\n').map((word) => word.split('\t', 1)[0] ?? '')
  return words.filter((word) => word !== '').toSorted()
}

const firstWords = [...new Set(COMMANDS.map(({ words }) => words.split(' ', 1)[0] ?? '')), 'help'].toSorted()
const ofClient = COMMANDS.flatMap(({ words }) => /^client (\S+)/.exec(words)?.[1] ?? [])

describe.each(SHELLS)('in %s', (shell) => {
  test.skipIf(!isThere(shell)).each<[string, readonly string[]]>([
    ['portico ', firstWords],
    ['portico cit', ['citizen']],
    ['portico client ', [...new Set(ofClient)].toSorted()],
    ['portico client se', ['secret']],
    ['portico help client up', ['update']],
    ['portico completion ', ['bash', 'fish', 'zsh']],
    ['portico schema cit', ['citizen']],
    ['portico schema client se', ['secret']],
    ['portico schema client secret ', ['add', 'list', 'retire']],
    ['portico schema audit --l', ['--line']],
    ['portico client add Parking --redirect-', ['--redirect-uri']],
    ['portico client add --j', ['--json']],
    ['portico citizen show ana@example.test --he', ['--help']],
  ])('%s is completed', (line, words) => {
    expect(offered(shell, line)).toEqual(words)
  })

  test.skipIf(!isThere(shell)).each<[string, readonly string[]]>([
    ['portico citizen suspend --until 30d --cause mi', ['misuse']],
    ['portico citizen import users.json --from ', ['auth0', 'django', 'firebase', 'keycloak']],
    ['portico operator add ana@example.test --role s', ['security', 'support']],
    ['portico operator key add ci --role ', ['administrator', 'reader', 'security', 'support']],
    ['portico client update permits --scope e', ['email']],
    ['portico audit --event citizen-reinst', ['citizen-reinstated']],
  ])('%s offers the values', (line, words) => {
    expect(offered(shell, line)).toEqual(words)
  })

  test.skipIf(!isThere(shell))('the value may stand behind =, and what follows it is no value', () => {
    // To bash, the sign is a word of its own.
    const line = shell === 'bash' ? 'portico operator add x --role = re' : 'portico operator add x --role=re'
    expect(offered(shell, line)).toEqual([shell === 'fish' ? '--role=reader' : 'reader'])
    expect(offered(shell, 'portico operator add x --role reader --na')).toEqual(['--name'])
    expect(offered(shell, 'portico operator add x --name re')).not.toContain('reader')
  })

  test.skipIf(!isThere(shell)).each([['portico brand check '], ['portico restore ']])(
    '%s takes files',
    (line) => {
      const words = offered(shell, line)
      expect(words.some((word) => ['<files>', 'brand.json'].includes(word))).toBe(true)
    },
  )

  test.skipIf(!isThere(shell))('an operand that looks like a command is followed by no command', () => {
    expect(offered(shell, 'portico client show client ')).not.toContain('add')
    expect(offered(shell, 'portico schema client show ')).not.toContain('add')
  })

  test.skipIf(!isThere(shell))('an operand with characters of the shell does nothing', () => {
    const line =
      shell === 'fish'
        ? 'portico client show \\$\\(touch\\ harm\\) --'
        : `portico client show '$(touch harm)' --`
    expect(offered(shell, line)).toEqual(['--as', '--help', '--json'])
    expect(() => accessSync(join(folder, 'harm'))).toThrow()
  })
})

const listed = COMMANDS.flatMap((command) =>
  Object.entries(optionsOf(command)).flatMap(([name, { values, ...option }]) =>
    values ? [{ option: `${command.words} --${name}`, ...option, values }] : [],
  ),
)

test('what may be one of a list has the list from where it is decided', () => {
  expect(listed.map(({ option }) => option)).toEqual([
    ...['client add --scope', 'client update --scope', 'citizen suspend --cause', 'citizen import --from'],
    ...['operator add --role', 'operator key add --role', 'audit --event'],
  ])
})

test.each(listed.filter(({ value }) => !['SCOPE', 'NAME'].includes(value)))(
  'the help of $option says each of its values',
  async ({ meaning, values }) => {
    const words = await values()
    expect(words.length).toBeGreaterThan(1)
    for (const word of words) expect(meaning).toContain(word)
  },
)

test('a shell that it does not know is refused by name', async () => {
  expect(await portico({}, ['completion', 'tcsh'])).toMatchObject({
    exitCode: 2,
    out: '',
    err: expect.stringContaining("no completion for 'tcsh'. Use one of: bash, zsh, fish."),
  })
})
