import { expect, test } from 'vitest'
import { isChanged, readDiff } from '../changed-lines.ts'
import type { Mutant } from '../make/mutant.ts'
import { readOptions } from '../options.ts'
import { chooseTests } from './choose.ts'
import { contentOf, type Notes, testTexts } from './notes.ts'
import { failureIn } from './order.ts'
import { type Trial, tryMutant } from './try-mutant.ts'

const STORE = 'packages/identity/src/second-factor/half-sign-in-store.ts'

const slow: Notes = {
  file: 'slow.test.ts',
  tests: { one: 9_000, two: 9_000, three: 1 },
  ran: { [`${STORE}#spendTry`]: ['one', 'two'], [`${STORE}#other`]: ['three'] },
}
const quick: Notes = {
  file: 'quick.test.ts',
  tests: { four: 10, five: 10 },
  ran: { [`${STORE}#spendTry`]: [''] },
}

const far: Notes = {
  file: 'far.test.ts',
  tests: { six: 10 },
  ran: { [`${STORE}#spendTry`]: ['six'], [`${STORE}#farAway`]: ['six'] },
}

test('only the tests that run the function are chosen, the cheapest file first; what runs before counts for all', () => {
  const { tests } = chooseTests({ file: STORE, functions: ['spendTry', 'outer'] }, [slow, quick])
  expect(tests).toEqual([
    { file: 'quick.test.ts', names: ['four', 'five'] },
    { file: 'slow.test.ts', names: ['one', 'two'] },
  ])
  expect(chooseTests({ file: STORE, functions: ['unknown'] }, [slow, quick]).tests).toEqual([])
  expect(chooseTests({ file: STORE, functions: [] }, [slow]).tests).toEqual([
    { file: 'slow.test.ts', names: ['one', 'two', 'three'] },
  ])
})

test('rules of src/testing are a part of the tests that are made of them', () => {
  const root = `${import.meta.dirname}/../../..`
  const rules = contentOf(root, 'packages/program/src/testing/conformance-central.ts')
  expect(testTexts(root, 'packages/program/src/store/conformance.test.ts')).toContain(rules)
  expect(testTexts(root, 'packages/identity/src/clients/registration.test.ts')).toHaveLength(1)
})

const MUTANT: Mutant = {
  ...{ file: STORE, line: 1, kind: 'condition', what: 'a', changed: '', excuse: undefined },
  ...{
    change: { from: 0, to: 0, text: '/* changed */' },
    functions: ['spendTry'],
    lines: { first: 5, last: 9 },
  },
}

/** A host whose tests fail as the test says. Notes what it was asked. */
function trialWith(fails: (isChanged: boolean) => boolean) {
  const asked: string[] = []
  const trial: Trial = {
    passed: new Set(),
    notes: [async () => [slow], async () => [quick]],
    others: async () => [far],
    host: {
      root: `${import.meta.dirname}/../../..`,
      async run({ text, source, tests }) {
        asked.push(`${text !== source}: ${tests.map(({ file, names }) => `${file} ${names ?? 'all'}`)}`)
        const failed = tests.find(() => fails(text !== source))
        const file = failed?.file ?? ''
        const state = 'failed' as const
        const result = {
          file,
          ok: false,
          milliseconds: 1,
          error: '',
          tests: [{ name: 'x', state, milliseconds: 1, error: 'y' }],
        }
        return { results: failed ? [result] : [], errors: [] }
      },
    },
  }
  return { asked, trial }
}

test('a failure of the own tests is enough, if they pass without the mutant', async () => {
  const { asked, trial } = trialWith((changed) => changed)
  expect(await tryMutant(MUTANT, trial)).toEqual({
    outcome: 'seen',
    why: 'slow.test.ts: x: y',
    asked: ['slow.test.ts'],
  })
  await tryMutant(MUTANT, trial)
  expect(asked).toEqual([
    'true: slow.test.ts one,two',
    'false: slow.test.ts one,two',
    'true: slow.test.ts one,two',
  ])
})

test('tests that fail without the mutant say nothing', async () => {
  const { trial } = trialWith(() => true)
  await expect(tryMutant(MUTANT, trial)).rejects.toThrow('Without any mutant, too')
})

test('what nothing sees is asked above, then once more, before it is believed', async () => {
  const { asked, trial } = trialWith(() => false)
  expect((await tryMutant(MUTANT, trial)).outcome).toBe('unseen')
  expect(asked).toEqual([
    'true: slow.test.ts one,two',
    'true: quick.test.ts four,five',
    'true: slow.test.ts one,two,quick.test.ts four,five',
  ])
  const late = trialWith((changed) => changed && late.asked.length > 2)
  expect((await tryMutant(MUTANT, late.trial)).outcome).toBe('seen')
})

test('where no test of the room and above it runs a mutant, all others are asked', async () => {
  const { asked, trial } = trialWith((changed) => changed)
  const why = 'far.test.ts: x: y'
  expect(await tryMutant({ ...MUTANT, functions: ['farAway'] }, trial)).toMatchObject({
    outcome: 'seen',
    why,
  })
  expect(asked).toEqual(['true: far.test.ts six', 'false: far.test.ts six'])
})

test('what no test runs is unseen', async () => {
  const { trial } = trialWith(() => true)
  const verdict = await tryMutant({ ...MUTANT, functions: ['nowhere'] }, trial)
  expect(verdict).toMatchObject({ outcome: 'unseen', why: 'no test runs it' })
})

test('a file that cannot be loaded is a failure', () => {
  const result = { file: 'a.test.ts', ok: false, milliseconds: 1, tests: [], error: 'no such export' }
  expect(failureIn({ results: [result], errors: [] })).toBe('a.test.ts: no such export')
  expect(failureIn({ results: [{ ...result, ok: true }], errors: [] })).toBeUndefined()
})

test('a statement is changed where the branch has changed one of its lines', () => {
  const changed = readDiff(`--- a/${STORE}\n+++ b/${STORE}\n@@ -1 +9,2 @@\n@@ -3,2 +20,0 @@\n`)
  expect(changed.get(STORE)).toEqual([
    { first: 9, last: 10 },
    { first: 20, last: 20 },
  ])
  expect(isChanged(MUTANT, changed)).toBe(true)
  expect(isChanged({ ...MUTANT, lines: { first: 1, last: 8 } }, changed)).toBe(false)
})

test('the command line: at most two workers; a number is a number', () => {
  expect(readOptions(['--room', 'passkeys', '--workers', '9'])).toMatchObject({
    room: 'passkeys',
    workers: 2,
    changed: false,
  })
  expect([readOptions(['--only', 'a,b']).only, readOptions([]).only]).toEqual([['a', 'b'], []])
  expect(() => readOptions(['--limit', 'x'])).toThrow('--limit needs a number')
  expect(() => readOptions(['--rooms'])).toThrow('not understood')
})
