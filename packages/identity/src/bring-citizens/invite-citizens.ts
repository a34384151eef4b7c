import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import { counted } from '../platform/counted.ts'
import { howFar } from '../platform/how-far.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession } from '../platform/postgres/session.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type InviteOrder, inviteCitizen } from './invite-citizen.ts'
import { lockInvitations } from './invite-store.ts'
import { startTurns, type TurnNeeds } from './turns.ts'
import { type Need, whoIsInvited } from './who-is-invited.ts'

/** The database, the keys, who invites, and how it waits. */
export interface InviteNeeds extends LetterNeeds, OrderedByOperator, Omit<TurnNeeds, 'db' | 'clock'> {
  readonly address: DatabaseAddress
}

/** Who is invited, and how fast. */
export interface Inviting extends InviteOrder {
  readonly perHour: number
  /** At most so many. */
  readonly limit: number
  readonly mode: 'dry-run' | 'real'
}

/** Why no more are invited. */
export type EndedBy = 'all' | 'limit' | 'operator' | 'refusals'

/** What became of it. */
export interface InviteSummary {
  /** How many were to be invited when it began. */
  readonly due: number
  readonly invited: number
  /** How many have their letter from before. */
  readonly before: number
  readonly suspended: number
  readonly endedBy: EndedBy
}

const SAID_EVERY_MILLISECONDS = 60_000

/** Invites citizens who were brought, one after the other. One run works on a database at a time; a dry run only counts. */
export async function inviteCitizens(
  needs: InviteNeeds,
  order: Inviting,
): Promise<Result<InviteSummary, string>> {
  // Its connection has the lock and looks at the outbox: where it is lost, so is the run.
  const session = await openSession(needs.address, { application_name: 'portico-invite' })
  try {
    if (order.mode === 'real' && !(await lockInvitations(session)))
      return refused(
        'Citizens are being invited on this database already: wait for the end of that, or stop it.',
      )
    needs.progress('The accounts are looked through.')
    const counts = await count(session, order, needs.stopped)
    const { invited, endedBy } = await inviteAll(needs, order, { session, due: counts.due })
    const { due, invited: before, suspended } = counts
    await appendEvent(needs, {
      name: 'citizens-invited',
      origin: needs.by,
      details: { dry_run: order.mode === 'dry-run', due, invited, ended_by: endedBy },
    })
    return accepted({ due, invited, before, suspended, endedBy })
  } finally {
    await session.close()
  }
}

async function count(
  session: Database,
  order: Inviting,
  stopped: AbortSignal,
): Promise<Readonly<Record<Need, number>>> {
  const counts = { due: 0, invited: 0, suspended: 0, none: 0 }
  for await (const { need } of whoIsInvited(session, order)) {
    if (stopped.aborted) break
    counts[need] += 1
  }
  return counts
}

async function inviteAll(
  needs: InviteNeeds,
  order: Inviting,
  { session, due }: { readonly session: Database; readonly due: number },
): Promise<Pick<InviteSummary, 'invited' | 'endedBy'>> {
  let invited = 0
  if (needs.stopped.aborted) return { invited, endedBy: 'operator' }
  if (order.mode === 'dry-run') return { invited, endedBy: 'all' }
  const turns = startTurns({ ...needs, db: session }, order.perHour)
  const whole = Math.min(due, order.limit)
  needs.progress(`${counted(whole, 'citizen is', 'citizens are')} to be invited, ${order.perHour} an hour`)
  let saidAt = needs.clock.nowMilliseconds()
  for await (const { citizenId, need } of whoIsInvited(session, order)) {
    if (need !== 'due') continue
    if (invited === order.limit) return { invited, endedBy: 'limit' }
    const turn = await turns.next()
    if (turn !== 'go') return { invited, endedBy: turn }
    if (!(await inviteCitizen(needs, citizenId, order))) continue
    turns.note()
    invited += 1
    const now = needs.clock.nowMilliseconds()
    if (now < saidAt + SAID_EVERY_MILLISECONDS) continue
    saidAt = now
    needs.progress(`${invited}${howFar(invited, whole)} citizens invited`)
  }
  return { invited, endedBy: 'all' }
}
