import { findWrittenLetters, type WrittenLetter } from '../mail/index.ts'
import type { Said, Told } from '../moments/index.ts'
import { type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { html } from '../platform/html.ts'
import {
  booleanSchema,
  countSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import { type Belonging, type HeldWay, type HoldsNeeds, NO_END, sayHeld } from '../platform/room/holds.ts'
import { HEADS } from '../room-heads.ts'
import type { ActDone, ActOnCitizen, ActsDatabase, Call } from './command.ts'
import { findLetterNames } from './letter-names.ts'
import { isoTime, plainTime } from './present.ts'
import { plainText } from './verdict-json.ts'

/** What an act would do. */
export interface Forecast {
  /** What the act would answer, in the words of something that has happened. */
  readonly done: ActDone
  readonly effects: readonly Effect[]
  readonly letters: readonly NamedLetter[]
  /** The effects, comparable with those of another time. */
  readonly kinds: readonly Told[]
}

/** A letter with its name for people. */
interface NamedLetter extends WrittenLetter {
  readonly subject: string
}

/** Something that a citizen would have less or more of. */
export interface Effect {
  readonly table: string
  /** Null for an end that there is not. */
  readonly before: number | null
  readonly after: number | null
  readonly says: string
}

/** What an act would change, for programs. */
export const TOLD = {
  effects: listOf(
    objectSchema<Effect>('Effect', {
      table: textSchema('Where it stands.'),
      before: orNull(
        countSchema(
          'How many the citizen has. Of a suspension: its end, in seconds since 1970; 0 where there is no suspension, and null where it has no end.',
        ),
      ),
      after: orNull(countSchema('How many they would have, in the same form.')),
      says: textSchema('The same in words.'),
    }),
  ),
  letters: listOf(
    objectSchema<NamedLetter>('WrittenLetter', {
      kind: textSchema('The name of the letter.'),
      subject: textSchema('Its subject, in English.'),
      recipient: textSchema('The address that it would go to.'),
    }),
  ),
}

/** The forecast of an act on a citizen, for programs. */
export const FORECAST = objectSchema('Forecast', {
  subject: orNull(textSchema('The citizen; null for a registration that is not finished.')),
  dry_run: { type: 'boolean', const: true },
  changed: booleanSchema('Whether it would change anything.'),
  ...TOLD,
})

/** Ends the transaction in which an act was tried, so that nothing of it stays. */
class TakenBack extends Error {
  override readonly name = 'TakenBack'
}

/**
 * Tries an act in a transaction that is taken back, and counts before and after what the citizen has. So the forecast comes from the
 * statements of the act, whichever act it is. Nobody waits inside the transaction. Throws what the act throws.
 */
export function forecast(
  database: ActsDatabase,
  act: ActOnCitizen,
  call: Call,
  subject: string,
): Promise<Forecast> {
  return tryWith(database, (tried) => tryAct(tried, act, call, subject))
}

/** Does this in a transaction that is taken back. */
export async function tryWith<Opened extends Pick<ActsDatabase, 'db'>, Seen>(
  database: Opened,
  attempt: (tried: Opened & Pick<ActsDatabase, 'isTrial'>) => Promise<Seen>,
): Promise<Seen> {
  let seen: { readonly value: Seen } | undefined
  try {
    await database.db.transaction(async (tx) => {
      seen = { value: await attempt({ ...database, db: tx, isTrial: true }) }
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (!seen) throw new Error('The act was not tried')
  return seen.value
}

/** The letters that an act would write for somebody who has no account. Throws what the act throws. */
export function forecastLetters(
  database: ActsDatabase,
  act: (tried: ActsDatabase) => Promise<unknown>,
): Promise<readonly NamedLetter[]> {
  return tryWith(database, async (tried) => {
    await act(tried)
    return findNamedLetters(tried.db)
  })
}

async function tryAct(
  database: ActsDatabase,
  act: ActOnCitizen,
  call: Call,
  subject: string,
): Promise<Forecast> {
  const belongings = await findBelongings()
  const citizen = await act.find(database, subject)
  const needs = { ...database, email: citizen.email }
  const before = await lookAtAll(needs, belongings, citizen.citizenId)
  const done = await act.run(database, citizen, call)
  const after = await lookAtAll(needs, belongings, citizen.citizenId)
  const found = belongings.flatMap(
    (belonging, at) => effectOn(belonging, before[at] ?? NONE, after[at] ?? NONE) ?? [],
  )
  return {
    done,
    effects: found.map(({ effect }) => effect),
    kinds: found.map(({ told }) => told),
    letters: await findNamedLetters(database.db),
  }
}

async function findNamedLetters(tx: ActsDatabase['db']): Promise<readonly NamedLetter[]> {
  const letters = await findWrittenLetters(tx)
  if (letters.length === 0) return []
  const nameOf = await findLetterNames()
  return letters.map((letter) => ({ ...letter, subject: nameOf(letter.kind) }))
}

/** Something that a citizen has, and the room that has it. */
interface OfRoom extends Belonging {
  readonly room: string
}

async function findBelongings(): Promise<readonly OfRoom[]> {
  const held = Object.entries(HEADS).map(async ([room, { holds }]) =>
    ((await holds?.()) ?? []).flatMap((one) => ('count' in one ? [{ ...one, room }] : [])),
  )
  return (await Promise.all(held)).flat()
}

/** How many there are of a thing, and which one it is where that may change. */
interface Seen {
  readonly count: number
  readonly which: string | undefined
}

const NONE: Seen = { count: 0, which: undefined }

async function lookAtAll(
  needs: HoldsNeeds,
  belongings: readonly Belonging[],
  citizenId: string,
): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (const { count, which } of belongings)
    seen.push({ count: await count(needs, citizenId), which: await which?.(needs, citizenId) })
  return seen
}

/** Any number of a thing is the same kind of effect. */
const ANY_NUMBER = 2

/** An effect for programs, and as what was told. */
interface FoundEffect {
  readonly effect: Effect
  readonly told: Told
}

function effectOn(belonging: OfRoom, seenBefore: Seen, seenAfter: Seen): FoundEffect | undefined {
  const { room, name, table } = belonging
  const [before, after] = [seenBefore.count, seenAfter.count]
  if (before === after && seenBefore.which === seenAfter.which) return undefined
  const way = before === after ? 'instead' : before > after ? 'less' : 'more'
  const count = Math.abs(after - before)
  const says = inEnglish(belonging, way, { count, then: after }, plainTime)
  if (says === undefined) return undefined
  const kind = `${way}: ${inEnglish(belonging, way, { count: ANY_NUMBER, then: ANY_NUMBER }, isoTime)}`
  return {
    effect: { table, before: unlessEndless(before), after: unlessEndless(after), says },
    told: { kind, says, fact: { tells: 'effect', room, name, way, count, then: after } },
  }
}

const unlessEndless = (count: number) => (count === NO_END ? null : count)

function inEnglish(
  { words }: Belonging,
  way: HeldWay,
  numbers: { readonly count: number; readonly then: number },
  when: (at: UnixSeconds) => string,
): string | undefined {
  const says = words.en[way]
  return says && plainText([sayHeld(says, numbers, (at) => html`${when(unixSeconds(at))}`)])
}

/** What an act would do, comparable with what it would have done at another time. */
export function forecastTold({ kinds, letters }: Forecast): readonly Told[] {
  return [...kinds, ...letters.map(letterTold)]
}

function letterTold(letter: NamedLetter): Told {
  const { kind, recipient } = letter
  const says = letterInWords(letter)
  return {
    // As earlier releases have stored it.
    kind: `sends the letter ${kind} to ${recipient}`,
    says,
    fact: { tells: 'letter', kind, recipient },
  }
}

/** A forecast for whoever says it in another language. */
export function forecastTells(found: Forecast): readonly Said[] {
  const tells = forecastTold(found).map(({ kind: _, ...said }) => said)
  const unwritten: readonly Said[] =
    found.letters.length === 0 ? [{ says: NO_LETTER, fact: { tells: 'no-letter' } }] : []
  const unchanged: readonly Said[] = found.done.changed
    ? []
    : [{ says: 'Nothing would change.', fact: { tells: 'unchanged' } }]
  return [...tells, ...unwritten, ...unchanged]
}

const NO_LETTER = 'sends no letter'

const letterInWords = ({ subject, recipient }: NamedLetter) => `sends the letter “${subject}” to ${recipient}`

/** What would happen, in words. */
export function wouldHappen(found: Forecast): readonly string[] {
  const { subject } = found.done.citizen
  return [`This would happen to citizen ${subject}:`, ...forecastLines(found).map((line) => `  - ${line}`)]
}

/** What would happen where nobody has an account, in words. */
export function lettersWouldGo(letters: readonly NamedLetter[]): readonly string[] {
  return ['This would happen:', ...letters.map((letter) => `  - ${letterInWords(letter)}`)]
}

/** A forecast in words, a line for each thing. */
function forecastLines({ effects, letters }: Forecast): readonly string[] {
  return [
    ...effects.map(({ says }) => says),
    ...(letters.length === 0 ? [NO_LETTER] : []),
    ...letters.map(letterInWords),
  ]
}
