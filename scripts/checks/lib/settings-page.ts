import { posix } from 'node:path'
import { readConfig } from '../../../packages/identity/src/config.ts'
import { SECRET_SETTINGS } from '../../../packages/identity/src/secret-files.ts'
import { ALLOW_UNKNOWN } from '../../../packages/identity/src/unknown-settings.ts'
import { ENVIRONMENT_SETTINGS } from '../../../packages/program/src/unknown-settings.ts'
import { namesIn, tableOf } from './page-tables.ts'
import { fileAt, filesBelow } from './source-files.ts'

const FOLDER = 'docs/reference'

const HEAD = `# Settings

Made by \`npm run docs:write\` from the names that the code reads, and from the pages that explain them; do not edit it. \`npm run check\` compares it with both.

Every setting of the service, of a program with \`@portico/program\`, and of the gate, with the beginning of what its page says. The page has the rest: defaults, limits, and what
each is for. A gate also has the settings of a program. \`…_FILE\` names a file with the value in place of the value itself.
`

/** Who reads settings, their names, and the pages that explain them. */
interface Reader {
  readonly title: string
  readonly names: readonly string[]
  readonly pages: readonly string[]
}

const READERS: readonly Reader[] = [
  { title: 'The service', names: namesOfService(), pages: ['docs/runbooks/settings.md'] },
  {
    title: 'A program',
    names: [
      ...ENVIRONMENT_SETTINGS,
      ALLOW_UNKNOWN.replace('PORTICO', 'SSO'),
      'DATABASE_URL',
      'DATABASE_URL_FILE',
    ],
    pages: ['docs/integrate/settings-and-commands.md'],
  },
  {
    title: 'The gate',
    names: namesOfGate(),
    pages: ['docs/integrate/any-back-end.md', 'docs/integrate/accounts-by-hooks.md'],
  },
]

/** The page of all settings, and those that no page explains. */
export function settingsPage(): { readonly page: string; readonly unexplained: readonly string[] } {
  const unexplained: string[] = []
  const sections = READERS.map(({ title, names, pages }) => {
    // The first page and place count.
    const told = new Map(pages.flatMap((page) => [...explanationsIn(page)]).toReversed())
    const rows = [...new Set(names)].toSorted().map((name) => {
      const { text, page } = told.get(name) ?? ofFile(name, told) ?? { text: '', page: '' }
      if (text === '') unexplained.push(name)
      return [`\`${name}\``, text, `[${posix.basename(page, '.md')}](${posix.relative(FOLDER, page)})`]
    })
    return `## ${title}\n\n${tableOf(['setting', 'what it is', 'page'], rows)}\n`
  })
  return { page: [HEAD, ...sections].join('\n'), unexplained }
}

/** What the reading of an environment without any variable asks for. */
function namesOfService(): readonly string[] {
  const read = new Set<string>([ALLOW_UNKNOWN])
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  return [...read, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
}

function namesOfGate(): readonly string[] {
  const sources = filesBelow(['packages/gate/src'], (path) => /(?<!\.(?:test|fixture))\.ts$/.test(path))
  return sources.flatMap(({ text }) => [...text.matchAll(/\b(GATE_[A-Z_]+)\b/g)].map(([, name = '']) => name))
}

interface Explanation {
  readonly text: string
  readonly page: string
}

function ofFile(name: string, told: ReadonlyMap<string, Explanation>): Explanation | undefined {
  const setting = name.replace(/_FILE$/, '')
  const explained = setting === name ? undefined : told.get(setting)
  return explained && { ...explained, text: `the file that has \`${setting}\`` }
}

/** What a page says about names: in the last cell of a row of a table, or in a line of a list that begins with the name. */
function* explanationsIn(page: string): Generator<readonly [string, Explanation]> {
  for (const line of fileAt(page)
    .text.replaceAll(/\n {2}(?=\S)/g, ' ')
    .split('\n')) {
    const [, first = '', rest = ''] =
      /^\|([^|]*)\|(?:.*[^\\]\|)?([^|]*)\|$/.exec(line) ?? /^- (`[A-Z0-9_]+`): (.*)$/.exec(line) ?? []
    const text = firstSentence(rest)
    const names = [...namesIn(first)].filter((name) => /^[A-Z0-9_]+$/.test(name))
    for (const name of names) yield [name, { text, page }]
  }
}

/** The first sentence, without its links: they lead from the other page. */
function firstSentence(text: string): string {
  return text
    .trim()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<=[a-z0-9`)])\. .*$/, '')
    .replace(/[.;]$/, '')
}
