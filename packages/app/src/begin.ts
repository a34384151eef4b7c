import type { BeginRequest } from './contract.ts'
import { type FlowNeeds, safeReturnTo, storeFlow } from './flow.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import type { DescribeProblem, SsoProblem, SsoProblemCode } from './problems.ts'
import { type Answer, call, type ProgramNeeds } from './program.ts'
import { challengeOf, randomText } from './verifier.ts'

/** What `begin` is handed. */
export interface BeginNeeds extends FlowNeeds, ProgramNeeds {
  readonly browser: Pick<Browser, 'crypto' | 'AbortSignal'>
  readonly describe: DescribeProblem
  readonly options: Pick<SsoClientOptions, 'returnUri'>
}

/** What a new sign-in is asked to be: the fields of a refusal with `insufficient_user_authentication`. */
export type AskedAgain = Pick<BeginRequest, 'max_age' | 'acr_values'>

/** What an app wishes for the pages of a sign-in. */
export type PageWishes = Pick<BeginRequest, 'ui_locales' | 'prompt'>

/** The options of a sign-in. */
export interface SignInRequest {
  /** What `begin/` gets beside, for a citizen who may be signed in: a link, or what the new sign-in is asked to be. */
  readonly again?: Partial<BeginRequest>
  readonly wishes?: PageWishes | undefined
  /** The local token of the account to link, or of the citizen who signs in again. */
  readonly bearer?: string | undefined
  readonly returnTo?: string | undefined
}

/** Begins a sign-in. Returns the address to go to, or the problem. */
export async function begin(
  needs: BeginNeeds,
  { again, wishes, bearer, returnTo }: SignInRequest,
): Promise<string | SsoProblem> {
  const verifier = randomText(needs.browser)
  const challenge = await challengeOf(needs.browser, verifier)
  const body: BeginRequest = {
    return_uri: needs.options.returnUri,
    code_challenge: challenge,
    ...again,
    ...wishes,
  }
  const askingConfig = call(needs, 'config')
  const answer = await call(needs, 'begin', body, bearer)
  const config = await askingConfig
  if (config.body['enabled'] === false) return needs.describe('sso_disabled')
  const url = `${answer.body['authorization_url']}`
  // Only an http or https address is allowed. A `javascript:` address would run as code of the app.
  if (!/^https?:\/\//i.test(url)) return needs.describe(problemOf(answer), answer)
  await storeFlow(needs, { verifier, challenge, returnTo: safeReturnTo(returnTo), startedAt: needs.now() })
  return url
}

/** If the citizen must sign in to the old account again, the message of `existing_account` says so. */
const problemOf = ({ programCode, response }: Answer): SsoProblemCode =>
  programCode === 'fresh_sign_in_required'
    ? 'existing_account'
    : response?.status === 401
      ? 'session_expired'
      : 'unavailable'
