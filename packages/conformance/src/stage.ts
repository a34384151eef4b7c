import { setTimeout as wait } from 'node:timers/promises'
import { demand } from './broken.ts'
import { type Answer, textOf } from './http.ts'
import { described, type Landing, landingOf, newProof, type Program, type Proof } from './program.ts'
import type { Simulator } from './simulator.ts'

/** A sign-in that has begun at the program. */
export interface Begun extends Proof {
  readonly authorizationUrl: string
}

/** A sign-in whose browser has come back to the app. */
export interface Landed extends Begun, Landing {
  readonly callbackUrl: string
}

/** The tokens of the program. */
export interface Pair {
  readonly access: string
  readonly refresh: string
}

/** A citizen, and what is wrong in this sign-in. */
export interface Wish {
  readonly citizen?: string
  readonly fault?: string
}

/** What only the caller of a run knows. */
export interface Extras {
  /** Addresses of the program's API that the guard stands before. They are asked by GET. */
  readonly guarded: readonly string[]
  /** An address of the API that answers with JSON, whose `id` names the local account. */
  readonly account: string | undefined
  /** An address of the API that only staff may read, and the e-mail address of a member of staff. */
  readonly staff: { readonly url: string; readonly email: string } | undefined
  /** How long a handoff lives; undefined where the run does not wait for its end. */
  readonly handoffSeconds: number | undefined
}

/** The program, the simulator, and what every rule does with them. */
export interface Stage extends Extras {
  readonly program: Program
  readonly simulator: Simulator
  /** A return address that the program allows. */
  readonly returnUri: string
  /** The longest time of use without a central check: 30, or less in a program that is set up so for the run. */
  readonly ceilingSeconds: number
  begin(): Promise<Begun>
  /** Signs in until the browser has opened the callback. */
  land(wish?: Wish): Promise<Landed>
  exchange(code: string, verifier: string): Promise<Answer>
  /** A whole sign-in. */
  signIn(citizen?: string): Promise<Pair>
}

/** How long a program may remember an outage that is over. */
const PAUSE_SECONDS = 70

const ANA = 'ana@example.test'

/** Makes the stage of one run. */
export function openStage(
  parts: Pick<Stage, 'program' | 'simulator' | 'returnUri' | 'ceilingSeconds' | keyof Extras>,
): Stage {
  const { program, simulator, returnUri } = parts
  const exchange = (code: string, verifier: string) =>
    program.post('exchange/', { code, code_verifier: verifier })
  const begin = async (): Promise<Begun> => {
    const proof = newProof()
    const answer = await postAgain(program, { return_uri: returnUri, code_challenge: proof.challenge })
    const authorizationUrl = textOf(answer, 'authorization_url')
    demand(answer.status === 200 && authorizationUrl !== '', `begin/ answered ${described(answer)}`)
    return { ...proof, authorizationUrl }
  }
  const landOnce = async ({ citizen = ANA, fault }: Wish): Promise<Landed> => {
    const begun = await begin()
    const wanted = fault === undefined ? '' : `&dev_fault=${fault}`
    const callbackUrl = await simulator.signIn(begun.authorizationUrl + wanted, citizen)
    return { ...begun, callbackUrl, ...landingOf(await program.open(callbackUrl)) }
  }
  /** A program that has asked too often, or has just met an outage, asks nobody for a while. */
  const land = async (wish: Wish = {}): Promise<Landed> => {
    if (wish.fault !== undefined) return landOnce(wish)
    const before = await simulator.lastRequest()
    let landed = await landOnce(wish)
    await within(PAUSE_SECONDS, async () => {
      if (landed.query.get('sso_error') !== 'unavailable') return true
      const asked = (await simulator.requestsAfter(before)).filter(({ path }) => path === '/o/token/')
      if (asked.some(({ status }) => status !== 429)) return true
      landed = await landOnce(wish)
      return false
    })
    return landed
  }
  return {
    ...parts,
    ...{ begin, land, exchange },
    async signIn(citizen = ANA) {
      const { answer, query, verifier } = await land({ citizen })
      const code = query.get('sso_code')
      demand(code !== null, `the callback answered ${described(answer)}, without sso_code`)
      const exchanged = await exchange(code, verifier)
      return pairOf(exchanged)
    },
  }
}

/** A program that has just met an outage may answer 503 for some seconds. */
async function postAgain(program: Program, body: object): Promise<Answer> {
  let answer = await program.post('begin/', body)
  await within(PAUSE_SECONDS, async () => {
    if (answer.status === 503) answer = await program.post('begin/', body)
    return answer.status !== 503
  })
  return answer
}

/** The local tokens in the answer of `exchange/`. */
export function pairOf(exchanged: Answer): Pair {
  const [access, refresh] = [textOf(exchanged, 'access_token'), textOf(exchanged, 'refresh_token')]
  const isWhole = exchanged.status === 200 && access !== '' && refresh !== ''
  demand(isWhole, `exchange/ answered ${described(exchanged)}, without access_token and refresh_token`)
  return { access, refresh }
}

/** Often enough to notice in time, and seldom enough not to be throttled. */
const POLL_MILLISECONDS = 1_000

/** Asks again and again until it is so, or the time is over. Returns whether it became so. */
export async function within(seconds: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    if (await isSo()) return true
    if (performance.now() > end) return false
    await wait(POLL_MILLISECONDS)
  }
}
