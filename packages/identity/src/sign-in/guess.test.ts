import { describe, expect, test } from 'vitest'
import { accountCounter, type Guess, growingDelays, networkCounter, placeCounter } from './guess.ts'

const guess: Guess = { email: 'ada@example.org', knownDevice: undefined, network: '192.0.2.7' }
const known: Guess = { ...guess, knownDevice: Buffer.alloc(32, 1) }

describe('delays', () => {
  test('five failures are free, then two seconds, doubling up to a quarter of an hour', () => {
    expect(growingDelays(5)).toEqual([0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
  })
  test('with one free failure the first already costs two seconds', () => {
    expect(growingDelays(1)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
  })
  test('a stranger at an account that is being guessed at gets one free failure, a known browser still five', () => {
    expect(placeCounter(guess, 'under-attack').delaysSeconds).toEqual(growingDelays(1))
    expect(placeCounter(guess, 'calm').delaysSeconds).toEqual(growingDelays(5))
    expect(placeCounter(known, 'under-attack').delaysSeconds).toEqual(growingDelays(5))
  })
  test('an account as a whole never makes anybody wait', () => {
    expect(accountCounter(guess).delaysSeconds).toEqual([0])
  })
})

describe('what is counted apart', () => {
  const hex = (counter: { key: Buffer }) => counter.key.toString('hex')

  test('a known browser is not counted with its network', () => {
    expect(hex(placeCounter(known, 'calm'))).not.toBe(hex(placeCounter(guess, 'calm')))
    expect(hex(placeCounter(known, 'calm'))).toBe(
      hex(placeCounter({ ...known, network: '198.51.100.1' }, 'calm')),
    )
  })
  test('the place is the same however the account fares', () => {
    expect(hex(placeCounter(guess, 'under-attack'))).toBe(hex(placeCounter(guess, 'calm')))
  })
  test('the network is one for all accounts, the account one for all networks', () => {
    const elsewhere = { ...guess, network: '198.51.100.1' }
    const other = { ...guess, email: 'bob@example.org' }
    expect(hex(networkCounter(other))).toBe(hex(networkCounter(guess)))
    expect(hex(networkCounter(elsewhere))).not.toBe(hex(networkCounter(guess)))
    expect(hex(accountCounter(elsewhere))).toBe(hex(accountCounter(guess)))
    expect(hex(accountCounter(other))).not.toBe(hex(accountCounter(guess)))
  })
  test('a line break in what was typed makes no key of another kind', () => {
    const forged = { ...guess, email: 'ada@example.org\n192.0.2.7' }
    const keys = [guess, forged, known].flatMap((each) => [
      hex(accountCounter(each)),
      hex(placeCounter(each, 'calm')),
      hex(networkCounter({ ...each, network: each.email })),
    ])
    expect(new Set(keys).size).toBe(keys.length - 2)
  })
})
