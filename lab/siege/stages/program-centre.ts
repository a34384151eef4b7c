import { until } from '../../kit/until.ts'
import { type Permits, signedIn, type Told } from '../ground/permits.ts'
import type { Town } from '../ground/town.ts'
import type { Siege } from '../stage.ts'

/** Kills the identity service before each step of a sign-in and of a session, and starts it again after it. */
export async function besiegeCentre(siege: Siege, town: Town, permits: Permits): Promise<void> {
  for (const [claim, step] of Object.entries(STEPS)) {
    const faults: string[] = []
    const rounds = siege.count(1, 10)
    for (let round = 1; round <= rounds; round += 1) {
      const run = { town, permits, faults, gone: goneFor(town) }
      await step(run)
    }
    siege.judge(`the centre is killed and comes back: ${claim}`, faults, `${rounds} times`)
  }
}

interface Run {
  readonly town: Town
  readonly permits: Permits
  readonly faults: string[]
  /** Does something while the identity service is dead. */
  readonly gone: <Value>(work: () => Promise<Value>) => Promise<Value>
}

function goneFor(town: Town): Run['gone'] {
  return async (work) => {
    await town.at(0).kill()
    return work().finally(() => town.at(0).start())
  }
}

const STEPS: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  'during the callback: unavailable, and a new attempt in the same browser goes through': killAtCallback,
  'between callback and exchange: the handoff is not lost': killAtExchange,
  'during a session: 503, never signed out, and the same token goes on': killInSession,
  'during a local rotation: the refresh token is not burnt': killAtRotation,
}

async function newBrowser({ town }: Run) {
  return signedIn(town, await town.newCitizen())
}

/** A program that has just seen the centre dead may hold back for a moment: it is asked until it says something else. */
async function patiently(ask: () => Promise<Told>): Promise<Told> {
  return until('the program answers again', async () => {
    const told = await ask()
    return told.status === 503 ? undefined : told
  })
}

function expect({ faults }: Run, what: string, { status, body }: Told, expected: number): void {
  if (status !== expected) faults.push(`${what} was answered ${status} ${JSON.stringify(body).slice(0, 100)}`)
}

async function killAtCallback(run: Run): Promise<void> {
  const { permits, gone } = run
  const browser = await newBrowser(run)
  const way = await permits.authorize(browser)
  const { error } = await gone(() => permits.land(1, way))
  if (error !== 'unavailable') run.faults.push(`the callback said "${error}"`)
  const again = await until('a new attempt goes through', async () => {
    const handoff = await permits.land(0, await permits.authorize(browser))
    return handoff.error === 'unavailable' ? undefined : handoff
  })
  const { code, verifier } = again
  const pair = await patiently(() =>
    permits.ask(1, '/api/v1/sso/exchange/', { body: { code, code_verifier: verifier } }),
  )
  expect(run, 'the exchange of the new attempt', pair, 200)
}

async function killAtExchange(run: Run): Promise<void> {
  const { permits, gone } = run
  const { code, verifier } = await permits.land(0, await permits.authorize(await newBrowser(run)))
  const exchange = () => permits.ask(1, '/api/v1/sso/exchange/', { body: { code, code_verifier: verifier } })
  const first = await gone(exchange)
  if (first.status === 200) return
  expect(run, 'the exchange without a centre', first, 503)
  expect(run, 'the exchange afterwards', await patiently(exchange), 200)
}

async function enter(run: Run): Promise<{ readonly access: string; readonly refresh: string }> {
  const { permits } = run
  const { code, verifier } = await permits.land(0, await permits.authorize(await newBrowser(run)))
  const { status, body } = await permits.ask(0, '/api/v1/sso/exchange/', {
    body: { code, code_verifier: verifier },
  })
  if (status !== 200) throw new Error(`The exchange was answered ${status} ${JSON.stringify(body)}`)
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) }
}

/** Longer than the program of the siege believes in its last look at the centre. */
const CEILING_PASSED_MILLISECONDS = 1_200

async function killInSession(run: Run): Promise<void> {
  const { permits, gone } = run
  const { access } = await enter(run)
  const look = () => permits.ask(1, '/api/v1/me/', { bearer: access })
  const told = await gone(async () => {
    await new Promise((resolve) => void setTimeout(resolve, CEILING_PASSED_MILLISECONDS))
    return look()
  })
  expect(run, 'a request without a centre', told, 503)
  expect(run, 'a request afterwards', await patiently(look), 200)
}

async function killAtRotation(run: Run): Promise<void> {
  const { permits, gone } = run
  const { refresh } = await enter(run)
  const body = { refresh_token: refresh, rotation_id: crypto.randomUUID() }
  const rotate = () => permits.ask(1, '/api/v1/sso/refresh/', { body })
  const told = await gone(async () => {
    await new Promise((resolve) => void setTimeout(resolve, CEILING_PASSED_MILLISECONDS))
    return rotate()
  })
  expect(run, 'a rotation without a centre', told, 503)
  const rotated = await patiently(rotate)
  expect(run, 'the rotation afterwards', rotated, 200)
  const access = String(rotated.body['access_token'])
  expect(run, 'the new token', await patiently(() => permits.ask(0, '/api/v1/me/', { bearer: access })), 200)
}
