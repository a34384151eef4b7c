import { bytesToBase64Url, type Clock, systemClock, systemRandom } from '../platform/index.ts'
import { answerAuthorize } from './fake-authorize.ts'
import { announceEnded, answerEnded } from './fake-ended.ts'
import { answerDiscovery, answerIntrospect, answerKeySet, answerRevoke } from './fake-endpoints.ts'
import { firstKeys, lazyKeys } from './fake-keys.ts'

import { overNetwork } from './fake-network.ts'
import {
  type Cut,
  type FakeCitizen,
  type FakeState,
  type ForgeIdToken,
  isAlive,
  type Outage,
  type TamperedField,
} from './fake-state.ts'

import { answerToken } from './fake-token-endpoint.ts'

export type { Cut, FakeCitizen, ForgeIdToken, IdTokenDraft, Outage, TamperedField } from './fake-state.ts'

/** An identity service in this process. It follows the contract, and a test can make it fail. */
export interface FakeIdentity {
  readonly baseUrl: string
  /** For `createProgramSso({ fetch })`. It refuses other hosts. */
  readonly fetch: typeof globalThis.fetch
  readonly clientId: string
  readonly clientSecret: string
  addCitizen(citizen: { email: string; name?: string }): FakeCitizen
  /** Signs the citizen in at an authorization URL. Returns the callback address with its parameters. */
  authorize(authorizationUrl: string, citizen: { subject: string }): Promise<string>
  /** The citizen declines at an authorization URL. Returns the callback address with its parameters. */
  decline(authorizationUrl: string, error?: string): string
  /** How many grants of a citizen are alive: their refresh tokens still work. */
  openGrants(subject: string): number
  endCentralSession(subject: string): void
  suspend(subject: string): void
  resetPassword(subject: string): void
  outage(kind: Outage): void
  /** Loses the next responses of the token endpoint, each one in its own way. */
  loseTokenAnswers(...cuts: readonly Cut[]): void
  rotateKeys(): Promise<void>
  /** Sets its clock ahead by this time. */
  skew(seconds: number): void
  tamperNextIdToken(field: TamperedField): void
  /** Replaces the next ID token by the one that `forge` makes. */
  forgeNextIdToken(forge: ForgeIdToken): void
  /**
   * The feed of ended sessions: `missing` as in an older identity service, `forgets` as after a restore. Endings of citizens
   * are told by themselves.
   */
  feed(change: 'there' | 'missing' | 'forgets'): void
  /** Makes the client's current secret invalid. */
  rotateClientSecret(): void
  readonly log: readonly { method: string; path: string; at: Date }[]
}

/** Makes a fake identity service with one registered client. */
export function fakeIdentity(options: { clock?: Clock; baseUrl?: string } = {}): FakeIdentity {
  const state = emptyState(options)
  const secret = state.clientSecret
  const changeOf = (subject: string, change: (citizen: FakeCitizen) => void) => {
    const citizen = state.citizens.get(subject)
    if (!citizen) throw new Error(`no citizen has the subject ${subject}`)
    change(citizen)
  }
  const endOf = (subject: string, change: (citizen: FakeCitizen) => void) => {
    changeOf(subject, change)
    announceEnded(state, subject)
  }
  return {
    ...{ baseUrl: state.baseUrl, clientId: state.clientId, clientSecret: secret, log: state.log },
    fetch: (input, init) => answer(state, new Request(input, init)),
    addCitizen: ({ email, name = 'Ana Example' }) => addCitizen(state, { email, name }),
    authorize: async (url, { subject }) => answerAuthorize(state, url, subject),
    decline(url, error = 'access_denied') {
      const asked = new URL(url).searchParams
      const query = new URLSearchParams({ error, state: asked.get('state') ?? '', iss: state.baseUrl })
      return `${asked.get('redirect_uri')}?${query}`
    },
    openGrants: (subject) =>
      [...state.refresh.values()].filter((grant) => grant.subject === subject && isAlive(state, grant))
        .length,
    endCentralSession: (subject) => endOf(subject, (c) => void c.sessions.clear()),
    suspend: (subject) => endOf(subject, (c) => void (c.suspended = true)),
    resetPassword: (subject) => endOf(subject, (c) => void (c.sessions.clear(), (c.securityVersion += 1))),
    outage: (kind) => void (state.outage = kind),
    loseTokenAnswers: (...cuts) => void (state.cuts = [...cuts]),
    rotateKeys: async () => void (state.keys = lazyKeys()),
    skew: (seconds) => void (state.skewSeconds = seconds),
    tamperNextIdToken: (field) => void (state.tamper = field),
    forgeNextIdToken: (forge) => void (state.forge = forge),
    feed: (change) => changeFeed(state, change),
    rotateClientSecret: () => void (state.clientSecret = 'another secret'),
  }
}

function changeFeed({ feed }: FakeState, change: 'there' | 'missing' | 'forgets'): void {
  if (change === 'forgets') feed.life += 1
  else feed.isThere = change === 'there'
  for (const wake of feed.waiting) wake()
}

function emptyState(options: { clock?: Clock; baseUrl?: string }): FakeState {
  return {
    baseUrl: options.baseUrl ?? 'https://id.example.test',
    clientId: 'permits',
    clientSecret: bytesToBase64Url(systemRandom.bytes(32)),
    clock: options.clock ?? systemClock,
    keys: firstKeys(),
    ...{ outage: 'off', tamper: null, forge: null, skewSeconds: 0, log: [] },
    ...{ citizens: new Map(), codes: new Map(), access: new Map(), refresh: new Map(), rotations: new Map() },
    cuts: [],
    feed: { isThere: true, life: 1, ended: [], waiting: new Set() },
  }
}

function addCitizen(state: FakeState, { email, name }: { email: string; name: string }): FakeCitizen {
  const citizen: FakeCitizen = {
    subject: systemRandom.uuid(),
    ...{ email, name, securityVersion: 1, suspended: false, emailVerified: true },
    ...{ acr: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', signedInAt: 0 },
    sessions: new Set(),
  }
  state.citizens.set(citizen.subject, citizen)
  return citizen
}

async function answer(state: FakeState, request: Request): Promise<Response> {
  const url = new URL(request.url)
  state.log.push({ method: request.method, path: url.pathname, at: state.clock.now() })
  const failure = outageResponse(state)
  if (failure) return failure
  if (url.origin !== state.baseUrl) throw new TypeError('fetch failed')
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return answerDiscovery(state)
    case '/o/.well-known/jwks.json':
      return answerKeySet(state)
    case '/o/token/':
      return overNetwork(state.cuts.shift(), () => answerToken(state, request))
    case '/o/revoke/':
      return answerRevoke(state, request)
    case '/api/integrations/ended/':
      return answerEnded(state, request)
    case '/api/integrations/introspect/':
      return answerIntrospect(state, request)
    default:
      return new Response(null, { status: 404 })
  }
}

function outageResponse({ outage }: FakeState): Response | null {
  switch (outage) {
    case 'off':
      return null
    case 'refused':
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    case 'timeout':
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    case '500':
      return new Response('oops', { status: 500, headers: { 'content-type': 'text/plain' } })
    case '429':
      return new Response('slow down', { status: 429, headers: { 'content-type': 'text/plain' } })
  }
}
