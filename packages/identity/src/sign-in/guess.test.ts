import { expect, test } from 'vitest'
import { type Guess, keysOf } from './guess.ts'

const guess: Guess = { email: 'ada@example.org', deviceHash: Buffer.alloc(32, 1), network: '192.0.2.7' }

/** The keys of a guess, in hex, so that they can be compared. */
function hexOf(different: Partial<Guess>) {
  const { device, stranger, network, account } = keysOf({ ...guess, ...different })
  const hex = (key: Buffer) => key.toString('hex')
  return { device: hex(device), stranger: hex(stranger), network: hex(network), account: hex(account) }
}

const original = hexOf({})

test('a browser is counted apart from its network, and the same wherever it is', () => {
  const elsewhere = hexOf({ network: '198.51.100.1' })
  expect(elsewhere.device).toBe(original.device)
  expect(elsewhere.stranger).not.toBe(original.stranger)
  expect(original.device).not.toBe(original.stranger)
})
test('a network is counted the same whatever the browser', () => {
  const other = hexOf({ deviceHash: Buffer.alloc(32, 2) })
  expect(other.device).not.toBe(original.device)
  expect(other).toEqual({ ...original, device: other.device })
})
test('the network is one for all accounts, the account one for all networks', () => {
  const elsewhere = hexOf({ network: '198.51.100.1' })
  const bob = hexOf({ email: 'bob@example.org' })
  expect(bob.network).toBe(original.network)
  expect(elsewhere.network).not.toBe(original.network)
  expect(elsewhere.account).toBe(original.account)
  expect(bob.account).not.toBe(original.account)
})
test('a line break in what was typed makes no key of another kind', () => {
  const forged = 'ada@example.org\n192.0.2.7'
  const keys = [original, hexOf({ email: forged }), hexOf({ network: forged })].flatMap(Object.values)
  // The second has the network of the first; the third its browser and its account.
  expect(new Set(keys).size).toBe(keys.length - 3)
})
