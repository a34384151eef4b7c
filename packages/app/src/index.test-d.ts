/**
 * Type tests of `@portico/app`: what must compile, and what must not. `npm run check` compiles them. They are never
 * run.
 */
import {
  type AskedAgain,
  type BeginRequest,
  type BeginResponse,
  type ConfigResponse,
  createSsoClient,
  type ExchangeRequest,
  type KeyValueStorage,
  type PageWishes,
  type ProblemResponse,
  type ProgramErrorCode,
  type RefreshRequest,
  type SSO_BASE_PATH,
  type SsoAction,
  type SsoClient,
  type SsoClientOptions,
  type SsoErrorParam,
  type SsoMessages,
  type SsoProblem,
  type SsoProblemCode,
  type SsoState,
  type StatusResponse,
  type TicketRequest,
  type TicketResponse,
  type TokenPairResponse,
} from '@portico/app'
import { expectTypeOf } from 'vitest'
import type * as program from '../../program/src/index.ts'

const options: SsoClientOptions = { programBaseUrl: 'https://permits.example', returnUri: '' }
const sso = createSsoClient(options)
expectTypeOf(sso).toEqualTypeOf<SsoClient>()
// @ts-expect-error The return address is required.
createSsoClient({ programBaseUrl: 'https://permits.example' })
// @ts-expect-error An app has no client secret (contract section 1, rule 4).
createSsoClient({ ...options, clientSecret: '' })
// @ts-expect-error There is no such storage.
createSsoClient({ ...options, storage: 'cookie' })
createSsoClient({ ...options, storage: 'memory', clock: { now: () => 0 }, navigate: async () => undefined })

// A storage may answer at once or later.
const quick: KeyValueStorage = { get: () => null, set: () => undefined, remove: () => undefined }
const slow: KeyValueStorage = {
  get: async () => null,
  set: async () => undefined,
  remove: async () => undefined,
}
for (const storage of [quick, slow]) createSsoClient({ ...options, storage })
// @ts-expect-error A missing value is null, not undefined.
quick.get = () => undefined

/** Every state of a client. With another one, this does not compile. */
export function pageFor(state: SsoState): string {
  switch (state.status) {
    case 'starting':
      return ''
    case 'signed_out':
      expectTypeOf(state.problem).toEqualTypeOf<SsoProblem | null>()
      return state.problem ? `${buttonFor(state.problem.action)} ${state.problem.message}` : ''
    case 'signed_in':
      expectTypeOf(state.accessExpiresAt).toEqualTypeOf<number>()
      return state.justSignedIn ? (state.returnTo ?? '/') : ''
    case 'waiting':
      expectTypeOf(state.problem).toEqualTypeOf<SsoProblem>()
      return `${state.retryAt}`
    default:
      return state satisfies never
  }
}
// @ts-expect-error An app cannot set the state.
sso.state = { status: 'starting' }
// @ts-expect-error A state contains no token.
void sso.state.accessToken

/** Every action that a page can offer. */
function buttonFor(action: SsoAction): string {
  switch (action) {
    case 'retry':
    case 'restart':
      return 'Sign in'
    case 'link':
      return 'Connect'
    case 'wait':
    case 'none':
      return ''
    default:
      return action satisfies never
  }
}

/** A message for every problem. Without one for a new problem, this does not compile. */
export const WORDS: Required<SsoMessages> = {
  cancelled: '',
  existing_account: '',
  unavailable: '',
  flow_not_found: '',
  handoff_refused: '',
  throttled: '{n}',
  offline: '',
  session_ended: '',
  session_expired: '',
  storage_blocked: '',
  sso_disabled: '',
}
expectTypeOf<keyof SsoMessages>().toEqualTypeOf<SsoProblemCode>()
createSsoClient({ ...options, messages: WORDS })
// @ts-expect-error There is no such problem.
createSsoClient({ ...options, messages: { password_wrong: '' } })
expectTypeOf<SsoErrorParam>().toExtend<SsoProblemCode>()
expectTypeOf<SsoProblem['programCode']>().toEqualTypeOf<ProgramErrorCode | undefined>()

expectTypeOf(sso.subscribe).toEqualTypeOf<(listener: (state: SsoState) => void) => () => void>()
expectTypeOf(sso.start).toEqualTypeOf<() => Promise<SsoState>>()
expectTypeOf(sso.handleCallback).toEqualTypeOf<(url: string | URL) => Promise<SsoState>>()
expectTypeOf(sso.signIn).toEqualTypeOf<
  (options?: {
    readonly returnTo?: string
    readonly again?: AskedAgain
    readonly wishes?: PageWishes
  }) => Promise<void>
>()
expectTypeOf<PageWishes>().toEqualTypeOf<{ readonly ui_locales?: string; readonly prompt?: 'create' }>()
expectTypeOf<AskedAgain>().toEqualTypeOf<{ readonly max_age?: number; readonly acr_values?: string }>()
expectTypeOf(sso.linkAccount).toEqualTypeOf<
  (options?: { readonly bearer?: string; readonly returnTo?: string }) => Promise<void>
>()
expectTypeOf(sso.fetch).toEqualTypeOf<
  (input: string | URL | Request, init?: RequestInit) => Promise<Response>
>()
expectTypeOf(sso.config).returns.resolves.toEqualTypeOf<ConfigResponse>()
expectTypeOf(sso.status).returns.resolves.toEqualTypeOf<StatusResponse>()
expectTypeOf(sso.ticket).toEqualTypeOf<(address?: string) => Promise<string>>()
expectTypeOf(sso.withTicket).toEqualTypeOf<(address: string | URL) => Promise<string>>()
expectTypeOf(sso.signOut).toEqualTypeOf<() => Promise<void>>()

// The two packages share no code. Their types of the HTTP API must be equal.
expectTypeOf<BeginRequest>().toEqualTypeOf<program.BeginRequest>()
expectTypeOf<BeginResponse>().toEqualTypeOf<program.BeginResponse>()
expectTypeOf<ConfigResponse>().toEqualTypeOf<program.ConfigResponse>()
expectTypeOf<ExchangeRequest>().toEqualTypeOf<program.ExchangeRequest>()
expectTypeOf<ProblemResponse>().toEqualTypeOf<program.ProblemResponse>()
expectTypeOf<ProgramErrorCode>().toEqualTypeOf<program.ProgramErrorCode>()
expectTypeOf<RefreshRequest>().toEqualTypeOf<program.RefreshRequest>()
expectTypeOf<SsoErrorParam>().toEqualTypeOf<program.SsoErrorParam>()
expectTypeOf<StatusResponse>().toEqualTypeOf<program.StatusResponse>()
expectTypeOf<TicketRequest>().toEqualTypeOf<program.TicketRequest>()
expectTypeOf<TicketResponse>().toEqualTypeOf<program.TicketResponse>()
expectTypeOf<TokenPairResponse>().toEqualTypeOf<program.TokenPairResponse>()
expectTypeOf<typeof SSO_BASE_PATH>().toEqualTypeOf<typeof program.SSO_BASE_PATH>()
