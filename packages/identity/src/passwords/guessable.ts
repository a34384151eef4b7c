import { easiestGuess, type Guess, readingsOf } from './easiest-guess.ts'
import type { PartKind } from './part.ts'
import { signsOf } from './signs.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What makes a password easy to guess. */
export type Guessable = 'personal' | 'service' | 'decorated' | 'keyboard' | 'sequence' | 'repeated' | 'dates'

/**
 * The decimal logarithm of the guesses that a password must resist: ten thousand million. That is three weeks at five
 * thousand guesses a second, for one citizen.
 */
const LEAST_MAGNITUDE = 10

/** Where a deployment allows shorter passwords, they may resist less: two thirds of what the shortest random one does. */
const LEAST_MAGNITUDE_PER_CHARACTER = 2 / 3

const REASONS: Readonly<Record<PartKind, Guessable>> = {
  personal: 'personal',
  service: 'service',
  listed: 'decorated',
  keyboard: 'keyboard',
  sequence: 'sequence',
  repeat: 'repeated',
  date: 'dates',
}

/**
 * How much cheaper the guess without the lists must be before a password is called a row or a repeat. Rows of keys are
 * listed, too, but that it is a row tells the citizen more.
 */
const PLAIN_SHARE = 0.5

/** Why a password is easy to guess. Nothing where it is not. */
export function findGuessable(
  password: string,
  { own, listed }: { own: readonly Vocabulary[]; listed: Vocabulary },
  minLength: number,
): Guessable | undefined {
  const readings = readingsOf(signsOf(password), [...own, listed])
  const least = Math.min(LEAST_MAGNITUDE, minLength * LEAST_MAGNITUDE_PER_CHARACTER)
  const guess = easiestGuess(readings, least)
  return guess && reasonOf(easiestGuess(readings, least * PLAIN_SHARE, listed.kind) ?? guess)
}

/** The kind of part with the most characters. But a citizen's own name comes first. */
function reasonOf({ parts }: Guess): Guessable {
  const covered = new Map<PartKind, number>()
  for (const { kind, from, until } of parts) covered.set(kind, (covered.get(kind) ?? 0) + until - from)
  if (covered.has('personal')) return 'personal'
  if (covered.has('service')) return 'service'
  const [most] = [...covered].sort(([, one], [, other]) => other - one)
  return REASONS[most?.[0] ?? 'repeat']
}
