import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../packages/identity/src/platform/languages.ts'
import { filesBelow } from './checks/lib/source-files.ts'
import { tableOf, takeBack } from './translation/language.ts'
import { readTable, tableText } from './translation/table.ts'

/**
 * `npm run words -- LANG`: prints every sentence of a language beside the English one. `npm run words -- LANG FILE`: takes the edited table
 * back, or says what is wrong with it.
 */
const [tag = '', table] = process.argv.slice(2)
const language = LANGUAGES.find((known) => known === tag)?.split('-')[0]
const FOLDERS = ['packages/identity/src', 'packages/console/src']
const files = filesBelow(
  FOLDERS.filter((folder) => existsSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)))),
  (path) => /\/words\/.+\.ts$/.test(path),
)

const say = (line: string) => process.stderr.write(`portico: ${line}\n`)

function fail(lines: readonly string[]): void {
  for (const line of lines) say(line)
  process.exitCode = 1
}

if (language === undefined)
  fail([`name one of ${LANGUAGES.join(', ')}; docs/how-to/add-a-language.md says how another one begins`])
else if (table === undefined) process.stdout.write(tableText(tag, tableOf(files, language)))
else takeFrom(language, table)

function takeFrom(name: string, path: string): void {
  const taken = takeBack(files, name, readTable(readFileSync(path, 'utf8')))
  if (!taken.ok) return fail([...taken.faults, 'no file was changed'])
  for (const { path: file, text } of taken.files) {
    writeFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), text)
    say(`wrote ${file}`)
  }
  say(taken.files.length === 0 ? 'nothing differs' : 'look at the changes, then run: npm run format')
}
