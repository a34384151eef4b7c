import { newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import { codeShot, refreshShot } from '../ground/paper.ts'
import { alive, type Course, entered, oneWinner, RACERS, type Race, times, tokensOf } from '../ground/race.ts'
import { openWires, salvo } from '../ground/salvo.ts'
import { openTown, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'
import { resetAmongRotations, revocationAmongRotations } from './races-for-endings.ts'
import { PER_EMAIL, raceForRecovery, raceForRegistration, raceToRegister } from './races-for-links.ts'

/** Many at once for one thing, at two processes. */
export const races: Stage = {
  name: 'races',
  about: 'thirty at once, at two processes, for whatever may be had once',
  async run(siege) {
    const town = await openTown(siege, {
      environment: { PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: String(PER_EMAIL) },
    })
    const wires = await openWires(town.ports, RACERS)
    try {
      await runAll(siege, { town, wires })
    } finally {
      for (const wire of wires) wire.close()
      await town.close()
    }
  },
}

const RACES: Readonly<Record<string, Race>> = {
  'one code, 30 redemptions: one winner, and the replays end what it got': raceForCode,
  'one refresh token, 30 rotations: one winner, whose tokens live': raceForRotation,
  'one recovery link, 30 uses: one winner, one mail that says so': raceForRecovery,
  [`one address, 30 registrations: exactly ${PER_EMAIL} accepted, each mailed once`]: raceToRegister,
  'three links of one address, 30 uses: one account': raceForRegistration,
  'a reset among rotations leaves nothing alive': resetAmongRotations,
  'a revocation among rotations leaves nothing alive': revocationAmongRotations,
}

const LAW = 'no access token outlives its grant (by SQL after each round)'

async function runAll(siege: Siege, course: Course): Promise<void> {
  const rounds = siege.count(20, 200)
  const faults = new Map<string, string[]>([...Object.keys(RACES), LAW].map((claim) => [claim, []]))
  const note = (claim: string, round: number, found: readonly string[]) =>
    faults.get(claim)?.push(...found.map((fault) => `round ${round}: ${fault}`))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [claim, race] of Object.entries(RACES)) note(claim, round, await race(course, round))
    note(LAW, round, await brokenLaw(course.town))
    if (round % siege.count(5, 20) === 0) siege.say(`${round} of ${rounds} rounds`)
  }
  for (const [claim, found] of faults) siege.judge(claim, found, `${rounds} rounds at two processes`)
}

async function brokenLaw({ database }: Town): Promise<readonly string[]> {
  const outlived = await tokensThatOutlivedTheirGrant(database)
  return outlived.map(({ grantId }) => `an access token outlived its grant ${grantId}`)
}

async function raceForCode({ town, wires }: Course): Promise<readonly string[]> {
  const { browser } = await entered(town)
  const attempt = newAttempt(town.program)
  const code = await obtainCode(browser, attempt)
  const hits = await salvo(
    wires,
    times(() => codeShot(town.program, { ...attempt, code })),
  )
  return [...oneWinner(hits, 200, 400), ...(await alive(town, tokensOf(hits)))]
}

async function raceForRotation({ town, wires }: Course): Promise<readonly string[]> {
  const { tokens } = await entered(town)
  const hits = await salvo(
    wires,
    times(() => refreshShot(town.program, tokens.refresh_token)),
  )
  const living = await alive(town, tokensOf(hits))
  return [...oneWinner(hits, 200, 400), ...(living.length === 1 ? [] : ['the winner’s access token is dead'])]
}
