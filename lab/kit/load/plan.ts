import type { CheckedRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import type { Client, Person, Provider, Tokens } from '../../../journeys/kit/oauth-requests.ts'

/** What is sent. */
export type Load =
  /** The same requests repeatedly, until the time is over. */
  | { readonly kind: 'cycle'; readonly requests: readonly CheckedRequest[] }
  /** Each request once. Ends when all are answered. */
  | { readonly kind: 'once'; readonly requests: readonly CheckedRequest[] }
  /** Each response has a refresh token for a later request: at least one for each connection. */
  | { readonly kind: 'chain'; readonly client: Client; readonly refreshTokens: readonly string[] }
  /** Everything that citizens and programs do, at the same time. */
  | MixedLoad

/**
 * What citizens and programs do. A visit is five requests: a code, its tokens, an introspection, their revocation, and
 * another introspection.
 */
export type MixedKind = 'introspection' | 'refresh' | 'userinfo' | 'visit' | 'sign-in' | 'registration'

/** A citizen who uses a program during the load. */
export type MixedPerson = Person & { readonly tokens: Tokens }

/** All kinds at the same time, as often as their weights say. */
export interface MixedLoad {
  readonly kind: 'mixed'
  readonly weights: Readonly<Record<MixedKind, number>>
  readonly provider: Provider
  /** At least one for each connection: no citizen does two things at once. */
  readonly people: readonly MixedPerson[]
  readonly signIns: readonly CheckedRequest[]
}

/** One run of load. */
export interface LoadPlan {
  readonly port: number
  readonly connections: number
  /** The length of every load except `once`, which ends by itself. */
  readonly seconds: number
  readonly load: Load
  /** Requests a second, at equal distances. Without it, as fast as the responses come. */
  readonly perSecond?: number
  /** The pause of each connection between a response and its next request. */
  readonly pauseMilliseconds?: number
}

/** The result of one kind of request. */
export interface KindResult {
  readonly answers: number
  readonly faults: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  readonly mostMilliseconds: number
}

/** The result of a run. */
export interface LoadResult extends KindResult {
  readonly seconds: number
  /** The first wrong response. */
  readonly firstFault: string | undefined
  /** CPU time of the load itself, in microseconds. */
  readonly cpuMicroseconds: number
  /** The same for each kind of request of a mixed load. */
  readonly kinds: Readonly<Record<string, KindResult>>
}

/** A request of a script; `kind` names it in a mixed load. */
export type ScriptRequest = CheckedRequest & { readonly kind?: string }

/** The requests of one connection: it yields a request, gets the response, and ends when nothing is left to send. */
export type Script = Generator<ScriptRequest, void, HttpResponse>
