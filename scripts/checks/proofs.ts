import { existsSync } from 'node:fs'
import { fileAt, filesBelow, report } from './lib/source-files.ts'

/**
 * Pages that say which test proves what: `file.test.ts` "title". In their tables with a column "the test" each row names
 * one at least. Each file that is named has to be there and to hold a test of that title, so that a renamed or removed
 * test is noticed.
 */
const PAGES = ['docs/protocol.md', 'docs/program-protocol.md', 'docs/threat-model.md']
const PROOF = /`([^`]+\.test\.ts)`\s+"((?:[^"\\]|\\.)+)"/g
const COLUMN = 'the test'

for (const path of PAGES) {
  const { text } = fileAt(path)
  const proofs = [...text.matchAll(PROOF)].map(([, file = '', title = '']) => ({
    file,
    title: title.replaceAll('\\"', '"'),
  }))
  report(`${path} points to nothing`, [
    ...(proofs.length === 0 ? ['it names no test'] : []),
    ...proofs.flatMap(({ file, title }) => faultOf(file, title)),
    ...rowsWithoutTest(text),
  ])
}

function faultOf(file: string, title: string): string[] {
  if (!existsSync(file)) return [`${file} is not there`]
  const { text } = fileAt(file)
  const isThere = ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
  return isThere ? [] : [`${file} has no test "${title}"`]
}

/** Rows of tables with our column that name no test in it. */
function rowsWithoutTest(text: string): string[] {
  const faults: string[] = []
  let column: number | undefined
  for (const line of text.split('\n')) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (cells.length < 3) column = undefined
    else if (column === undefined) column = cells.indexOf(COLUMN)
    else if (column > 0 && !/^-+$/.test(cells[column] ?? '') && !(cells[column] ?? '').match(PROOF))
      faults.push(`no test: ${line.slice(0, 100)}`)
  }
  return faults
}

const titles = filesBelow(['packages', 'journeys'], (path) => path.endsWith('.test.ts')).flatMap(
  ({ path, text }) =>
    [...text.matchAll(/^\s*(?:test|it)\(\s*(['"`])(.+?)\1\s*,/gm)].map(
      (match) => `${path} "${match[2] ?? ''}"`,
    ),
)
report(
  'Two tests of one file with the same title',
  titles.filter((title, index) => titles.indexOf(title) !== index),
)
