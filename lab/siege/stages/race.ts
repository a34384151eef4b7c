import type { Connection } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { type HttpResponse, statusesOf } from '../../../journeys/kit/http/response.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import type { Tokens } from '../../../journeys/kit/oauth-requests.ts'
import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { enterProgram, introspect } from '../../../packages/identity/testing/program-flow.ts'
import { formAt } from '../../kit/page-forms.ts'
import { type Deployment, recovery, SUBJECTS } from '../targets/deployment.ts'

/** The number of parallel requests of a race. */
export const RACERS = 30

/** A deployment, and a connection for each request, alternately to each process. */
export interface RaceSetup {
  readonly deployment: Deployment
  readonly connections: readonly Connection[]
}

/** One race. Returns its faults. */
export type Race = (setup: RaceSetup, round: number) => Promise<readonly string[]>

/** One item for each request. */
export function times<Value>(make: (index: number) => Value): Value[] {
  return Array.from({ length: RACERS }, (_, index) => make(index))
}

/** The number of responses with this status. */
export function countOf(responses: readonly HttpResponse[], status: number): number {
  return responses.filter((response) => response.status === status).length
}

/** Checks that exactly one request was accepted, and that the others got the status of the contract. */
export function oneWinner(responses: readonly HttpResponse[], won: number, lost: number): string[] {
  const isOne = countOf(responses, won) === 1 && countOf(responses, lost) === responses.length - 1
  return isOne ? [] : [`statuses: ${statusesOf(responses)}`]
}

/**
 * The same for forms of several browsers, which take turns: each form is sent several times. The form that was accepted gets its
 * first answer each time, and every other one is refused.
 */
export function oneFormWins(
  responses: readonly HttpResponse[],
  forms: number,
  won: number,
  lost: number,
): string[] {
  const groups = Array.from({ length: forms }, (_, form) =>
    responses.filter((_response, index) => index % forms === form),
  )
  const winners = groups.filter((group) => countOf(group, won) === group.length)
  const losers = groups.filter((group) => countOf(group, lost) === group.length)
  const isOne = winners.length === 1 && losers.length === forms - 1
  return isOne ? [] : groups.map((group, form) => `statuses of form ${form + 1}: ${statusesOf(group)}`)
}

/** A fault for each access token that is active. */
export async function alive(deployment: Deployment, tokens: readonly Tokens[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    tokens.map(({ access_token }, index) =>
      introspect(deployment.at(index).service, deployment.program, access_token),
    ),
  )
  return answers.filter(({ active }) => active === true).map(() => 'an access token lives on')
}

/** A citizen who has just entered the program. */
export async function entered(deployment: Deployment, citizen?: Citizen) {
  const who = citizen ?? (await deployment.newCitizen())
  return enterProgram(deployment.at(0).service, deployment.program, who)
}

/** The page of a mailed link in a new browser, with a new password in its form. */
export function passwordForm(deployment: Deployment, link: string, process: number): Promise<HttpRequest> {
  return formAt(deployment.at(process).browser(), link, { password: 'seven ducks under a quiet bridge' })
}

/** Requests a recovery. Returns the path of the mailed link. */
export async function recoveryLink(deployment: Deployment, email: string): Promise<string> {
  const { status } = await deployment.send(recovery(email))
  if (status !== 202) throw new Error(`Recovery answered ${status}`)
  return linkPath(await deployment.mail.mailTo(email, SUBJECTS.recover))
}
