import { fileAt, filesBelow, report } from './lib/source-files.ts'

/** Checks that each page in docs/decisions has the same head and names the rejected options, and that the index lists it. */
const FOLDER = 'docs/decisions'
const INDEX = `${FOLDER}/README.md`

const pages = filesBelow([FOLDER], (path) => path !== INDEX).map(({ path, text }) => ({
  file: path.slice(FOLDER.length + 1),
  text,
}))
const index = fileAt(INDEX).text
const numbers = pages.map(({ file }) => Number.parseInt(file, 10))

report('A decision without its head', pages.flatMap(headFaults))
report('The index of decisions', [
  ...pages.flatMap(indexFaults),
  ...linksOf(index).filter((file) => !pages.some((page) => page.file === file)),
  ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `two pages ${number}`),
])

function headFaults({ file, text }: (typeof pages)[number]): readonly string[] {
  const [title = '', blank, date = '', status = '', after] = text.split('\n')
  const turnedDown = text.split('\n## Turned down\n')[1] ?? ''
  const wanted: readonly (readonly [string, boolean])[] = [
    ['its name is NNNN-words.md', /^\d{4}-[a-z0-9-]+\.md$/.test(file)],
    ['line 1 is "# N. Title"', title.startsWith(`# ${Number.parseInt(file, 10)}. `)],
    ['line 3 is "- Date: YYYY-MM-DD"', blank === '' && /^- Date: \d{4}-\d\d-\d\d$/.test(date)],
    [
      'line 4 is "- Status: accepted" or "- Status: superseded by [N](file)"',
      /^- Status: (accepted\b|superseded by \[\d+\]\()/.test(status) && after === '',
    ],
    ['the pages that its status names are there', linksOf(status).every((link) => hasPage(link))],
    ['it has a section "## Turned down"', turnedDown.trim() !== ''],
  ]
  return wanted.filter(([, isSo]) => !isSo).map(([rule]) => `${file}: ${rule}`)
}

function indexFaults({ file, text }: (typeof pages)[number]): readonly string[] {
  const lines = index.split('\n').filter((line) => line.startsWith('|') && line.includes(`](${file})`))
  const date = /^- Date: (\S+)$/m.exec(text)?.[1] ?? ''
  const status = /^- Status: (.+)$/m.exec(text)?.[1] ?? ''
  const isWhole = lines.some((line) => line.endsWith(` | ${date} | ${status} |`))
  return isWhole ? [] : [`${file}: one line with its date and status is missing`]
}

function linksOf(text: string): readonly string[] {
  return [...text.matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].map((match) => match[1] ?? '')
}

function hasPage(link: string): boolean {
  return pages.some(({ file }) => file === link)
}
