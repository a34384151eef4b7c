import { accepted, type Result, readEmail, refused } from '@portico/identity/parts'
import { CITIZEN_ACTIONS, type CitizenAction, isCitizenAction } from './act-on-citizen.ts'
import { FAULT_NAMES, isFaultName } from './fault.ts'
import type { FaultBoard, FaultSetting } from './fault-board.ts'
import type { TravellingClock } from './travelling-clock.ts'

/** What orders change. */
export interface Orders {
  readonly board: Pick<FaultBoard, 'set' | 'clear'>
  readonly clock: TravellingClock
  /** False where there is no such citizen. */
  act(action: CitizenAction, emailOrSubject: string): Promise<boolean>
  /** Gives a citizen another address. False where there is no such citizen, or somebody has the address. */
  readdress(emailOrSubject: string, email: string): Promise<boolean>
}

/** Why an order is refused, as a sentence for developers. */
export type OrderRefusal = string

/** Carries an order out; returns why that was not possible. */
type Order = (orders: Orders) => Promise<OrderRefusal | undefined>

type Fields = Readonly<Record<string, unknown>>

/** What an order is about. */
export type Subject = 'faults' | 'citizens' | 'time'

/** Reads an order: what to change, and how. */
export function readOrder(subject: Subject, fields: Fields): Result<Order, OrderRefusal> {
  if (subject === 'faults') return readFaultOrder(fields)
  return subject === 'citizens' ? readCitizenOrder(fields) : readTimeOrder(fields)
}

const SETTINGS: readonly string[] = ['next', 'always', 'off'] satisfies FaultSetting[]

function readFaultOrder({ fault, for: setting }: Fields): Result<Order, OrderRefusal> {
  if (!isSetting(setting)) return refused(`"for" must be one of: ${SETTINGS.join(', ')}.`)
  if (fault === 'all' && setting === 'off') return accepted(done(({ board }) => board.clear()))
  if (typeof fault !== 'string' || !isFaultName(fault))
    return refused(`"fault" must be one of: ${FAULT_NAMES.join(', ')}; or "all" with "for": "off".`)
  return accepted(done(({ board }) => board.set(fault, setting)))
}

function isSetting(setting: unknown): setting is FaultSetting {
  return typeof setting === 'string' && SETTINGS.includes(setting)
}

function readCitizenOrder({ citizen, action, email }: Fields): Result<Order, OrderRefusal> {
  if (email !== undefined && action === undefined) return readAddressOrder(citizen, email)
  if (typeof action !== 'string' || !isCitizenAction(action))
    return refused(`"action" must be one of: ${Object.keys(CITIZEN_ACTIONS).join(', ')}.`)
  if (typeof citizen !== 'string') return refused('"citizen" must be an e-mail address or a subject.')
  return accepted(async ({ act }) => ((await act(action, citizen)) ? undefined : 'There is no such citizen.'))
}

function readAddressOrder(citizen: unknown, given: unknown): Result<Order, OrderRefusal> {
  const email = readEmail(typeof given === 'string' ? given : undefined)
  if (typeof citizen !== 'string' || !email.ok)
    return refused('"citizen" must be an e-mail address or a subject, and "email" the new address.')
  return accepted(async ({ readdress }) =>
    (await readdress(citizen, email.value))
      ? undefined
      : 'There is no such citizen, or another one has this address.',
  )
}

const MOST_SECONDS = 10 * 366 * 24 * 60 * 60

function readTimeOrder(fields: Fields): Result<Order, OrderRefusal> {
  const { forward_seconds: forward, program_clock: programClock } = fields
  if (programClock !== undefined && programClock !== 'machine' && programClock !== 'simulator')
    return refused('"program_clock" must be machine or simulator.')
  const seconds = forward === undefined ? 0 : Number(forward)
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MOST_SECONDS)
    return refused(
      '"forward_seconds" must be a whole number of seconds, at most ten years. Time never goes back.',
    )
  return accepted(
    done(({ clock }) => {
      clock.forward(seconds)
      if (programClock !== undefined) clock.setProgramClock(programClock)
    }),
  )
}

function done(work: (orders: Orders) => void): Order {
  return async (orders) => {
    work(orders)
    return undefined
  }
}
