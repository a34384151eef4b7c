import { setTimeout as wait } from 'node:timers/promises'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import type { Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { retryOn503, unless503 } from '../../../journeys/kit/retry-on-503.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { Siege } from '../stage.ts'
import type { Deployment } from '../targets/deployment.ts'
import { exchangeRequest, type Handoff, type Permits, rotationRequest, signedIn } from '../targets/permits.ts'

/** Kills the identity service before each step of a sign-in and of a session, and starts it again after it. */
export async function killIdentity(siege: Siege, deployment: Deployment, permits: Permits): Promise<void> {
  const identity = deployment.at(0)
  const gone: Run['gone'] = async (work) => {
    await identity.kill()
    return work().finally(() => identity.start())
  }
  for (const [claim, step] of Object.entries(STEPS)) {
    const faults: string[] = []
    const expect: Run['expect'] = async (what, responding, status) => {
      const response = await responding
      if (response.status !== status)
        faults.push(`${what} was answered ${response.status} ${response.body.slice(0, 100)}`)
      return response
    }
    const rounds = siege.count(1, 10)
    for (let round = 1; round <= rounds; round += 1) await step({ deployment, permits, faults, gone, expect })
    siege.judge(`the identity service is killed and started again: ${claim}`, faults, `${rounds} times`)
  }
}

interface Run {
  readonly deployment: Deployment
  readonly permits: Permits
  readonly faults: string[]
  /** Runs some work while the identity service is down. */
  readonly gone: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Records a fault if the response has another status. */
  readonly expect: (what: string, response: Promise<HttpResponse>, status: number) => Promise<HttpResponse>
}

const STEPS: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  'during the callback: unavailable, and a new attempt in the same browser succeeds': killAtCallback,
  'between callback and exchange: the handoff is not lost': killAtExchange,
  'during a session: 503, never signed out, and the same token works afterwards': killInSession,
  'during a local rotation: the refresh token is not spent': killAtRotation,
}

/** A program that has just seen the identity service down may answer 503 for a moment, so it is asked again. */
const again = (ask: () => Promise<HttpResponse>) => retryOn503(async () => unless503(await ask()))

/** Sends a request to one of the program's processes. */
const sender =
  ({ ports }: Permits, process: number, request: HttpRequest) =>
  () =>
    sendOnce(ports[process] ?? 0, request)

async function killAtCallback({ deployment, permits, faults, gone, expect }: Run): Promise<void> {
  const browser = await signedIn(deployment)
  const way = await permits.authorize(browser)
  const { error } = await gone(() => permits.land(1, way))
  if (error !== 'unavailable') faults.push(`the callback said "${error}"`)
  const handoff = await until('a new attempt goes through', async () => {
    const next = await permits.land(0, await permits.authorize(browser))
    return next.error === 'unavailable' ? undefined : next
  })
  const exchange = sender(permits, 1, exchangeRequest(handoff))
  await expect('the exchange of the new attempt', again(exchange), 200)
}

/** A handoff from process 0. Process 1 may still answer 503 after it has seen the identity service down. */
async function arrive(deployment: Deployment, permits: Permits): Promise<Handoff> {
  return permits.land(0, await permits.authorize(await signedIn(deployment)))
}

async function killAtExchange({ deployment, permits, gone, expect }: Run): Promise<void> {
  const handoff = await arrive(deployment, permits)
  const exchange = sender(permits, 1, exchangeRequest(handoff))
  const first = await gone(exchange)
  if (first.status === 200) return
  await expect('the exchange without the identity service', Promise.resolve(first), 503)
  await expect('the exchange afterwards', again(exchange), 200)
}

async function enter({ deployment, permits }: Run): Promise<Tokens> {
  const handoff = await arrive(deployment, permits)
  const response = await sender(permits, 0, exchangeRequest(handoff))()
  if (response.status !== 200)
    throw new Error(`The exchange was answered ${response.status} ${response.body}`)
  return response.json<Tokens>()
}

/** Longer than the program trusts its last check at the identity service. */
const CEILING_PASSED_MILLISECONDS = 1_200

async function killInSession(run: Run): Promise<void> {
  const { permits, gone, expect } = run
  const { access_token: bearer } = await enter(run)
  const ask = () => permits.ask(1, '/api/v1/me/', { bearer })
  const late = () => wait(CEILING_PASSED_MILLISECONDS).then(ask)
  await expect('a request without the identity service', gone(late), 503)
  await expect('a request afterwards', again(ask), 200)
}

async function killAtRotation(run: Run): Promise<void> {
  const { permits, gone, expect } = run
  const rotate = sender(permits, 1, rotationRequest(await enter(run), crypto.randomUUID()))
  const late = () => wait(CEILING_PASSED_MILLISECONDS).then(rotate)
  await expect('a rotation without the identity service', gone(late), 503)
  const rotated = await expect('the rotation afterwards', again(rotate), 200)
  const { access_token: bearer } = rotated.json<Tokens>()
  await expect(
    'the new token',
    again(() => permits.ask(0, '/api/v1/me/', { bearer })),
    200,
  )
}
