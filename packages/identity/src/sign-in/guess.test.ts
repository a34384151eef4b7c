import { describe, expect, test } from 'vitest'
import { countersOf, type FailureCounter, type Guess } from './guess.ts'

const guess: Guess = { email: 'ada@example.org', knownDevice: undefined, network: '192.0.2.7' }
const known: Guess = { ...guess, knownDevice: Buffer.alloc(32, 1) }

const hex = (counter: FailureCounter | undefined) => counter?.key.toString('hex')
const placeOf = (each: Guess) => hex(countersOf(each).place)
const networkOf = (each: Guess) => hex(countersOf(each).network)
const accountOf = (each: Guess) => hex(countersOf(each).account)

describe('who is slowed', () => {
  test('a stranger has five free failures, and one at an account that is being guessed at', () => {
    expect(countersOf(guess).place).toMatchObject({ slowFrom: 5, slowFromUnderAttack: 1 })
  })
  test('a browser that the account knows has five in any case, and its network counts nothing', () => {
    const { place, network } = countersOf(known)
    expect(place).toMatchObject({ slowFrom: 5, slowFromUnderAttack: 5 })
    expect(network).toBeUndefined()
  })
  test('an account as a whole never makes anybody wait', () => {
    expect(countersOf(guess).account).toEqual({ key: expect.any(Buffer), memorySeconds: 3600 })
  })
})

describe('what is counted apart', () => {
  test('a known browser is not counted with its network', () => {
    expect(placeOf(known)).not.toBe(placeOf(guess))
    expect(placeOf(known)).toBe(placeOf({ ...known, network: '198.51.100.1' }))
  })
  test('the network is one for all accounts, the account one for all networks', () => {
    const elsewhere = { ...guess, network: '198.51.100.1' }
    const other = { ...guess, email: 'bob@example.org' }
    expect(networkOf(other)).toBe(networkOf(guess))
    expect(networkOf(elsewhere)).not.toBe(networkOf(guess))
    expect(accountOf(elsewhere)).toBe(accountOf(guess))
    expect(accountOf(other)).not.toBe(accountOf(guess))
  })
  test('the account counts the guesses of known browsers with all others', () => {
    expect(accountOf(known)).toBe(accountOf(guess))
  })
  test('a line break in what was typed makes no key of another kind', () => {
    const forged = { ...guess, email: 'ada@example.org\n192.0.2.7' }
    const keys = [guess, forged, known].flatMap((each) => [
      accountOf(each),
      placeOf(each),
      networkOf({ ...each, knownDevice: undefined, network: each.email }),
    ])
    expect(new Set(keys).size).toBe(keys.length - 2)
  })
})
