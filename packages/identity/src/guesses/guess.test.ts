import { expect, test } from 'vitest'
import { countedNetworks } from '../rate-limits/index.ts'
import { countersOf, type Guess } from './guess.ts'

const HERE = '192.0.2.7'
const guess: Guess = {
  email: 'ada@example.org',
  deviceHash: Buffer.alloc(32, 1),
  networks: countedNetworks(HERE),
}

/** The keys of a guess from one network, in hex, so that they can be compared. */
function hexOf({ network = HERE, ...different }: Partial<Guess> & { readonly network?: string }) {
  const { known, stranger, account } = countersOf({
    ...guess,
    networks: [{ who: network, factor: 1 }],
    ...different,
  })
  const hex = (key: Buffer | undefined) => key?.toString('hex')
  return {
    device: hex(known[0]?.key),
    stranger: hex(stranger[0]?.key),
    network: hex(stranger[1]?.key),
    account: hex(account),
  }
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
test('an IPv6 guess is counted at the account with each network, at each network, then at the account, wider ones later', () => {
  const { stranger, account } = countersOf({ ...guess, networks: countedNetworks('2001:db8::1') })
  expect(stranger.map(({ free, freeUnderAttack }) => [free, freeUnderAttack])).toEqual([
    [5, 1],
    [15, 3],
    [40, 8],
    [50, 50],
    [150, 150],
    [400, 400],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ])
  expect(stranger.at(-1)?.key).toBe(account)
  expect(new Set(stranger.map(({ key }) => key.toString('hex'))).size).toBe(7)
})
