import { openConnections, sendTogether } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { givenIn } from '../../../journeys/kit/http/response.ts'
import {
  codeRequest,
  refreshRequest,
  revocationRequest,
  type Tokens,
} from '../../../journeys/kit/oauth-requests.ts'
import { newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import type { Siege, Stage } from '../stage.ts'
import { openDeployment } from '../targets/deployment.ts'
import {
  alive,
  entered,
  oneWinner,
  passwordForm,
  RACERS,
  type Race,
  type RaceSetup,
  recoveryLink,
  times,
} from './race.ts'
import { PER_EMAIL, raceForRecovery, raceForRegistration, raceToRegister } from './races-for-links.ts'

/** Many parallel requests for one value, at two processes. */
export const races: Stage = {
  name: 'races',
  about: 'thirty parallel requests at two processes, for everything that works once',
  async run(siege) {
    const deployment = await openDeployment(siege, {
      environment: { PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: String(PER_EMAIL) },
    })
    const connections = await openConnections(deployment.ports, RACERS)
    siege.cleanup.add(() => connections.forEach(({ close }) => close()))
    await runAll(siege, { deployment, connections })
  },
}

const RACES: Readonly<Record<string, Race>> = {
  'one code, 30 redemptions: one succeeds, and the replays end its grant': raceForCode,
  'one refresh token, 30 rotations: one succeeds, and its tokens are valid': raceForRotation,
  'one recovery link in three browsers, 30 uses: one browser succeeds, and one mail says so': raceForRecovery,
  [`one address, 30 registrations: exactly ${PER_EMAIL} accepted, each mailed once`]: raceToRegister,
  'three links of one address in three browsers, 30 uses: one account': raceForRegistration,
  'after a reset during rotations no token is valid': resetAmongRotations,
  'after a revocation during rotations no token is valid': revocationAmongRotations,
  'no access token outlives its grant (by SQL after each round)': findOutlived,
}

async function runAll(siege: Siege, setup: RaceSetup): Promise<void> {
  const rounds = siege.count(20, 200)
  const faults = new Map<string, string[]>(Object.keys(RACES).map((claim) => [claim, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [claim, race] of Object.entries(RACES))
      faults.get(claim)?.push(...(await race(setup, round)).map((fault) => `round ${round}: ${fault}`))
    if (round % siege.count(5, 20) === 0) siege.say(`${round} of ${rounds} rounds`)
  }
  for (const [claim, found] of faults) siege.judge(claim, found, `${rounds} rounds at two processes`)
}

async function findOutlived({ deployment }: RaceSetup): Promise<readonly string[]> {
  const outlived = await tokensThatOutlivedTheirGrant(deployment.database)
  return outlived.map(({ grantId }) => `an access token outlived its grant ${grantId}`)
}

async function raceForCode({ deployment, connections }: RaceSetup): Promise<readonly string[]> {
  const { program } = deployment
  const { browser } = await entered(deployment)
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const requests = times(() => codeRequest(program, { ...attempt, code }))
  const responses = await sendTogether(connections, requests)
  return [...oneWinner(responses, 200, 400), ...(await alive(deployment, givenIn<Tokens>(responses)))]
}

async function raceForRotation({ deployment, connections }: RaceSetup): Promise<readonly string[]> {
  const { tokens } = await entered(deployment)
  const requests = times(() => refreshRequest(deployment.program, tokens.refresh_token))
  const responses = await sendTogether(connections, requests)
  const living = await alive(deployment, givenIn<Tokens>(responses))
  const dead = living.length === 1 ? [] : ['the winner’s access token is dead']
  return [...oneWinner(responses, 200, 400), ...dead]
}

/** The number of copies of each rotation, so that rotations also race with each other. */
const COPIES = 3

/** A password reset during rotations ends every token that the rotations got. */
async function resetAmongRotations(setup: RaceSetup): Promise<readonly string[]> {
  const { deployment } = setup
  const citizen = await deployment.newCitizen()
  const { tokens } = await entered(deployment, citizen)
  const ending = await passwordForm(deployment, await recoveryLink(deployment, citizen.email), 1)
  return endAmongRotations(setup, tokens, { what: 'reset', ending, expected: 303 })
}

/** A revocation of the oldest token during rotations ends the newest as well. */
async function revocationAmongRotations(setup: RaceSetup): Promise<readonly string[]> {
  const { deployment } = setup
  const { tokens } = await entered(deployment)
  const ending = revocationRequest(deployment.program, tokens.refresh_token)
  return endAmongRotations(setup, tokens, { what: 'revocation', ending, expected: 200 })
}

/** Sends the request that ends a grant, and rotates until no tokens are given any more; then every token must have ended. */
async function endAmongRotations(
  { deployment, connections }: RaceSetup,
  first: Tokens,
  { what, ending, expected }: { what: string; ending: HttpRequest; expected: number },
): Promise<readonly string[]> {
  const { program } = deployment
  const ended = sendTogether(connections.slice(0, 1), [ending])
  const given: Tokens[] = []
  for (let newest: Tokens | undefined = first; newest !== undefined; ) {
    const rotations = Array<HttpRequest>(COPIES).fill(refreshRequest(program, newest.refresh_token))
    const won: readonly Tokens[] = givenIn<Tokens>(await sendTogether(connections.slice(1), rotations))
    given.push(...won)
    newest = won[0]
  }
  const status = (await ended)[0]?.status
  const living = await alive(deployment, [first, ...given])
  const refreshed = []
  for (const { refresh_token } of given)
    refreshed.push(await deployment.send(refreshRequest(program, refresh_token)))
  return [
    ...(status === expected ? [] : [`the ${what} answered ${status}`]),
    ...living,
    ...givenIn(refreshed).map(() => 'a refresh token lives on'),
  ]
}
