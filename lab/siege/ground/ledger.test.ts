import { expect, test } from 'vitest'
import { openLedger, Resurrected } from './ledger.ts'

test('what was acknowledged as over is never good again', () => {
  const ledger = openLedger<'token'>()
  ledger.works('token', 'one')
  ledger.over('token', 'one')
  expect(() => ledger.works('token', 'one')).toThrow(Resurrected)
  expect(ledger.standingOf('token', 'one')).toBe('over')
})

test('doubt about what is over is no doubt', () => {
  const ledger = openLedger<'token'>()
  ledger.over('token', 'one')
  ledger.doubt('token', 'one')
  expect(ledger.all('token', 'unknown')).toEqual([])
})

test('what was never answered counts as neither good nor over, and is no acknowledged effect', () => {
  const ledger = openLedger<'token'>()
  ledger.works('token', 'one')
  ledger.doubt('token', 'one')
  expect([ledger.all('token', 'works'), ledger.all('token', 'over')]).toEqual([[], []])
  expect(ledger.acknowledged).toBe(1)
})

test('the same value of another kind is another value', () => {
  const ledger = openLedger<'token' | 'code'>()
  ledger.over('code', 'one')
  ledger.works('token', 'one')
  expect([ledger.standingOf('code', 'one'), ledger.standingOf('token', 'one')]).toEqual(['over', 'works'])
})
