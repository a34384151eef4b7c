import type { ByOperator } from '../audit/index.ts'
import { type OperatorNeeds, operatorChange } from '../citizens/index.ts'
import type { OrderWithOptions } from '../moments/index.ts'
import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { instantSchema } from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { accepted, refused } from '../platform/result.ts'
import { endIfOver } from './end-over-investigations.ts'
import { deleteRunning, insertInvestigation } from './investigation-store.ts'
import type { InvestigationWords } from './words/en.ts'

const DAY_SECONDS = 24 * 60 * 60

/** What an operator's order of an investigation needs. */
export type InvestigateNeeds = OperatorNeeds & ByOperator & { readonly investigationDays: number }

/** What the answer has beside the citizen. */
export const BEGUN_INVESTIGATION = {
  until: instantSchema('When it ends by itself, and the citizen reads every look.'),
}

const RUNS =
  'The account is investigated already. Its end is not put off: when it is over, the citizen reads every look of it, and another investigation needs a reason of its own.'

type Words = InvestigationWords['acts']['begin']

const refuse = (because: keyof (Words['nothing'] & Words['refused']), says: string, count?: number) =>
  refused({ because, says, ...(count !== undefined && { count }) })

/**
 * `portico citizen investigate`: holds looks back from the citizen until an end that nobody can put off. Of two at once, one begins. It begins by the earlier one of both clocks: a look that a clock behind dates is
 * held back, too.
 */
export const beginInvestigation: OrderWithOptions<InvestigateNeeds>['useCase'] = async (
  needs,
  citizen,
  { reason, option },
) => {
  const { investigationDays: most } = needs
  const days = readDays(option('days'), most)
  if (days === undefined) return refuse('bad-days', `--days must be a whole number from 1 to ${most}.`, most)
  const begun: { until?: UnixSeconds } = {}
  const changed = await operatorChange<InvestigateNeeds>(
    'investigation-begun',
    async (db, citizenId, { by }) => {
      await endIfOver({ ...needs, db }, citizenId)
      const now = await databaseNow(db)
      const since = unixSeconds(Math.min(now, needs.clock.now()))
      const endsAt = plusSeconds(now, days * DAY_SECONDS)
      if (!(await insertInvestigation(db, { citizenId, operator: by.operator, since, endsAt }))) return false
      begun.until = endsAt
      return { until: isoInstant(endsAt) }
    },
  )(needs, { emailOrSubject: citizen.subject, reason })
  if (!changed.ok) return changed
  if (begun.until === undefined) return refuse('runs', RUNS)
  return accepted({ json: { until: isoInstant(begun.until) }, done: { at: begun.until } })
}

function readDays(typed: string, most: number): number | undefined {
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  return days >= 1 && days <= most ? days : undefined
}

/** `portico citizen end-investigation`: from now on the citizen reads every look. */
export const endInvestigation = operatorChange('investigation-ended', (tx, citizenId) =>
  deleteRunning(tx, citizenId),
)
