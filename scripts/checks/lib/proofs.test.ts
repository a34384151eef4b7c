import { describe, expect, test } from 'vitest'
import { proofFaults, proofsText, repeatedTitles } from './proofs.ts'
import { requirementsOf } from './requirements.ts'
import { readTestFile } from './tagged-tests.ts'

const LIST = 'docs/requirements/some.md'
const FILE = 'packages/some/src/some.test.ts'
const TAG = '// proves'

const list = (...rows: readonly string[]) =>
  requirementsOf({
    path: LIST,
    text: `# Some\n\n| id | where | what it asks |\n|---|---|---|\n${rows.join('\n')}\n`,
  })
const ONE = list('| rfc1-2-code-once | RFC 1 2 | a code works once |')
const tests = (text: string) => [readTestFile({ path: FILE, text })]
const proving = (...ids: readonly string[]) => tests(`${TAG}: ${ids.join(', ')}\ntest('once', () => {})`)

describe('requirements and tags', () => {
  test('fit where each requirement has a test and each tag a requirement', () => {
    expect(proofFaults(ONE, proving('rfc1-2-code-once'))).toEqual([])
  })

  test('a requirement without a test is refused', () => {
    expect(proofFaults(ONE, tests(`test('once', () => {})`))).toEqual([
      `${LIST}: no test proves rfc1-2-code-once`,
    ])
  })

  test('a requirement goes with the room or the package that can be taken away, as its tests do', () => {
    const inRoom = (room: string) =>
      proving('rfc1-2-code-once').map((test) => ({
        ...test,
        proofs: test.proofs.map((proof) => ({ ...proof, path: `packages/identity/src/${room}/one.test.ts` })),
      }))
    expect(proofFaults(ONE, inRoom('sign-in'))).toEqual([])
    expect(proofFaults(ONE, inRoom('passkeys'))).toEqual([
      `${LIST}: only a room or a package that can be taken away proves rfc1-2-code-once: the row belongs into it`,
    ])
    const inPackage = proving('rfc1-2-code-once').map((test) => ({
      ...test,
      proofs: test.proofs.map((proof) => ({ ...proof, path: 'packages/create-program/src/one.test.ts' })),
    }))
    expect(proofFaults(ONE, inPackage)).toHaveLength(1)
    const ofPackage = ONE.map((one) => ({ ...one, list: 'packages/create-program/src/requirements.md' }))
    expect(proofFaults(ofPackage, inPackage)).toEqual([])
    const ofRoom = ONE.map((one) => ({ ...one, list: 'packages/identity/src/passkeys/requirements.md' }))
    expect(proofFaults(ofRoom, inRoom('passkeys'))).toEqual([])
    expect(proofFaults(ofRoom, inRoom('sign-in'))).toEqual([
      'packages/identity/src/sign-in/one.test.ts proves rfc1-2-code-once of a room that can be taken away without this test',
    ])
  })

  test('a requirement that only a test of the world proves is refused, unless it is about the world', () => {
    const world = (...ids: string[]) => ({ has: () => true, requirements: new Set(ids) })
    const proofs = proving('rfc1-2-code-once')
    expect(proofFaults(ONE, proofs, world())).toEqual([
      `${LIST}: only \`npm run test:world\` proves rfc1-2-code-once`,
    ])
    expect(proofFaults(ONE, proofs, world('rfc1-2-code-once'))).toEqual([])
    expect(proofFaults(ONE, proofs, { ...world('rfc1-2-code-once'), has: () => false })).toEqual([
      `${LIST}: rfc1-2-code-once has a test of \`npm test\`: it need not be in WORLD_REQUIREMENTS`,
    ])
  })

  test.each(['another side', 'remaining risk', 'statement'])('a row that says "%s" needs no test', (mark) => {
    expect(proofFaults(list(`| a-1 | contract 1 | *${mark}*: what a program does |`), [])).toEqual([])
  })

  test('a row that only speaks of another side needs one', () => {
    expect(proofFaults(list('| a-1 | contract 1 | what *another side* does |'), [])).toHaveLength(1)
  })

  test('a tag that no list has is refused, with its test', () => {
    expect(proofFaults(ONE, proving('rfc1-2-code-once', 'rfc1-2-code-twice'))).toEqual([
      `${FILE} "once" proves "rfc1-2-code-twice", which no list has`,
    ])
  })

  test('an id that is there twice is refused, in one list or in two', () => {
    const fault = ['rfc1-2-code-once is there twice']
    expect(proofFaults([...ONE, ...ONE], proving('rfc1-2-code-once'))).toEqual(fault)
    const other = ONE.map((row) => ({ ...row, list: 'docs/requirements/other.md' }))
    expect(proofFaults([...ONE, ...other], proving('rfc1-2-code-once'))).toEqual(fault)
  })

  test.each(['Code-once', 'code_once', 'code--once', '-code', 'code once', 'a'.repeat(41), ''])(
    '"%s" is no id',
    (id) => {
      const faults = proofFaults(list(`| ${id} | RFC 1 2 | a code works once |`), [])
      expect(faults[0]).toContain(`"${id}" is no id`)
    },
  )

  test.each([
    ['at the end of the file', `${TAG}: rfc1-2-code-once`],
    ['above a call without a title', `${TAG}: rfc1-2-code-once\ntest(title, () => {})`],
    ['above a constant', `${TAG}: rfc1-2-code-once\nconst a = 1`],
    ['in the arguments', `test(\n  ${TAG}: rfc1-2-code-once\n  'once', () => {})`],
  ])('a tag %s is refused', (_where, text) => {
    expect(proofFaults([], tests(text))).toEqual([`${FILE}: a tag stands above no test`])
  })
})

