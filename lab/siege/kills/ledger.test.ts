import { expect, test } from 'vitest'
import { HandedOutAgain, openLedger } from './ledger.ts'

test('what was acknowledged as over is never good again', () => {
  const ledger = openLedger()
  ledger.works('link', 'one')
  ledger.over('link', 'one')
  expect(() => ledger.works('link', 'one')).toThrow(HandedOutAgain)
  expect(ledger.standingOf('link', 'one')).toBe('over')
})

test('doubt about what is over is no doubt', () => {
  const ledger = openLedger()
  ledger.over('link', 'one')
  ledger.doubt('link', 'one')
  expect(ledger.all('link', 'unknown')).toEqual([])
})

test('what was never answered counts as neither good nor over, and is no acknowledged effect', () => {
  const ledger = openLedger()
  ledger.works('link', 'one')
  ledger.doubt('link', 'one')
  expect([ledger.all('link', 'works'), ledger.all('link', 'over')]).toEqual([[], []])
  expect([ledger.all('link', 'unknown'), ledger.acknowledged]).toEqual([['one'], 1])
})

test('the same value of another kind is another value', () => {
  const ledger = openLedger()
  ledger.over('code', 'one')
  ledger.works('link', 'one')
  expect([ledger.standingOf('code', 'one'), ledger.standingOf('link', 'one')]).toEqual(['over', 'works'])
})
