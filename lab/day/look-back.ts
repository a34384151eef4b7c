import { until } from '../../journeys/kit/until.ts'
import type { Day } from './day.ts'
import { SECURITY } from './people/operators.ts'
import type { Answered } from './questions/index.ts'
import type { Fault } from './traffic/answers.ts'

/** What is so of the day, and how much contradicts it. */
export type Verdict = Pick<Answered, 'name' | 'section' | 'found' | 'first'>

interface Verified {
  readonly whole: boolean
  readonly events: number
  readonly breaks: readonly { readonly what: string }[]
}

/** Compares the audit with its seals, and says what callers and mailboxes saw, when no letter waits any more and the whole day is sealed. */
export async function lookBack(day: Day): Promise<readonly Verdict[]> {
  const { stage } = day
  const { db } = stage.database
  await until('no letter waits', async () => {
    const waiting = await db.query`select message_id from outbox limit 1`
    return waiting.length === 0 || undefined
  })
  const end = stage.clock.now()
  await until('the day is sealed', async () => {
    const seals =
      await db.query`select number from audit_seals where sealed_at >= to_timestamp(${end}) limit 1`
    return seals.length > 0 || undefined
  })
  return [await verifyAudit(day), ...whatCallersSaw(day)]
}

async function verifyAudit({ stage }: Day): Promise<Verdict> {
  const order = { words: ['audit', 'verify'], as: SECURITY, alsoCodes: [1] }
  const { breaks } = await stage.command<Verified>(order)
  const first = breaks[0]?.what ?? ''
  return { name: 'The audit is as it was sealed', section: '3 suspension', found: breaks.length, first }
}

function whatCallersSaw({ answers, stage }: Day): readonly Verdict[] {
  const byId = Map.groupBy(stage.mail.mails, ({ messageId }) => messageId)
  const twice = [...byId.values()].filter((same) => same.length > 1)
  return [
    {
      name: 'No answer is 5xx outside of an outage, and no request is lost',
      section: '4.1, 7',
      ...told(answers.faults),
    },
    {
      name: 'Citizens, programs and operators get what the contract says',
      section: '3, 4, 5, 8',
      ...told(answers.surprises),
    },
    {
      name: 'A letter comes once',
      section: '4.1 enrollment',
      ...{ found: twice.length, first: twice[0]?.[0]?.subject ?? '' },
    },
  ]
}

function told(faults: readonly Fault[]): Pick<Verdict, 'found' | 'first'> {
  const [first] = faults
  return { found: faults.length, first: first ? `${first.at} ${first.what}` : '' }
}
