import type { SsoErrorParam } from './contract.ts'
import { endFlow, type Flow, type FlowNeeds } from './flow.ts'
import { type Answer, call } from './program.ts'
import { readSession, revokeSession, type Session, type SessionNeeds, sessionFrom } from './session.ts'

/** The parameters of a return: a code to redeem, or an error. */
export interface Callback {
  readonly code: string | null
  readonly error: SsoErrorParam
  /** The address without the parameters of a return. */
  readonly rest: string
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
export interface RedeemNeeds extends FlowNeeds, SessionNeeds {}

/** Reads the parameters of a return. An error that the contract does not define is `unavailable`. */
export function readCallback(url: string | URL): Callback | null {
  const rest = new URL(url)
  const { searchParams } = rest
  const code = searchParams.get('sso_code')
  const error = searchParams.get('sso_error')
  searchParams.delete('sso_code')
  searchParams.delete('sso_error')
  if (!code && !error) return null
  const isKnown = /^(cancelled|existing_account)$/.test(`${error}`)
  return { code, error: isKnown ? (error as SsoErrorParam) : 'unavailable', rest: rest.href }
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
  const redeeming = redemptions.get(code) ?? redeem(needs, code, flows)
  redemptions.set(code, redeeming)
  const redeemed = await redeeming
  if (!(redeemed.session || redeemed.answer?.kind === 'refused')) redemptions.delete(code)
  return redeemed
}

/**
 * Tries the verifier of the flow whose challenge the code names. A code of another program side names none: then those of
 * the newest flows. A wrong verifier is refused and does not spend the code, but the fifth one would.
 */
async function redeem(needs: RedeemNeeds, code: string, flows: readonly Flow[]): Promise<Redeemed> {
  let answer: Answer | undefined
  const named = flows.filter(({ challenge }) => code.startsWith(`${challenge}`.slice(0, 8), 5))
  for (const flow of [...named, ...flows].slice(0, 4)) {
    answer = await call(needs, 'exchange', { code, code_verifier: flow.verifier })
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
