import { expect, test } from 'vitest'
import { compare, type Listing, withoutGone } from './listed-names.ts'

const PAGE = `# Fruit

| fruit | colours |
|---|---|
| apple, \`apple\` | \`red\` \`green\`, \`yellow\` |
| \`pear\` | \`brown\`: rarely |

| other | |
|---|---|
| \`plum\` | |
`
const listing = (more: Partial<Listing> & Pick<Listing, 'has'>): Listing => ({
  ...{ page: 'fruit.md', head: '| fruit |', column: 0 },
  ...more,
})

test('what the table lacks, and what the code has no longer, are told', () => {
  expect(compare(PAGE, listing({ has: ['apple', 'plum'] }))).toEqual({ missing: ['plum'], gone: ['pear'] })
  expect(compare(PAGE, listing({ has: ['apple'], mayHave: ['pear'] }))).toEqual({ missing: [], gone: [] })
})

test('a column, a row and the meaning of a name are chosen', () => {
  const colours = listing({ column: 1, row: '`pear`', has: ['b'], meant: (written) => written[0] })
  expect(compare(PAGE, colours)).toEqual({ missing: [], gone: [] })
  expect(compare(PAGE, listing({ column: 1, has: [], meant: () => undefined })).gone).toEqual([])
})

test('names that are gone go, and rows without others; the rest of the page stays', () => {
  expect(withoutGone(PAGE, listing({ has: ['apple'] }))).toBe(
    PAGE.replace('| `pear` | `brown`: rarely |\n', ''),
  )
  expect(withoutGone(PAGE, listing({ column: 1, has: ['green', 'brown'] }))).toBe(
    PAGE.replace('| `red` `green`, `yellow` |', '| `green` |'),
  )
})

test('a table or a row that is not there is no table without names', () => {
  expect(() => compare(PAGE, listing({ head: '| bread |', has: [] }))).toThrow('| bread |')
  expect(() => compare(PAGE, listing({ row: 'fig', has: [] }))).toThrow('fig')
})
