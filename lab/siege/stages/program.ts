import { addOldAccount } from '../../../examples/parking-permits/server/index.ts'
import { sendAtOnce } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { givenIn, type HttpResponse, statusesOf } from '../../../journeys/kit/http/response.ts'
import type { Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import type { Stage } from '../stage.ts'
import { type Deployment, openDeployment } from '../targets/deployment.ts'
import { exchangeRequest, openPermits, type Permits, rotationRequest, signedIn } from '../targets/permits.ts'
import { killIdentity } from './program-without-identity.ts'

/** Two processes of a program race, and the identity service dies under them. */
export const program: Stage = {
  name: 'program',
  about:
    'two processes of parking permits: parallel handoffs, first sign-ins, links and rotations; the identity service is killed at each step',
  async run(siege) {
    const port = String(await freePort())
    const environment = { PORTICO_PORT: port, PORTICO_BASE_URL: `http://localhost:${port}` }
    const deployment = await openDeployment(siege, { processes: 1, environment })
    const permits = await openPermits(siege, deployment)
    for (const [claim, race] of Object.entries(RACES)) {
      const faults: string[] = []
      const rounds = siege.count(3, 200)
      for (let round = 1; round <= rounds; round += 1)
        faults.push(...(await race(deployment, permits)).map((fault) => `round ${round}: ${fault}`))
      siege.judge(claim, faults, `${rounds} rounds at two processes`)
    }
    await killIdentity(siege, deployment, permits)
  },
}

type Race = (deployment: Deployment, permits: Permits) => Promise<readonly string[]>

const RACES: Readonly<Record<string, Race>> = {
  'one handoff, 40 exchanges: one succeeds': raceForHandoff,
  'the first sign-ins of one citizen in two browsers at once: both are signed in, one account':
    raceToProvision,
  'one old account linked by three citizens at once, ten times each: one of them gets it': raceToLink,
  'one local refresh token, 30 rotations: never two pairs of tokens': raceForRotation,
  'one local refresh token, 30 times the same rotation: one pair, returned to all': raceForRepeated,
}

const EXCHANGES = 40
const ROTATIONS = 30
const LINKS = 30
const LINKING_CITIZENS = 3

const pairsOf = (responses: readonly HttpResponse[]) => givenIn<Tokens>(responses)

/** Copies of the same requests, sent at once. */
function sendCopies(
  { ports }: Permits,
  count: number,
  requests: readonly HttpRequest[],
): Promise<HttpResponse[]> {
  const copies = Array.from({ length: count }, (_, index) => requests[index % requests.length] as HttpRequest)
  return sendAtOnce(ports, copies)
}

async function newHandoff(deployment: Deployment, permits: Permits, bearer?: string) {
  return permits.handoff(await signedIn(deployment), bearer)
}

async function raceForHandoff(deployment: Deployment, permits: Permits): Promise<readonly string[]> {
  const handoff = await newHandoff(deployment, permits)
  const responses = await sendCopies(permits, EXCHANGES, [exchangeRequest(handoff)])
  const lost = responses.filter(({ status }) => status === 401).length
  const isOne = pairsOf(responses).length === 1 && lost === EXCHANGES - 1
  return isOne ? [] : [`${statusesOf(responses)} ${handoff.error}`]
}

async function raceToProvision(deployment: Deployment, permits: Permits): Promise<readonly string[]> {
  const citizen = await deployment.newCitizen()
  const browsers = await Promise.all([signedIn(deployment, citizen), signedIn(deployment, citizen)])
  const ways = await Promise.all(browsers.map((browser, process) => permits.authorize(browser, { process })))
  const handoffs = await Promise.all(ways.map((way, process) => permits.land(process, way)))
  const responses = await sendAtOnce(permits.ports, handoffs.map(exchangeRequest))
  const people = await Promise.all(
    pairsOf(responses).map(({ access_token }, process) =>
      permits.ask(process, '/api/v1/me/', { bearer: access_token }),
    ),
  )
  const accounts = new Set(people.map((told) => told.json<{ account_id: string }>().account_id))
  const isOne = people.length === 2 && accounts.size === 1
  return isOne ? [] : [`${statusesOf(responses)}, ${accounts.size} accounts`]
}

let oldAccounts = 0

async function raceToLink(deployment: Deployment, permits: Permits): Promise<readonly string[]> {
  oldAccounts += 1
  // Its own accounts have a limit that no setting raises.
  await permits.database.db.query`truncate sso.throttle`
  const old = { email: `olga.${oldAccounts}@example.test`, password: 'the old password of a citizen' }
  await addOldAccount(permits.database.url, { ...old, name: 'Olga Old' })
  const login = await permits.ask(0, '/api/v1/auth/login/', { body: old })
  const bearer = login.json<Tokens>().access_token
  const handoffs = await Promise.all(
    Array.from({ length: LINKING_CITIZENS }, () => newHandoff(deployment, permits, bearer)),
  )
  const responses = await sendCopies(permits, LINKS, handoffs.map(exchangeRequest))
  const [winner, ...others] = pairsOf(responses)
  const status = await permits.ask(1, '/api/v1/sso/status/', { bearer: winner?.access_token ?? '' })
  const isOne = winner && others.length === 0 && status.json<{ linked: boolean }>().linked
  const still = await permits.ask(1, '/api/v1/me/', { bearer })
  return [
    ...(isOne ? [] : [statusesOf(responses)]),
    ...(still.status === 401 ? [] : ['the old token goes on']),
  ]
}

async function newPair(deployment: Deployment, permits: Permits): Promise<Tokens> {
  const request = exchangeRequest(await newHandoff(deployment, permits))
  const [pair] = pairsOf(await sendAtOnce(permits.ports, [request]))
  if (!pair) throw new Error('The exchange gave nothing')
  return pair
}

async function raceForRotation(deployment: Deployment, permits: Permits): Promise<readonly string[]> {
  const request = rotationRequest(await newPair(deployment, permits))
  const responses = await sendCopies(permits, ROTATIONS, [request])
  const odd = responses.filter(({ status }) => ![200, 401].includes(status)).length
  return pairsOf(responses).length <= 1 && odd === 0 ? [] : [statusesOf(responses)]
}

async function raceForRepeated(deployment: Deployment, permits: Permits): Promise<readonly string[]> {
  const request = rotationRequest(await newPair(deployment, permits), crypto.randomUUID())
  const pairs = pairsOf(await sendCopies(permits, ROTATIONS, [request]))
  const different = new Set(pairs.map((pair) => pair.refresh_token)).size
  return pairs.length === ROTATIONS && different === 1 ? [] : [`${pairs.length} answered, ${different} pairs`]
}
