import { posix } from 'node:path'
import { namesIn, tableOf, tablesIn } from './page-tables.ts'
import { fileAt } from './source-files.ts'

/** Where a code comes from: the table that people have written about it, and the heading on its page. */
interface Source {
  readonly page: string
  /** How the line with the names of the columns begins. */
  readonly head: string
  readonly answeredBy: string
}

const CODES = 'docs/reference/codes.md'
const ERRORS = 'docs/integrate/errors.md'

const SOURCES: readonly Source[] = [
  { page: CODES, head: '| `error` |', answeredBy: 'From the service' },
  { page: CODES, head: '| field code |', answeredBy: 'From the service, about a field' },
  { page: ERRORS, head: '| code | HTTP |', answeredBy: 'From the program' },
  { page: ERRORS, head: '| value |', answeredBy: 'In the return address, as `sso_error`' },
  { page: ERRORS, head: '| code | action |', answeredBy: 'In the app, as `state.problem`' },
  { page: CODES, head: '| gate code |', answeredBy: 'From the gate' },
]

/** What the app offers, by the column `action`. */
const OFFERS: Readonly<Record<string, string>> = {
  '`restart`': 'The app offers to begin again.',
  '`link`': 'The app offers to connect the account.',
  '`retry`': 'The app offers another try.',
  '`wait`': 'The app tries again by itself.',
  '`none`': 'The app can offer nothing: tell the citizen what the message says.',
}

const FOLDER = 'docs/errors'

/** Stands last: who looks a code up wants to read what it means. */
const MADE = `Made by \`npm run docs:write\` from the tables of [codes](../reference/codes.md) and of [the errors of a program](../integrate/errors.md); do not edit it.
`

const INDEX = `# Errors

Each code that the service, a program, the app or the gate answers has a page: what happened, whose fault it is, and what to do. Answers for developers and lines of the log
name it, such as \`docs/errors/invalid_grant\`.
`

/** One meaning of a code. */
interface Meaning {
  readonly code: string
  readonly source: Source
  readonly facts: Readonly<Record<string, string>>
}

/** The page of each code, and their list, by path. */
export function errorPages(): Readonly<Record<string, string>> {
  const byCode = Map.groupBy(SOURCES.flatMap(meaningsOf), ({ code }) => code)
  const codes = [...byCode].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = codes.map(([code, meanings]) => [
    `[\`${code}\`](${code}.md)`,
    meanings.map(({ source }) => source.answeredBy.toLowerCase()).join('; '),
  ])
  const pages = codes.map(([code, meanings]) => [
    `${FOLDER}/${code}.md`,
    `# \`${code}\`\n\n${meanings.map(partOf).join('\n')}\n${MADE}`,
  ])
  return {
    [`${FOLDER}/README.md`]: `${INDEX}\n${tableOf(['code', 'where'], rows)}\n\n${MADE}`,
    ...Object.fromEntries(pages),
  }
}

/** The rows of every table of a source. A page may have several with the same head. */
function meaningsOf(source: Source): readonly Meaning[] {
  return tablesIn(fileAt(source.page).text, source.head).flatMap(([names = [], ...rows]) =>
    rows.map((cells) => {
      const [code = ''] = namesIn(cells[0] ?? '')
      return { code, source, facts: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])) }
    }),
  )
}

function partOf({ source, facts }: Meaning): string {
  const status = facts['HTTP'] ?? facts['status']
  const told: readonly (readonly [string, string | undefined])[] = [
    ['Status', status],
    ['What happened', facts['what happened'] ?? facts['when']],
    ['Whose fault', facts['whose fault']],
    ['What the app does', facts['the app']],
    ['What the citizen reads', facts['message']],
    ['What to do', facts['what to do'] ?? facts['what you do'] ?? OFFERS[facts['action'] ?? '']],
  ]
  const lines = told.flatMap(([name, fact]) =>
    fact === undefined || fact === '' ? [] : [`- **${name}**: ${linksFrom(source.page, fact)}`],
  )
  return `## ${source.answeredBy}\n\n${lines.join('\n')}\n`
}

/** The same links, seen from the folder of the pages of errors. */
function linksFrom(page: string, text: string): string {
  return text.replaceAll(/\]\(([^):#]*)(#[^)]*)?\)/g, (_, file: string, fragment = '') => {
    const target = file === '' ? page : posix.join(posix.dirname(page), file)
    return `](${posix.relative(FOLDER, target)}${fragment})`
  })
}
