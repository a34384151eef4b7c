import type { SsoErrorParam } from './contract.ts'
import { endFlow, type Flow, type FlowNeeds } from './flow.ts'
import type { Answer } from './program.ts'
import { readSession, revokeSession, type Session, type SessionNeeds, sessionFrom } from './session.ts'

const CODE = 'sso_code'
const ERROR = 'sso_error'

/** The parameters of a return: a code to redeem, or an error. */
export interface Callback {
  readonly code: string | null
  readonly error: SsoErrorParam
}

/**
 * The result of redeeming a code: the flow and the session, or the answer that refused the code. All are missing if
 * there was no flow.
 */
export interface Redeemed {
  readonly flow?: Flow
  readonly session?: Session
  readonly answer?: Answer | undefined
}

/** What the redemption of a code is handed. */
export interface RedeemNeeds extends FlowNeeds, SessionNeeds {
  /** The address of the program that issued the codes. */
  readonly baseUrl: string
}

/** Reads the parameters of a return. An error that the contract does not define is `unavailable`. */
export function readCallback(url: string | URL): Callback | null {
  const { searchParams } = new URL(url)
  const code = searchParams.get(CODE)
  const error = searchParams.get(ERROR)
  if (!code && !error) return null
  const isKnown = error === 'cancelled' || error === 'existing_account'
  return { code, error: isKnown ? error : 'unavailable' }
}

/** Removes the parameters of a return from an address. */
export function withoutCallback(address: string): string {
  const url = new URL(address)
  url.searchParams.delete(CODE)
  url.searchParams.delete(ERROR)
  return url.href
}

const redemptions = new Map<string, Promise<Redeemed>>()

/**
 * Redeems a code once, even for several callers. It is tried again only if the answer said nothing about the code.
 */
export async function redeemOnce(
  needs: RedeemNeeds,
  code: string,
  flows: readonly Flow[],
): Promise<Redeemed> {
  const key = `${needs.baseUrl} ${code}`
  const redeeming = redemptions.get(key) ?? redeem(needs, code, flows)
  redemptions.set(key, redeeming)
  const redeemed = await redeeming
  if (!redeemed.session && redeemed.answer?.kind !== 'refused') redemptions.delete(key)
  return redeemed
}

/** Tries the verifier of each flow, newest first. A wrong verifier is refused and does not spend the code. */
async function redeem(needs: RedeemNeeds, code: string, flows: readonly Flow[]): Promise<Redeemed> {
  let answer: Answer | undefined
  for (const flow of flows) {
    answer = await needs.program.call('exchange', { code, code_verifier: flow.verifier })
    const session = sessionFrom(needs, answer)
    if (session) {
      const replaced = await readSession(needs)
      await needs.tokens.write(session)
      await endFlow(needs, flow)
      // Nobody has its tokens any more.
      void (replaced && revokeSession(needs, replaced))
      return { flow, session }
    }
    if (answer.programCode !== 'handoff_invalid') break
  }
  return { answer }
}
