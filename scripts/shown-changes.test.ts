import { expect, test } from 'vitest'
import { changed, changesOf, commandsOf } from './shown-changes.ts'

const PAGE = `
<!-- file pages/help.ts -->
\`\`\`ts
export const help = 1
\`\`\`

<!-- after "first" in pages/words/{en,de}.ts -->
\`\`\`ts
  second
\`\`\`

<!-- in place of "function old" in plan.ts -->
\`\`\`
function next() {
}
\`\`\`

\`\`\`ts
nowhere()
\`\`\`

\`\`\`sh
npm start
\`\`\`

<!-- run -->
\`\`\`sh
cp a b
\`\`\`
`

test('each block of a page says where it stands, in one file or in several', () => {
  const { changes, without } = changesOf(PAGE)
  expect(changes.map(({ path, how: { kind } }) => [path, kind])).toEqual([
    ['packages/identity/src/pages/help.ts', 'file'],
    ['packages/identity/src/pages/words/en.ts', 'after'],
    ['packages/identity/src/pages/words/de.ts', 'after'],
    ['plan.ts', 'in place of'],
  ])
  expect(without).toEqual(['nowhere()\n'])
})

test('only commands that say so are run', () => {
  expect(commandsOf(PAGE)).toEqual(['cp a b\n'])
})

test('a line comes after another one, a function goes to its end, and a file is new', () => {
  const [file, after, , instead] = changesOf(PAGE).changes
  if (!file || !after || !instead) throw new Error('Too few')
  expect(changed(undefined, file)).toBe('export const help = 1\n')
  expect(changed('zero\nfirst\nthird\n', after)).toBe('zero\nfirst\n  second\nthird\n')
  expect(changed('a\nfunction old() {\n  x\n}\nb\n', instead)).toBe('a\nfunction next() {\n}\nb\n')
})

test('a page that is wrong about a file is refused', () => {
  const [file, after] = changesOf(PAGE).changes
  if (!file || !after) throw new Error('Too few')
  expect(() => changed('', file)).toThrow('is there already')
  expect(() => changed('zero\n', after)).toThrow('has no line with first')
})
