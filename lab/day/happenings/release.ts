import { type Connection, openConnection, Unanswered } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { introspectionRequest, refreshRequest, tokensIn } from '../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../journeys/kit/until.ts'
import { newIdempotencyKey } from '../../../packages/identity/testing/program-flow.ts'
import { type Day, scaled } from '../day.ts'
import type { Visit } from '../people/town.ts'
import { sendLoad } from '../traffic/hourly-load.ts'

/** Back ends that keep their connections. */
const CALLERS = 8
const LEAST_CALLERS = 3

interface Rolling {
  isOver: boolean
  answered: number
  /** Requests that found their connection closed before any byte of an answer, and were sent again (RFC 9110 section 9.2.2). */
  again: number
}

/** A release: SIGHUP replaces one process after the other, while citizens come and programs work on connections that they keep. */
export async function release(day: Day, hour: number): Promise<string> {
  const { identity } = day.stage
  const rolling: Rolling = { isOver: false, answered: 0, again: 0 }
  // Who signs out meanwhile would end the tokens.
  const spared = day.town.some(scaled(day, CALLERS, LEAST_CALLERS), ({ visits }) => visits.length > 0)
  for (const one of spared) one.isAway = true
  const visits = spared.flatMap((one) => one.visits.pop() ?? [])
  const callers = visits.map((visit) =>
    keepWorking(day, visit, rolling).catch((error: unknown) =>
      day.answers.surprise(`During the release: ${error instanceof Error ? error.message : String(error)}`),
    ),
  )
  process.kill(identity.pid, 'SIGHUP')
  await sendLoad(day, hour)
  await until(
    'the processes are replaced',
    () => identity.output().includes('processes-replaced') || undefined,
  )
  rolling.isOver = true
  await Promise.all(callers)
  for (const one of spared) one.isAway = false
  return `a release replaced the processes: ${rolling.answered} requests on kept connections answered, ${rolling.again} sent again, none lost`
}

/** Refreshes and asks until the release is over. */
async function keepWorking(day: Day, visit: Visit, rolling: Rolling): Promise<void> {
  const { program } = visit
  const open = () => openConnection(day.stage.identity.port)
  let connection: Connection = await open()
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const sent = { ...request, headers: { ...request.headers, 'x-forwarded-for': program.address } }
    if (!connection.isOpen) connection = await open()
    try {
      return await connection.send(sent)
    } catch (error) {
      if (!(error instanceof Unanswered) || error.received === 'some') throw error
      rolling.again += 1
      connection = await open()
      return connection.send(sent)
    }
  }
  let { refreshToken } = visit
  while (!rolling.isOver) {
    const request = refreshRequest(program, refreshToken)
    // A program that sends a refresh again says so, and gets the same tokens.
    const headers = { ...request.headers, 'idempotency-key': newIdempotencyKey() }
    const refreshed = await send({ ...request, headers })
    const tokens = tokensIn(refreshed)
    if (!tokens) throw new Error(`a refresh was answered ${refreshed.status} ${refreshed.body.slice(0, 80)}`)
    refreshToken = tokens.refresh_token
    const asked = await send(introspectionRequest(program, tokens.access_token))
    if (!asked.holds('"active":true')) throw new Error(`a token was answered ${asked.status}`)
    rolling.answered += 2
  }
  connection.close()
}
