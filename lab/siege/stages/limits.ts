import { type Connection, openConnections, sendTogether } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { CONTRACT_LIMITS } from '../../../journeys/kit/identity-process.ts'
import { introspectionRequest, refreshRequest } from '../../../journeys/kit/oauth-requests.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, newAddress, openDeployment, recovery, registration } from '../targets/deployment.ts'

/** One limit of contract section 8, and requests for it that are all counted together. */
interface Limit {
  readonly claim: string
  readonly allowed: number
  readonly asked: number
  /** Makes one request of a round. The requests of a round may share an address. */
  request(round: number, index: number, from: Readonly<Record<string, string>>): HttpRequest
}

/** Limits, with many parallel requests at two processes. */
export const limits: Stage = {
  name: 'limits',
  about: 'the limits of contract section 8, with parallel requests on fifty connections to two processes',
  async run(siege) {
    const deployment = await openDeployment(siege, { environment: CONTRACT_LIMITS })
    const program = await deployment.newProgram(UNLIMITED)
    for (const limit of limitsOf(program)) await tryLimit(siege, deployment, limit)
  },
}

/** Without limits of its own, so the service counts its address. */
const UNLIMITED = { tokenLimitPerMinute: null, introspectionLimitPerMinute: null }
const CONNECTIONS = 50

function limitsOf(program: Deployment['program']): readonly Limit[] {
  const mailed = (name: string, make: typeof recovery): Limit[] => [
    {
      claim: `${name}: 10 per IP and hour`,
      ...{ allowed: 10, asked: 50 },
      request: (round, index, from) => make(`${name}.${round}.${index}@example.test`, from),
    },
    {
      claim: `${name}: 3 per address and hour, from any address`,
      ...{ allowed: 3, asked: 50 },
      request: (round) => make(`one.${name}.${round}@example.test`),
    },
  ]
  const asked = (claim: string, allowed: number, request: HttpRequest): Limit => ({
    ...{ claim, allowed, asked: allowed + 200 },
    request: (_round, _index, from) => ({ ...request, headers: { ...request.headers, ...from } }),
  })
  return [
    ...mailed('register', registration),
    ...mailed('recover', recovery),
    asked('token: 120 per IP and minute', 120, refreshRequest(program, 'not a token')),
    asked('introspect: 1500 per IP and minute', 1500, introspectionRequest(program, 'not a token')),
  ]
}

async function tryLimit(siege: Siege, deployment: Deployment, limit: Limit): Promise<void> {
  const { claim, allowed, asked } = limit
  const rounds = siege.count(3, 20)
  const faults: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const from = newAddress()
    const requests = Array.from({ length: asked }, (_, index) => limit.request(round, index, from))
    const connections = await openConnections(deployment.ports, CONNECTIONS)
    const answered = await sendAll(connections, requests)
    for (const connection of connections) connection.close()
    if (answered !== allowed) faults.push(`round ${round}: ${answered} of ${asked} were answered`)
  }
  siege.judge(claim, faults, `exactly ${allowed} of ${asked}, ${rounds} times`)
}

/** Sends all requests, in parallel on the connections. Returns how many no limit refused. */
async function sendAll(
  connections: readonly Connection[],
  requests: readonly HttpRequest[],
): Promise<number> {
  let answered = 0
  for (let start = 0; start < requests.length; start += connections.length) {
    const together = requests.slice(start, start + connections.length)
    const responses = await sendTogether(connections, together)
    const odd = responses.find(({ status }) => ![200, 202, 400, 429].includes(status))
    if (odd) throw new Error(`A request was answered ${odd.status}: ${odd.body.slice(0, 200)}`)
    answered += responses.filter(({ status }) => status !== 429).length
  }
  return answered
}
