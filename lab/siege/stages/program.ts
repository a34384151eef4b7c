import { addOldAccount } from '../../../examples/parking-permits/server/index.ts'
import { freePort } from '../../../packages/identity/testing/test-service.ts'
import { exchangeShot, openPermits, type Permits, signedIn } from '../ground/permits.ts'
import { type Hit, jsonShot, openWires, type Shot, salvo } from '../ground/salvo.ts'
import { openTown, type Town } from '../ground/town.ts'
import type { Stage } from '../stage.ts'
import { besiegeCentre } from './program-centre.ts'

/** Two processes of a program race, and the identity service dies under them. */
export const program: Stage = {
  name: 'program',
  about:
    'two processes of parking permits: handoffs, first sign-ins, links and rotations at once; the centre dies at each step',
  async run(siege) {
    const port = String(await freePort())
    const environment = { PORTICO_PORT: port, PORTICO_BASE_URL: `http://localhost:${port}` }
    const town = await openTown(siege, { processes: 1, environment })
    const permits = await openPermits(siege, town)
    for (const [claim, race] of Object.entries(RACES)) {
      const faults: string[] = []
      const rounds = siege.count(3, 200)
      for (let round = 1; round <= rounds; round += 1)
        faults.push(...(await race(town, permits)).map((fault) => `round ${round}: ${fault}`))
      siege.judge(claim, faults, `${rounds} rounds at two processes`)
    }
    await besiegeCentre(siege, town, permits)
  },
}

type Race = (town: Town, permits: Permits) => Promise<readonly string[]>

const RACES: Readonly<Record<string, Race>> = {
  'one handoff, 40 exchanges: one winner': raceForHandoff,
  'the first sign-ins of one citizen in two browsers at once: both are in, one account': raceToProvision,
  'one old account linked by three citizens at once, ten times each: one of them has it': raceToLink,
  'one local refresh token, 30 rotations: never two pairs': raceForRotation,
  'one local refresh token, 30 times the same rotation: one pair, told to all': raceForRepeated,
}

const EXCHANGES = 40
const ROTATIONS = 30
const LINKS = 30
const LINKING_CITIZENS = 3

async function fire(permits: Permits, shots: readonly Shot[]): Promise<readonly Hit[]> {
  const wires = await openWires(permits.ports, shots.length)
  const hits = await salvo(wires, shots)
  for (const wire of wires) wire.close()
  return hits
}

function pairsOf(hits: readonly Hit[]): readonly { access_token: string; refresh_token: string }[] {
  return hits.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body))
}

function statusesOf(hits: readonly Hit[]): string {
  const counts = Map.groupBy(hits, ({ status }) => status)
  return [...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ')
}

async function handoffOf(town: Town, permits: Permits, bearer?: string) {
  const browser = await signedIn(town, await town.newCitizen())
  return permits.land(1, await permits.authorize(browser, bearer === undefined ? {} : { bearer }))
}

async function raceForHandoff(town: Town, permits: Permits): Promise<readonly string[]> {
  const handoff = await handoffOf(town, permits)
  const hits = await fire(permits, Array<Shot>(EXCHANGES).fill(exchangeShot(handoff)))
  const lost = hits.filter(({ status }) => status === 401).length
  return pairsOf(hits).length === 1 && lost === EXCHANGES - 1
    ? []
    : [[statusesOf(hits), handoff.error].join(' ')]
}

async function raceToProvision(town: Town, permits: Permits): Promise<readonly string[]> {
  const citizen = await town.newCitizen()
  const browsers = await Promise.all([signedIn(town, citizen), signedIn(town, citizen)])
  const ways = await Promise.all(browsers.map((browser, process) => permits.authorize(browser, { process })))
  const handoffs = await Promise.all(ways.map((way, process) => permits.land(process, way)))
  const hits = await fire(permits, handoffs.map(exchangeShot))
  const people = await Promise.all(
    pairsOf(hits).map(({ access_token }, process) =>
      permits.ask(process, '/api/v1/me/', { bearer: access_token }),
    ),
  )
  const accounts = new Set(people.map(({ body }) => body['account_id']))
  return people.length === 2 && accounts.size === 1 ? [] : [`${statusesOf(hits)}, ${accounts.size} accounts`]
}

let oldAccounts = 0

async function raceToLink(town: Town, permits: Permits): Promise<readonly string[]> {
  oldAccounts += 1
  // Its own accounts have a limit that no setting raises.
  await permits.database.db.query`truncate sso.throttle`
  const old = { email: `olga.${oldAccounts}@example.test`, password: 'the old password of a citizen' }
  await addOldAccount(permits.database.url, { ...old, name: 'Olga Old' })
  const { body } = await permits.ask(0, '/api/v1/auth/login/', { body: old })
  const bearer = String(body['access_token'])
  const handoffs = await Promise.all(
    Array.from({ length: LINKING_CITIZENS }, () => handoffOf(town, permits, bearer)),
  )
  const shots = handoffs.map(exchangeShot)
  const hits = await fire(
    permits,
    Array.from({ length: LINKS }, (_, index) => shots[index % shots.length] as Shot),
  )
  const winners = pairsOf(hits)
  const linked = await Promise.all(
    winners.map(({ access_token }) => permits.ask(1, '/api/v1/sso/status/', { bearer: access_token })),
  )
  const isOne = winners.length === 1 && linked[0]?.body['linked'] === true
  const still = await permits.ask(1, '/api/v1/me/', { bearer })
  return [...(isOne ? [] : [statusesOf(hits)]), ...(still.status === 401 ? [] : ['the old token goes on'])]
}

async function pairFor(town: Town, permits: Permits) {
  const [pair] = pairsOf(await fire(permits, [exchangeShot(await handoffOf(town, permits))]))
  if (!pair) throw new Error('The exchange gave nothing')
  return pair
}

async function raceForRotation(town: Town, permits: Permits): Promise<readonly string[]> {
  const { refresh_token } = await pairFor(town, permits)
  const shot = jsonShot('/api/v1/sso/refresh/', { refresh_token })
  const hits = await fire(permits, Array<Shot>(ROTATIONS).fill(shot))
  const odd = hits.filter(({ status }) => ![200, 401].includes(status)).length
  return pairsOf(hits).length <= 1 && odd === 0 ? [] : [statusesOf(hits)]
}

async function raceForRepeated(town: Town, permits: Permits): Promise<readonly string[]> {
  const { refresh_token } = await pairFor(town, permits)
  const shot = jsonShot('/api/v1/sso/refresh/', { refresh_token, rotation_id: crypto.randomUUID() })
  const pairs = pairsOf(await fire(permits, Array<Shot>(ROTATIONS).fill(shot)))
  const different = new Set(pairs.map((pair) => pair.refresh_token)).size
  return pairs.length === ROTATIONS && different === 1 ? [] : [`${pairs.length} answered, ${different} pairs`]
}
