import { setTimeout as wait } from 'node:timers/promises'
import { openConnection, Unanswered } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import type { IdentityProcess } from '../../../journeys/kit/identity-process.ts'
import { introspectionRequest, refreshRequest, type Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import type { Siege, Stage } from '../stage.ts'
import { openBalancer } from '../targets/balancer.ts'
import { type Deployment, openDeployment, registration } from '../targets/deployment.ts'

/** SIGTERM under load, when one process takes over from another. */
export const handover: Stage = {
  name: 'handover',
  about:
    'SIGTERM under load: with a load balancer that switches first, and with clients connected to the old process',
  async run(siege) {
    const deployment = await openDeployment(siege, { processes: 1 })
    await behindBalancer(siege, deployment)
    await withoutBalancer(siege, deployment)
  },
}

const CLIENTS = 12

type Send = (request: HttpRequest) => Promise<HttpResponse>

/** How many requests of all clients were answered, sent again, or failed. The clients continue until `isOver`. */
interface Clients {
  answered: number
  again: number
  readonly failed: string[]
  isOver: boolean
}

/** Runs clients, each with its own connection, while `change` stops processes. Also returns how the processes ended. */
async function underLoad(
  deployment: Deployment,
  openSend: (clients: Clients) => Promise<Send>,
  change: () => Promise<readonly string[]>,
): Promise<Clients & { readonly ends: readonly string[] }> {
  const clients: Clients = { answered: 0, again: 0, failed: [], isOver: false }
  const { program, newCitizen } = deployment
  const entering = Array.from({ length: CLIENTS }, async () =>
    enterProgram(deployment.at(0).service, program, await newCitizen()),
  )
  const people = await Promise.all(entering)
  const sends = await Promise.all(people.map(() => openSend(clients)))
  const working = people.map(({ tokens }, index) =>
    work(deployment, clients, { tokens, send: sends[index] as Send }).catch((error: unknown) => {
      clients.failed.push(error instanceof Error ? error.message : String(error))
    }),
  )
  const ends = await change()
  clients.isOver = true
  await Promise.all(working)
  return { ...clients, ends }
}

/** One client: rotates its refresh token, introspects its access token, registers, and begins again. */
async function work(
  { program }: Deployment,
  clients: Clients,
  { tokens, send }: { readonly tokens: Tokens; readonly send: Send },
): Promise<void> {
  const note = async (what: string, request: HttpRequest, expected: number) => {
    const response = await send(request)
    const { status, body } = response
    if (status === expected && !body.includes('"active":false')) clients.answered += 1
    else clients.failed.push(`${what} was answered ${status} ${body.slice(0, 80)}`)
    return response
  }
  for (let newest = tokens; !clients.isOver; ) {
    const rotated = await note('a rotation', refreshRequest(program, newest.refresh_token), 200)
    if (rotated.status !== 200) return
    newest = rotated.json<Tokens>()
    await note('introspection', introspectionRequest(program, newest.access_token), 200)
    const email = `moves.${Math.random().toString(36).slice(2)}@example.test`
    await note('a registration', registration(email), 202)
  }
}

/** As the documentation advises: start the new process, send new requests to it, then send SIGTERM to the old one. */
async function behindBalancer(siege: Siege, deployment: Deployment): Promise<void> {
  let target = deployment.at(0)
  const balancer = await openBalancer({ target: () => target.port })
  siege.cleanup.add(() => balancer.close())
  const changes = siege.count(2, 10)
  const openSend = async () => (await openConnection(balancer.port)).send
  const { failed, answered, ends } = await underLoad(deployment, openSend, async () => {
    const found: string[] = []
    for (let change = 0; change < changes; change += 1) {
      const old = target
      target = await deployment.another()
      found.push(await endOf(old))
      await wait(300)
    }
    return found
  })
  siege.judge(
    'behind a balancer that sends new requests to the new process and then SIGTERMs the old one: no failed request',
    failed,
    `${changes} handovers, ${answered} requests on keep-alive connections`,
  )
  judgeEnds(siege, 'with a balancer’s idle connections open', ends)
  await deployment.at(0).start()
}

/** Clients on keep-alive connections of the old process itself; they use the new one when a connection ends. */
async function withoutBalancer(siege: Siege, deployment: Deployment): Promise<void> {
  const old = deployment.at(0)
  const next = await deployment.another()
  const openSend = (clients: Clients) => sendWithFallback(old.port, next.port, clients)
  const { failed, answered, again, ends } = await underLoad(deployment, openSend, async () => {
    await wait(1_000)
    const end = await endOf(old)
    await wait(500)
    return [end]
  })
  siege.judge(
    'clients of the old process itself: every request that it took is answered; the others found a closed connection before any byte and are sent again (RFC 9110 section 9.2.2)',
    failed,
    `${answered} answered, ${again} sent again to the new process`,
  )
  judgeEnds(siege, 'with clients of its own', ends)
}

/** Stops a process. Returns the fault of its end, or `''`. */
async function endOf(identity: IdentityProcess): Promise<string> {
  const start = performance.now()
  const { code, signal } = await identity.stop()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return code === 0 ? '' : `it ended with ${code ?? signal} after ${seconds} s`
}

function judgeEnds(siege: Siege, when: string, ends: readonly string[]): void {
  const faults = ends.filter((end) => end !== '')
  const claim = `SIGTERM under load ends the process by itself, with 0, ${when}`
  siege.judge(claim, faults, `${ends.length} times`)
}

/** Sends on one connection while it is open, then on one to the other port. */
async function sendWithFallback(first: number, second: number, clients: Clients): Promise<Send> {
  let connection = await openConnection(first)
  return async (request) => {
    if (!connection.isOpen) connection = await openConnection(second)
    try {
      return await connection.send(request)
    } catch (error) {
      if (!(error instanceof Unanswered) || error.received === 'some') throw error
      clients.again += 1
      connection = await openConnection(second)
      return connection.send(request)
    }
  }
}