describe('tags are read', () => {
  const titlesOf = (text: string) =>
    tests(text).flatMap(({ proofs }) => proofs.map(({ id, title }) => [id, ...title]))

  test.each([
    ['a test', `test('once', () => {})`],
    ['a table of tests', `test.each([1, 2])('once', () => {})`],
    ['a table in words', 'test.each`a\n${1}`("once", () => {})'],
    ['a block', `describe('once', () => {})`],
    ['a test by another name', `contest('once', () => {})`],
    ['a test below other comments', `// eslint-disable-next-line\ntest('once', () => {})`],
  ])('above %s', (_what, call) => {
    expect(titlesOf(`${TAG}: a-1\n${call}`)).toEqual([['a-1', 'once']])
  })

  test('from several lines, with the titles of the blocks around', () => {
    const text = `describe('codes', () => {\n  ${TAG}: a-1, b-2\n  ${TAG}: c-3\n  test('once', () => {})\n})`
    expect(titlesOf(text)).toEqual(['a-1', 'b-2', 'c-3'].map((id) => [id, 'codes', 'once']))
  })

  test('for the test below them alone', () => {
    expect(titlesOf(`${TAG}: a-1\ntest('one', () => {})\n\ntest('two', () => {})`)).toEqual([['a-1', 'one']])
  })

  test('where a title has holes', () => {
    expect(titlesOf(`${TAG}: a-1\ntest(\`\${n} times\`, () => {})`)).toEqual([['a-1', '${n} times']])
  })
})

describe('titles', () => {
  test('of two tests of one file may not be the same, in two blocks either', () => {
    const same = `test('a', () => {})`
    expect(repeatedTitles(tests(`${same}\ndescribe('b', () => { it('a', () => {}) })`))).toEqual([
      `${FILE} "a"`,
    ])
  })

  test('of tables may, because each of their tests has its own', () => {
    expect(repeatedTitles(tests(`test.each([1])('%s', f)\ntest.each([2])('%s', f)`))).toEqual([])
  })
})

test('rows are read from tables with a column "id" alone', () => {
  const text = '| a | b |\n|---|---|\n| x-1 | y |\n\ntext\n\n| id | b |\n|---|---|\n| z-1 | y |\n'
  expect(requirementsOf({ path: LIST, text }).map(({ id }) => id)).toEqual(['z-1'])
})

test('the text names each requirement with its tests, by their blocks', () => {
  const text = `describe('<b>', () => {\n${TAG}: rfc1-2-code-once\ntest('of __proto__', () => {})\n})`
  expect(proofsText([...ONE, ...list('| a-1 | | *statement*: x |')], tests(text)).split('\n')).toEqual([
    'docs/requirements/some.md',
    '  rfc1-2-code-once',
    '    packages/some/src/some.test.ts: <b> > of __proto__',
    '  a-1',
    '',
  ])
})
