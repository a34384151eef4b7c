import { setTimeout as wait } from 'node:timers/promises'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { revocationRequest } from '../../../journeys/kit/oauth-requests.ts'
import {
  enterProgram,
  introspect,
  newIdempotencyKey,
  refreshWithKey,
} from '../../../packages/identity/testing/program-flow.ts'
import type { Round } from '../kills/operations.ts'

/** What the load saw. */
export interface Seen {
  /** When each process acknowledged a write, in the time of `performance.now()`. */
  readonly acknowledgedAt: readonly number[][]
  /** Refreshes that were sent again with their key, because the answer was 503. */
  repeated: number
  /** Looks at a revoked token. */
  looks: number
  /** Wrong answers of an old primary. The lease allows some right after a promotion. */
  readonly words: Word[]
  isOver: boolean
}

/** A wrong answer, and when it was asked for. */
interface Word {
  readonly sentAt: number
  readonly what: string
}

const PAUSE_MILLISECONDS = 200
const REFRESHERS = 4
const REVOCATIONS = 8

/** Prepares programs that refresh, revoke and introspect until the event is over. The returned function starts them. */
export async function prepareLoad(round: Round, seen: Seen): Promise<() => Promise<void>> {
  const refreshers = await Promise.all(
    Array.from({ length: REFRESHERS }, (_, index) => prepareRefresher(round, seen, index)),
  )
  const revoker = await prepareRevoker(round, seen)
  return async () => void (await Promise.all([...refreshers, revoker].map((run) => run())))
}

async function enter(round: Round, index: number) {
  const { deployment, ledger } = round
  const { service } = deployment.at(index)
  const { tokens } = await enterProgram(service, deployment.program, await deployment.newCitizen())
  ledger.works('access token', tokens.access_token)
  ledger.works('refresh token', tokens.refresh_token)
  return tokens
}

/** A program that repeats a refresh with its key until it has the answer (decision 19). That must never look like theft. */
async function prepareRefresher(round: Round, seen: Seen, index: number): Promise<() => Promise<void>> {
  let { refresh_token: token } = await enter(round, index)
  return async () => {
    while (!seen.isOver) {
      const next = await refreshUntilAnswered(round, { seen, index, token })
      if (next === undefined) return
      token = next
      await wait(PAUSE_MILLISECONDS)
    }
  }
}

async function refreshUntilAnswered(
  { deployment, ledger, faults }: Round,
  { seen, index, token }: { readonly seen: Seen; readonly index: number; readonly token: string },
): Promise<string | undefined> {
  const key = newIdempotencyKey()
  for (let attempt = index; ; attempt += 1) {
    const { service } = deployment.at(attempt)
    const sentAt = performance.now()
    const { status, body } = await refreshWithKey(service, deployment.program, { token, key })
    if (status === 200) {
      seen.acknowledgedAt[attempt % deployment.processes.length]?.push(performance.now())
      ledger.over('refresh token', token)
      ledger.works('access token', body.access_token)
      ledger.works('refresh token', body.refresh_token)
      return body.refresh_token
    }
    if (status !== 503 && (status !== 400 || seen.isOver)) {
      faults.push(
        `a refresh, at attempt ${attempt - index + 1} with its key, was answered ${status} ${body.error}`,
      )
      return undefined
    }
    if (status === 400) seen.words.push({ sentAt, what: `a refresh was answered ${body.error}` })
    seen.repeated += 1
    await wait(PAUSE_MILLISECONDS)
  }
}

/** Revokes grants one after the other, and looks all the time whether a revoked token is active anywhere. */
async function prepareRevoker(round: Round, seen: Seen): Promise<() => Promise<void>> {
  const { deployment, ledger } = round
  const waiting = await Promise.all(Array.from({ length: REVOCATIONS }, (_, index) => enter(round, index)))
  const revoked: string[] = []
  const look = async () => {
    const token = revoked[Math.floor(Math.random() * revoked.length)]
    if (token === undefined) return
    const { service } = deployment.at(seen.looks)
    const sentAt = performance.now()
    const answer = await introspect(service, deployment.program, token).catch(() => undefined)
    if (answer) seen.looks += 1
    if (answer?.['active'] === true)
      seen.words.push({ sentAt, what: 'a revoked token was active in the event' })
  }
  const revoke = async () => {
    const tokens = waiting[0]
    if (tokens === undefined) return
    const { status } = await sendOnce(
      deployment.at(waiting.length).port,
      revocationRequest(deployment.program, tokens.refresh_token),
    )
    if (status !== 200) return
    waiting.shift()
    ledger.over('access token', tokens.access_token)
    ledger.over('refresh token', tokens.refresh_token)
    revoked.push(tokens.access_token)
  }
  return async () => {
    while (!seen.isOver) {
      await Promise.all([look(), look(), Math.random() < 0.2 ? revoke() : undefined])
      await wait(PAUSE_MILLISECONDS)
    }
    for (const tokens of waiting) {
      ledger.doubt('access token', tokens.access_token)
      ledger.doubt('refresh token', tokens.refresh_token)
    }
  }
}
