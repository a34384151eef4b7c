import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { enterProgram, introspect } from '../../../packages/identity/testing/program-flow.ts'
import { filledForm, linkPath, PATHS } from './paper.ts'
import { type Hit, jsonShot, type Shot, type Wire } from './salvo.ts'
import { stranger, type Town } from './town.ts'

/** How many start at once in each race. */
export const RACERS = 30

const NEW_PASSWORD = 'seven ducks under a quiet bridge'

/** Where races are run: a town, and a connection for each racer, by turns to each process. */
export interface Course {
  readonly town: Town
  readonly wires: readonly Wire[]
}

/** One race; returns what went wrong. */
export type Race = (course: Course, round: number) => Promise<readonly string[]>

/** What a winner is given. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** One thing for each racer. */
export function times<Value>(make: (index: number) => Value): Value[] {
  return Array.from({ length: RACERS }, (_, index) => make(index))
}

/** How many answers have this status. */
export function countOf(hits: readonly Hit[], status: number): number {
  return hits.filter((hit) => hit.status === status).length
}

/** How often each status was seen, in words. */
export function statusesOf(hits: readonly Hit[]): string {
  const counts = Map.groupBy(hits, ({ status }) => status)
  return `statuses: ${[...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ')}`
}

/** Everybody but one was refused, in the words of the contract. */
export function oneWinner(hits: readonly Hit[], won: number, lost: number): string[] {
  const isOne = countOf(hits, won) === 1 && countOf(hits, lost) === hits.length - 1
  return isOne ? [] : [statusesOf(hits)]
}

/** What the winners were given. */
export function tokensOf(hits: readonly Hit[]): readonly Tokens[] {
  return hits.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body) as Tokens)
}

/** A fault for each access token that is active. */
export async function alive(town: Town, tokens: readonly Tokens[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    tokens.map(({ access_token }, index) => introspect(town.at(index).service, town.program, access_token)),
  )
  return answers.filter(({ active }) => active === true).map(() => 'an access token lives on')
}

/** A citizen who has just entered the program. */
export async function entered(town: Town, citizen?: Citizen) {
  return enterProgram(town.at(0).service, town.program, citizen ?? (await town.newCitizen()))
}

/** The page of a mailed link with a new password in its form, in a browser that has never been there. */
export async function passwordForm(town: Town, link: string, process: number): Promise<Shot> {
  const browser = town.at(process).browser()
  return filledForm(browser, await browser.get(link), { password: NEW_PASSWORD })
}

/** Asks for a recovery and opens the mailed page. */
export async function recoveryForm(town: Town, email: string): Promise<Shot> {
  const { path, ...asked } = jsonShot(PATHS.recover, { email }, stranger())
  const answer = await fetch(town.at(0).service.baseUrl + path, asked)
  await answer.text()
  if (answer.status !== 202) throw new Error(`Recovery answered ${answer.status}`)
  return passwordForm(town, linkPath(await town.post.mailTo(email, 'Choose a new password')), 1)
}
