import { existsSync } from 'node:fs'
import { fileAt, filesBelow, report } from './lib/source-files.ts'

/**
 * docs/protocol.md names, for every MUST, a test by its file and its title: `file.test.ts` "title". This checks that
 * each file is there and holds a test of that title, so that a renamed or removed test is noticed.
 */
const ROW = /`([^`]+\.test\.ts)`\s+"((?:[^"\\]|\\.)+)"/g

const page = fileAt('docs/protocol.md')
const links = [...page.text.matchAll(ROW)].map(([, file = '', title = '']) => ({ file, title }))

const faults = links.flatMap(({ file, title }) => {
  if (!existsSync(file)) return [`${file} is not there`]
  return fileAt(file).text.includes(title) ? [] : [`${file} has no test "${title}"`]
})
const withoutTest = page.text
  .split('\n')
  .filter(
    (line) => /^\|\s*(?:contract|RFC|Core|Discovery|design|NIST)/i.test(line) && !line.includes('.test.ts`'),
  )
  .map((line) => `no test: ${line.slice(0, 100)}`)

report('docs/protocol.md points to nothing', [
  ...(links.length === 0 ? ['it names no test'] : []),
  ...faults,
  ...withoutTest,
])

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
