import { setTimeout as wait } from 'node:timers/promises'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { getRequest } from '../../../journeys/kit/http/request.ts'
import type { IdentityProcess } from '../../../journeys/kit/identity-process.ts'
import { revocationRequest } from '../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../journeys/kit/until.ts'
import { LEASE_MILLISECONDS } from '../../../packages/identity/src/platform/postgres/server-lease.ts'
import { enterProgram, introspect } from '../../../packages/identity/testing/program-flow.ts'
import type { Deployment } from '../targets/deployment.ts'

const PAUSE_MILLISECONDS = 50
const LIVE = 4
const REVOKED = 8

/** One answer of the process. Times are those of `performance.now()`. */
interface Answer {
  readonly sentAt: number
  readonly word: 'true' | 'false' | 'none'
  readonly what: string
}

/** What a process that only reads has said in one event. */
export interface Reading {
  readonly answers: readonly Answer[]
  stop(): Promise<void>
}

/** Asks a process that never writes for live tokens, and for tokens that the other processes revoke meanwhile. */
export async function startReading(deployment: Deployment, reader: IdentityProcess): Promise<Reading> {
  const { program } = deployment
  const enter = async () =>
    (await enterProgram(deployment.at(0).service, program, await deployment.newCitizen())).tokens
  const live = await Promise.all(Array.from({ length: LIVE }, enter))
  const waiting = await Promise.all(Array.from({ length: REVOKED }, enter))
  const revoked: string[] = []
  const answers: Answer[] = []
  let isOver = false
  const ask = async (what: string, asked: () => Promise<boolean | undefined>) => {
    const sentAt = performance.now()
    const isTrue = await asked().catch(() => undefined)
    answers.push({ sentAt, what, word: isTrue === undefined ? 'none' : isTrue ? 'true' : 'false' })
  }
  const isActive = async (token: string) => {
    const { active } = await introspect(reader.service, program, token)
    return typeof active === 'boolean' ? active : undefined
  }
  const opensUserinfo = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await sendOnce(reader.port, getRequest('/o/userinfo/', headers))
    return status === 503 ? undefined : status === 200
  }
  const read = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const token = live[turn % LIVE]?.access_token ?? ''
      await ask('a live token is inactive', () => isActive(token))
      await ask('userinfo refuses a live token', () => opensUserinfo(token))
      const ended = revoked[turn % Math.max(1, revoked.length)]
      if (ended !== undefined)
        await ask('a revoked token is active', async () => negated(await isActive(ended)))
      await wait(PAUSE_MILLISECONDS)
    }
  }
  const revoke = async () => {
    for (let turn = 0; !isOver && waiting.length > 0; turn += 1) {
      const tokens = waiting[0]
      if (tokens === undefined) return
      const sent = sendOnce(deployment.at(turn).port, revocationRequest(program, tokens.refresh_token))
      if ((await sent.catch(() => undefined))?.status === 200) {
        waiting.shift()
        revoked.push(tokens.access_token)
      }
      await wait(PAUSE_MILLISECONDS * 60)
    }
  }
  const running = Promise.all([read(), revoke()])
  return {
    answers,
    async stop() {
      isOver = true
      await running
    },
  }
}

function negated(word: boolean | undefined): boolean | undefined {
  return word === undefined ? undefined : !word
}

/** Waits until so long after now that a lease of this moment is over, and some answers came. */
export async function outlastLease({ answers }: Reading): Promise<void> {
  await wait(LEASE_MILLISECONDS)
  const before = answers.length
  await until('the process that only reads was asked', () => answers.length > before + 20 || undefined)
}

/** Waits until it answers. */
export async function answersAgain({ answers }: Reading): Promise<void> {
  const before = answers.length
  await until(
    'the process that only reads answers',
    () => answers.slice(before).some(({ word }) => word !== 'none') || undefined,
  )
}

/** What the answers show about a promotion at this time. */
export function judgeReading({ answers }: Reading, promotedAt: number) {
  const wrong = answers.filter(({ word }) => word === 'false')
  const late = wrong.filter(({ sentAt }) => sentAt > promotedAt + LEASE_MILLISECONDS)
  const silent = answers.filter(({ word, sentAt }) => word === 'none' && sentAt > promotedAt)
  return {
    asked: answers.length,
    wrong: wrong.length,
    lastWrong: Math.round(Math.max(0, ...wrong.map(({ sentAt }) => sentAt - promotedAt))),
    silentFor:
      silent.length === 0 ? 0 : Math.round(Math.max(...silent.map(({ sentAt }) => sentAt)) - promotedAt),
    late: late.map(
      ({ what, sentAt }) => `${what}, ${Math.round(sentAt - promotedAt)} ms after the promotion`,
    ),
  }
}
