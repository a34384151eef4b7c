import { openConnection } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader, type HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { formOf } from '../../kit/page-forms.ts'
import { canBeToldApart, median, separate } from '../../kit/statistics.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, newAddress, openDeployment, recovery, registration } from '../targets/deployment.ts'

/** Whether response times and pages show which addresses have an account. */
export const enumeration: Stage = {
  name: 'enumeration',
  about: 'response times for known, unknown, pending and suspended addresses, measured in turn',
  async run(siege) {
    const deployment = await openDeployment(siege, { processes: 1 })
    for (const [endpoint, request] of Object.entries(await requestsOf(deployment)))
      await compare(siege, deployment, { endpoint, request })
  },
}

const CLASSES = ['unknown', 'unknown too', 'known', 'pending', 'suspended'] as const
type Class = (typeof CLASSES)[number]

/** Less than half of the time that a missing dummy hash would save. */
const PLANTED_MILLISECONDS = 10

interface Sample {
  readonly milliseconds: number
  /** The response without times, ids and tokens. */
  readonly look: string
}

interface Asked {
  readonly endpoint: string
  readonly request: (email: string) => HttpRequest
}

/** The request of each endpoint for an address. */
async function requestsOf(deployment: Deployment): Promise<Readonly<Record<string, Asked['request']>>> {
  const visitor = deployment.at(0).browser()
  const page = await visitor.get('/login/')
  const cookie = cookieHeader(visitor.cookies)
  const password = 'a guess that is wrong'
  return {
    register: (email) => registration(email, newAddress(), 'Ana Example'),
    recover: (email) => recovery(email),
    'sign-in': (email) => formOf(page, { email, password }, { cookie, ...newAddress() }),
  }
}

async function compare(siege: Siege, deployment: Deployment, asked: Asked): Promise<void> {
  const { endpoint } = asked
  const samples = await takeSamples(siege, deployment, asked)
  const timesOf = (name: Class) => (samples.get(name) ?? []).map(({ milliseconds }) => milliseconds)
  const looks = new Set([...samples.values()].flat().map(({ look }) => look))
  const base = timesOf('unknown')
  const seen: string[] = []
  const faults: string[] =
    looks.size === 1 ? [] : [`${looks.size} different answers: ${[...looks].join(' / ').slice(0, 200)}`]
  for (const name of CLASSES.slice(2)) {
    const found = separate(base, timesOf(name))
    const words = `${name} ${found.medianShift >= 0 ? '+' : ''}${found.medianShift.toFixed(2)} ms (larger in ${(found.larger * 100).toFixed(0)} %, p ${found.chance.toPrecision(1)})`
    seen.push(words)
    if (canBeToldApart(found)) faults.push(`${words} can be told from unknown`)
  }
  siege.judge(
    `${endpoint}: known, pending and suspended look and take as long as unknown`,
    faults,
    `${base.length} samples of each, median ${median(base).toFixed(2)} ms; ${seen.join(', ')}`,
  )
  // The measurement is valid only if it finds a real difference, and none between equal sets.
  const same = timesOf('unknown too')
  const slower = same.map((each) => each + PLANTED_MILLISECONDS)
  siege.judge(
    `${endpoint}: the test itself detects a difference of ${PLANTED_MILLISECONDS} ms, and none between two equal sets`,
    [
      ...(canBeToldApart(separate(base, same)) ? ['it tells two sets of unknown addresses apart'] : []),
      ...(canBeToldApart(separate(base, slower)) ? [] : [`it does not see ${PLANTED_MILLISECONDS} ms`]),
    ],
    `${base.length} samples`,
  )
}

/** Rounds that only warm the process up. */
const WARM_UP = 5

/** Sends one request for every class in a round, in another order each time. */
async function takeSamples(
  siege: Siege,
  deployment: Deployment,
  { endpoint, request }: Asked,
): Promise<ReadonlyMap<Class, readonly Sample[]>> {
  const samples = new Map<Class, Sample[]>(CLASSES.map((name) => [name, []]))
  const connection = await openConnection(deployment.at(0).port)
  const take = async (name: Class, round: number) => {
    // A new address for each sample, all of one length.
    const email = `${CLASSES.indexOf(name)}.${endpoint.slice(0, 3)}.${round + 1000}@example.test`
    await prepareAddress(deployment, name, email)
    // Each request meets an idle process, but no sleeping processor.
    await deployment.outboxEmpty(5)
    const response = await connection.send(request(email))
    const sample = { milliseconds: response.milliseconds, look: lookOf(response, email) }
    if (round >= 0) samples.get(name)?.push(sample)
  }
  for (let round = -WARM_UP; round < siege.count(60, 200); round += 1)
    for (const name of CLASSES.toSorted(() => Math.random() - 0.5)) await take(name, round)
  connection.close()
  return samples
}

/**
 * Makes what the class has at this address. The same is made for every class, at other addresses where it is not wanted at this one: what a process did
 * just before changes how long it takes for the next request.
 */
async function prepareAddress(deployment: Deployment, name: Class, email: string): Promise<void> {
  const at = (wanted: boolean, elsewhere: string) => (wanted ? email : `${elsewhere}.${email}`)
  const isPending = name === 'pending'
  const registered = await deployment.send(registration(at(isPending, 'p'), newAddress(), 'Ana Example'))
  if (registered.status !== 202) throw new Error(`Registration answered ${registered.status}`)
  const standing = name === 'suspended' ? 'suspended' : 'active'
  await deployment.newCitizen({ email: at(name === 'known' || name === 'suspended', 'c'), standing })
}

function lookOf({ status, headers, body }: HttpResponse, email: string): string {
  const names = Object.keys(headers).sort().join(',')
  const rest = body
    .replaceAll(email, '')
    .replaceAll(email.replaceAll('@', '&#64;'), '')
    .replaceAll(/value="[^"]{20,}"/g, 'value')
  return `${status} ${names} ${rest.length}`
}
