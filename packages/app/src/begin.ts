import type { BeginRequest } from './contract.ts'
import { type FlowNeeds, keepFlow, safeReturnTo } from './flow.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import type { DescribeProblem, SsoProblem, SsoProblemCode } from './problems.ts'
import type { Answer, Program } from './program.ts'
import { challengeOf, randomText } from './verifier.ts'

/** What leaving for the identity service needs. */
export interface BeginNeeds extends FlowNeeds {
  readonly browser: Pick<Browser, 'crypto'>
  readonly program: Program
  readonly describe: DescribeProblem
  readonly options: Pick<SsoClientOptions, 'returnUri'>
}

/** Why and how a citizen leaves for the identity service. */
export interface Departure {
  readonly link: boolean
  /** The local token of the account that is to be linked. */
  readonly bearer?: string | undefined
  readonly returnTo?: string | undefined
}

/** Begins a sign-in: the address to go to, or why there is none. */
export async function begin(
  needs: BeginNeeds,
  { link, bearer, returnTo }: Departure,
): Promise<string | SsoProblem> {
  const verifier = randomText(needs.browser)
  const code_challenge = await challengeOf(needs.browser, verifier)
  const body: BeginRequest = { return_uri: needs.options.returnUri, code_challenge, ...(link && { link }) }
  const [config, answer] = await Promise.all([
    needs.program.call('config'),
    needs.program.call('begin', body, link ? bearer : undefined),
  ])
  if (config.body['enabled'] === false) return needs.describe('sso_disabled')
  const url = `${answer.body['authorization_url']}`
  // Only a web page: a script in the place of an address would run as the app.
  if (!/^https?:\/\//i.test(url)) return needs.describe(problemOf(answer), answer)
  await keepFlow(needs, { verifier, returnTo: safeReturnTo(returnTo), startedAt: needs.now() })
  return url
}

/** Who must sign in the old way once more reads the words that say so. */
const problemOf = ({ programCode, response }: Answer): SsoProblemCode =>
  programCode === 'fresh_sign_in_required'
    ? 'existing_account'
    : response?.status === 401
      ? 'session_expired'
      : 'unavailable'
