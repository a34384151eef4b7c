import { BASE64URL_256_BITS } from '../../platform/index.ts'
import type {
  BeginRequest,
  BeginResponse,
  ConfigResponse,
  ExchangeRequest,
  ProblemResponse,
  RefreshRequest,
  StatusResponse,
  TicketRequest,
  TicketResponse,
  TokenPairResponse,
} from '../../wire.ts'
import { VERIFIER } from '../exchange.ts'
import { PROGRAM_ERROR_CODES } from '../problem.ts'
import { ROTATION_ID } from '../refresh.ts'
import { CREATE, LOCALES } from '../wishes.ts'
import type { Schema } from './operation.ts'

const ADDRESS: Schema = { type: 'string', format: 'uri' }
const TEXT: Schema = { type: 'string' }

/** An object with a schema for each field of its type. All are required that are not named as optional. */
function objectOf<Wire>(
  properties: Readonly<Record<keyof Wire & string, Schema>>,
  ...optional: (keyof Wire)[]
): Schema {
  const isOptional = (name: string) => optional.some((one) => one === name)
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => !isOptional(name)) }
}

/** A body of a request. Another field is refused. */
function bodyOf<Wire>(...parts: Parameters<typeof objectOf<Wire>>): Schema {
  return { ...objectOf<Wire>(...parts), additionalProperties: false }
}

const ASKED = {
  max_age: {
    type: 'integer',
    minimum: 0,
    maximum: 999_999_999,
    description: 'The most seconds since the citizen signed in at the identity service.',
  },
  acr_values: {
    ...TEXT,
    description: 'The classes of that sign-in that count, separated by spaces.',
    pattern: '^[!#-\\[\\]-~]{1,255}(?: [!#-\\[\\]-~]{1,255}){0,19}$',
  },
} as const satisfies Readonly<Record<string, Schema>>

const beginRequest = (hasOldAccounts: boolean): Schema =>
  bodyOf<BeginRequest>(
    {
      return_uri: {
        ...TEXT,
        description:
          'Where the browser comes back. It must equal an allowed address, character by character.',
      },
      code_challenge: {
        ...TEXT,
        description: 'Base64url of the SHA-256 of a verifier that only the app knows, without padding.',
        pattern: BASE64URL_256_BITS.source,
      },
      link: {
        type: 'boolean',
        description: 'Connects the account of the bearer to a central account.',
        ...(!hasOldAccounts && { const: false }),
      },
      ...ASKED,
      ui_locales: {
        ...TEXT,
        description: 'The languages of the citizen (BCP 47), preferred first, separated by spaces.',
        pattern: LOCALES.source,
      },
      prompt: {
        ...TEXT,
        description: 'Whoever is not signed in at the identity service sees the form of a new account.',
        const: CREATE,
      },
    },
    ...(['link', 'max_age', 'acr_values', 'ui_locales', 'prompt'] as const),
  )

const OF_EVERY_PROGRAM: Readonly<Record<string, Schema>> = {
  Config: objectOf<ConfigResponse>({
    enabled: { type: 'boolean', description: 'Whether the program signs citizens in at the moment.' },
    account_url: { ...ADDRESS, description: 'Where a citizen sees and ends central sessions.' },
    registration_url: ADDRESS,
    recovery_url: ADDRESS,
  }),
  BeginResponse: objectOf<BeginResponse>({
    authorization_url: { ...ADDRESS, description: 'Send the browser there.' },
  }),
  ExchangeRequest: bodyOf<ExchangeRequest>({
    code: { ...TEXT, description: 'The value of sso_code. It is valid for 90 seconds, and works once.' },
    code_verifier: { ...TEXT, description: 'The verifier of the challenge.', pattern: VERIFIER.source },
  }),
  RefreshRequest: bodyOf<RefreshRequest>(
    {
      refresh_token: { ...TEXT, description: 'The newest local refresh token.' },
      rotation_id: {
        type: ['string', 'null'],
        description: 'A retry with the same value gets the same tokens for 60 seconds.',
        pattern: ROTATION_ID.source,
      },
    },
    'rotation_id',
  ),
  TokenPair: objectOf<TokenPairResponse>({
    token_type: { ...TEXT, const: 'Bearer' },
    access_token: { ...TEXT, description: 'The local access token, for this program only.' },
    expires_in: { type: 'integer', minimum: 0, description: 'The seconds until the access token expires.' },
    refresh_token: { ...TEXT, description: 'The next local refresh token.' },
    refresh_expires_in: {
      type: 'integer',
      minimum: 0,
      description: 'The seconds until the session expires.',
    },
  }),
  Status: objectOf<StatusResponse>({
    linked: { type: 'boolean', description: 'Whether the account is connected to a central account.' },
    account_url: ADDRESS,
  }),
  TicketRequest: bodyOf<TicketRequest>(
    {
      address: {
        type: ['string', 'null'],
        description:
          'The path and the query that the ticket opens. Without it, the ticket opens each address that takes tickets.',
        maxLength: 2048,
        pattern: '^/(?:[!"$-.0-\\[\\]-~][!"$-\\[\\]-~]*)?$',
      },
    },
    'address',
  ),
  TicketResponse: objectOf<TicketResponse>({
    sso_ticket: { ...TEXT, description: 'Add it to the address as its last parameter, sso_ticket.' },
    expires_in: { type: 'integer', minimum: 0, description: 'The seconds until the ticket expires.' },
  }),
  Problem: objectOf<ProblemResponse>(
    {
      code: { ...TEXT, enum: PROGRAM_ERROR_CODES },
      detail: { ...TEXT, description: 'A sentence for the citizen. It may change.' },
      request_id: { ...TEXT, description: 'The id of this request in the log.' },
      hint: { ...TEXT, description: 'A sentence for developers, in development only.' },
      ...ASKED,
    },
    ...(['hint', 'max_age', 'acr_values'] as const),
  ),
}

/** The bodies under `/api/v1/sso/` (contract section 2.14). A field that is added in `wire.ts` and not here does not compile. */
export function schemas(hasOldAccounts: boolean): Readonly<Record<string, Schema>> {
  return { ...OF_EVERY_PROGRAM, BeginRequest: beginRequest(hasOldAccounts) }
}
