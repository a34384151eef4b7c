import { expect, test } from 'vitest'
import { kindsEndedBy, LINK_KINDS, type RowKind } from './link-kinds.ts'

const CITIZENS: readonly RowKind[] = [
  ...(['recovery', 'new-browser', 'verification', 'lost-app', 'keep-app'] as const),
  ...(['new-address', 'keep-address', 'former'] as const),
]

test('everything ends the links of a citizen, of each kind, and no registration', () => {
  expect([...kindsEndedBy('everything')].sort()).toEqual([...CITIZENS].sort())
})

test('a new password ends what does not ask for it; a verified address ends what verifies it', () => {
  const asksForPassword: readonly RowKind[] = ['verification']
  // The row of a change of address has its hash, and everything that ends the change ends it.
  const withoutRow: readonly RowKind[] = ['keep-address']
  const ended = CITIZENS.filter((kind) => ![...asksForPassword, ...withoutRow].includes(kind))
  expect([...kindsEndedBy('new-password')].sort()).toEqual([...ended].sort())
  expect(kindsEndedBy('verification')).toEqual(['verification'])
})

test('no two kinds have the same bearer value, path or cookie', () => {
  const rules = Object.values(LINK_KINDS)
  const told = rules.flatMap((one) => ['sent' in one ? Object.values(one.sent) : []].flat())
  const own = [...rules.flatMap(({ token, path }) => [token, path]), ...told]
  expect(new Set(own).size).toBe(own.length)
})
