import { until } from '../../kit/until.ts'
import type { Account } from '../ground/account.ts'
import { type Deed, deeds } from '../ground/deeds.ts'
import { interrogate } from '../ground/interrogate.ts'
import { openLedger } from '../ground/ledger.ts'
import { openTown, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** Service processes are killed at random moments under mixed load. */
export const kills: Stage = {
  name: 'kills',
  about: 'kill -9 at random moments of a mixed load; every acknowledged effect is in a ledger',
  async run(siege) {
    const town = await openTown(siege)
    try {
      await besiege(siege, town)
    } finally {
      await town.close()
    }
  },
}

const LONGEST_MILLISECONDS = 900
const SUBJECT = 'Confirm your email address'

async function besiege(siege: Siege, town: Town): Promise<void> {
  const rounds = siege.count(10, 100)
  const faults: string[] = []
  const registered: string[] = []
  const killedAt: number[] = []
  let acknowledged = 0
  let unanswered = 0
  for (let round = 1; round <= rounds; round += 1) {
    const account: Account = { town, ledger: openLedger(), registered, faults, isStruck: false }
    const work = await deeds(account)
    const victims = round % 4 === 0 ? town.processes : [town.at(round)]
    unanswered += await strike(account, work, victims, killedAt)
    await Promise.all(victims.map((victim) => victim.start()))
    const before = faults.length
    await interrogate(account)
    for (let index = before; index < faults.length; index += 1)
      faults[index] = `kill ${round}: ${faults[index]}`
    acknowledged += account.ledger.acknowledged
    if (round % siege.count(2, 10) === 0)
      siege.say(`${round} of ${rounds} kills, ${acknowledged} effects acknowledged`)
  }
  const seen = `${rounds} kills, ${acknowledged} effects acknowledged, ${unanswered} requests never answered, or 503`
  siege.judge('nothing acknowledged is missing, and nothing used works again', faults, seen)
  await judgeMail(siege, town, { registered, killedAt })
}

/** Begins everything, kills at a random moment of it; returns how many requests got no answer, or a 503. */
async function strike(
  account: Account,
  work: readonly Deed[],
  victims: readonly Town['processes'][0][],
  killedAt: number[],
): Promise<number> {
  const doing = work.map((deed) => deed())
  await new Promise((resolve) => void setTimeout(resolve, Math.random() * LONGEST_MILLISECONDS))
  killedAt.push(performance.now())
  account.isStruck = true
  await Promise.all(victims.map((victim) => victim.kill()))
  const ends = await Promise.all(doing)
  return ends.filter((end) => end === 'unanswered').length
}

/**
 * How far from a kill the first of two copies may have been taken: the mail server has it, and the process died before it
 * could write that down. The server notes its own time, which on a busy machine is a little before or after the kill.
 */
const IN_FLIGHT_MILLISECONDS = 250

async function judgeMail(
  siege: Siege,
  { post, database }: Town,
  { registered, killedAt }: { readonly registered: readonly string[]; readonly killedAt: readonly number[] },
): Promise<void> {
  await until('the outbox is empty', async () => {
    const waiting = await database.db.query`select 1 as waiting from outbox limit 1`
    return waiting.length === 0 ? true : undefined
  })
  const missing = registered.filter((email) => post.mailsTo(email, SUBJECT).length === 0)
  siege.judge(
    'every registration that was answered 202 gets its mail',
    missing.map((email) => `${email} got none`),
    `${registered.length} registrations`,
  )
  const byId = Map.groupBy(post.taken, ({ messageId }) => messageId)
  const doubled = [...byId.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [first] : [],
  )
  const distances = doubled.map(({ at }) => Math.min(...killedAt.map((killed) => Math.abs(killed - at))))
  siege.judge(
    'a mail is doubled only where the kill came between the mail server’s word and the service’s note of it',
    doubled.flatMap(({ subject }, index) => {
      const distance = Math.round(distances[index] ?? 0)
      return distance > IN_FLIGHT_MILLISECONDS ? [`"${subject}" twice, ${distance} ms from any kill`] : []
    }),
    `${post.taken.length} mails, ${doubled.length} doubled${doubled.length === 0 ? '' : `, at most ${Math.round(Math.max(...distances))} ms from a kill`}`,
  )
}
