import { setTimeout as wait } from 'node:timers/promises'
import type { CitizensAct, RefusedOrder } from '../moments/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import { booleanSchema, countSchema, objectSchema, oneWordOf } from '../platform/operation.ts'
import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type EndedBy, type InviteSummary, type Inviting, inviteCitizens } from './invite-citizens.ts'

/** What an invitation has done, or would do. */
export const INVITED_CITIZENS = objectSchema('InvitedCitizens', {
  dry_run: booleanSchema('Whether nobody was invited.'),
  due: countSchema('Citizens who were to be invited when it began.'),
  invited: countSchema('Citizens who were invited; 0 in a dry run.'),
  invited_before: countSchema('Citizens who were invited before, and are not invited again.'),
  suspended: countSchema('Citizens who are not invited because they are suspended.'),
  rate: countSchema('Letters an hour.'),
  ended_by: oneWordOf<EndedBy>({
    all: 'nobody is left',
    limit: '`--limit`',
    operator: 'it was stopped',
    refusals: 'the mail server refused too many of the letters for good',
  }),
})

/** What a number may be, and what it is where nobody gives it. */
interface Bounds {
  readonly standard: number
  readonly least: number
  readonly most: number
}

/** The most is ten a second. */
const LETTERS_AN_HOUR: Bounds = { standard: 1_000, least: 1, most: 36_000 }
const CITIZENS: Bounds = { standard: 99_999_999, least: 1, most: 99_999_999 }
const AGAIN_DAYS: Bounds = { standard: 7, least: 7, most: 3_650 }
const MOST_NAME_CHARACTERS = 100
const DAY_SECONDS = 24 * 60 * 60

/**
 * What mail programs make a link of, in NFKC, where each dot of a domain is one of two: of an address, or of five digits that may be a telephone number. A domain that
 * nobody looks after any more may be somebody else's tomorrow.
 */
const LINK_LIKE = /[@/:\u3002]|\.\S|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4}/u

type GivenAct = Parameters<CitizensAct['run']>[1]

/** Carries out `portico citizen invite`. */
export const inviteOrder: CitizensAct['run'] = async (needs, given) => {
  const order = readOrder(given, needs.clock.now())
  if (!order.ok) return order
  const { progress, stopped } = given
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopped }).catch(() => undefined)
  const done = await inviteCitizens({ ...needs, progress, stopped, pause }, order.value)
  if (!done.ok) return refused({ says: done.refusal })
  const { due, invited, before, suspended, endedBy } = done.value
  const isDryRun = order.value.mode === 'dry-run'
  const json = {
    ...{ dry_run: isDryRun, due, invited, invited_before: before, suspended },
    ...{ rate: order.value.perHour, ended_by: endedBy },
  }
  const isFault = endedBy === 'operator' || endedBy === 'refusals'
  return accepted({ json, lines: linesOf(done.value, order.value), isFault })
}

function readOrder(given: GivenAct, now: UnixSeconds): Result<Inviting, RefusedOrder> {
  const perHour = readNumber(given, 'rate', LETTERS_AN_HOUR)
  if (!perHour.ok) return perHour
  const limit = readNumber(given, 'limit', CITIZENS)
  if (!limit.ok) return limit
  const days = readNumber(given, 'again-after', AGAIN_DAYS)
  if (!days.ok) return days
  const movedFrom = readSystem(given.option('moved-from'))
  if (!movedFrom.ok) return movedFrom
  return accepted({
    ...{ perHour: perHour.value, limit: limit.value, movedFrom: movedFrom.value },
    withPassword: given.has('with-password'),
    againBefore:
      given.option('again-after') === undefined ? undefined : plusSeconds(now, -days.value * DAY_SECONDS),
    mode: given.has('dry-run') ? 'dry-run' : 'real',
  })
}

function readNumber(
  given: GivenAct,
  option: string,
  { standard, least, most }: Bounds,
): Result<number, RefusedOrder> {
  const words = given.option(option) ?? String(standard)
  const number = /^\d{1,8}$/.test(words) ? Number(words) : Number.NaN
  if (number >= least && number <= most) return accepted(number)
  return refused({ says: `--${option} '${words}' is not a whole number from ${least} to ${most}.` })
}

function readSystem(given: string | undefined): Result<string | undefined, RefusedOrder> {
  if (given === undefined) return accepted(given)
  const read = readText(given, MOST_NAME_CHARACTERS)
  if (
    read.ok &&
    read.value !== '' &&
    isPrintable(read.value) &&
    !LINK_LIKE.test(read.value.normalize('NFKC'))
  )
    return read
  return refused({
    says: `--moved-from must be one line of 1 to ${MOST_NAME_CHARACTERS} characters that no mail program makes a link of, with fewer than five digits in a row: give the name of the system, and no address or telephone number.`,
  })
}

function linesOf(
  { due, invited, before, suspended, endedBy }: InviteSummary,
  { mode, perHour, limit }: Inviting,
): readonly string[] {
  const others = `${counted(before, 'was', 'were')} invited before, ${counted(suspended, 'is', 'are')} suspended.`
  if (mode === 'dry-run')
    return [
      `${limit < due ? `${limit} of ` : ''}${counted(due, 'citizen')} would be invited: ${others}`,
      `At ${counted(perHour, 'letter')} an hour that takes ${howLong(Math.min(due, limit) / perHour)}.`,
      ...END[endedBy],
    ]
  return [
    `${invited} of ${counted(due, 'citizen')} ${invited === 1 ? 'was' : 'were'} invited: ${others}`,
    ...END[endedBy],
  ]
}

const END: Readonly<Record<EndedBy, readonly string[]>> = {
  all: [],
  limit: [],
  operator: ['It was stopped before the end. Run it again: it goes on where it stopped.'],
  refusals: [
    'It was stopped, because the mail server refuses so many of these letters for good: the log has its answers as letter-not-taken. Run it again when the cause is gone.',
  ],
}

function howLong(hours: number): string {
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `about ${counted(Math.round(hours), 'hour')}` : `about ${Math.round(hours / 24)} days`
}
