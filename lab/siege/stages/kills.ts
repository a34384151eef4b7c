import { setTimeout as wait } from 'node:timers/promises'
import type { IdentityProcess } from '../../../journeys/kit/identity-process.ts'
import { checkLedger } from '../kills/check-ledger.ts'
import { openLedger } from '../kills/ledger.ts'
import { type Operation, prepareOperations, type Round } from '../kills/operations.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment, SUBJECTS } from '../targets/deployment.ts'

/** Service processes are killed at random moments under mixed load. */
export const kills: Stage = {
  name: 'kills',
  about: 'kill -9 at random moments of a mixed load; a ledger records every acknowledged effect',
  run: async (siege) => killAll(siege, await openDeployment(siege)),
}

const LONGEST_MILLISECONDS = 900

async function killAll(siege: Siege, deployment: Deployment): Promise<void> {
  const rounds = siege.count(4, 100)
  const faults: string[] = []
  const registered: string[] = []
  const killedAt: number[] = []
  let acknowledged = 0
  let unanswered = 0
  for (let number = 1; number <= rounds; number += 1) {
    const ledger = openLedger()
    const round: Round = { deployment, ledger, registered, faults: [], isKilled: false }
    const operations = await prepareOperations(round)
    // In a quick run each of the two processes is killed alone, and then both.
    const killed = number % 4 === 0 ? deployment.processes : [deployment.at(number)]
    unanswered += await killAmid(round, operations, { killed, killedAt })
    await Promise.all(killed.map((each) => each.start()))
    await checkLedger(round)
    faults.push(...round.faults.map((fault) => `kill ${number}: ${fault}`))
    acknowledged += ledger.acknowledged
    if (number % siege.count(2, 10) === 0)
      siege.say(`${number} of ${rounds} kills, ${acknowledged} effects acknowledged`)
  }
  const seen = `${rounds} kills, ${acknowledged} effects acknowledged, ${unanswered} requests never answered, or 503`
  siege.judge('no acknowledged effect is missing, and no used value works again', faults, seen)
  await judgeMail(siege, deployment, { registered, killedAt })
}

/** Starts all operations and kills at a random moment. Returns how many requests got no answer, or a 503. */
async function killAmid(
  round: Round,
  operations: readonly Operation[],
  { killed, killedAt }: { killed: readonly IdentityProcess[]; killedAt: number[] },
): Promise<number> {
  const running = operations.map((operation) => operation())
  await wait(Math.random() * LONGEST_MILLISECONDS)
  killedAt.push(performance.now())
  round.isKilled = true
  await Promise.all(killed.map((each) => each.kill()))
  return (await Promise.all(running)).filter((end) => end === 'unanswered').length
}

/**
 * The longest time between a kill and the first of two copies: the mail server accepted it, and the process died before it
 * could record that. The mail server records its own time, which on a busy machine is a little before or after the kill.
 */
const IN_FLIGHT_MILLISECONDS = 250

async function judgeMail(
  siege: Siege,
  { mail, outboxEmpty }: Deployment,
  { registered, killedAt }: { readonly registered: readonly string[]; readonly killedAt: readonly number[] },
): Promise<void> {
  await outboxEmpty()
  const missing = registered.filter((email) => mail.mailsTo(email, SUBJECTS.register).length === 0)
  siege.judge(
    'every registration that was answered 202 gets its mail',
    missing.map((email) => `${email} got none`),
    `${registered.length} registrations`,
  )
  const byId = Map.groupBy(mail.mails, ({ messageId }) => messageId)
  const doubled = [...byId.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [first] : [],
  )
  const distances = doubled.map(({ takenAt }) =>
    Math.min(...killedAt.map((killed) => Math.abs(killed - takenAt))),
  )
  siege.judge(
    'a mail is sent twice only if the kill came between the mail server’s reply and the service’s record of it',
    doubled.flatMap(({ subject }, index) => {
      const distance = Math.round(distances[index] ?? 0)
      return distance > IN_FLIGHT_MILLISECONDS ? [`"${subject}" twice, ${distance} ms from any kill`] : []
    }),
    `${mail.mails.length} mails, ${doubled.length} doubled${doubled.length === 0 ? '' : `, at most ${Math.round(Math.max(...distances))} ms from a kill`}`,
  )
}
