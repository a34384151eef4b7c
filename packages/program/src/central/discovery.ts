import {
  type AuthorizationServer,
  discoveryRequest,
  OperationProcessingError,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { type CentralRefusal, refusalOf } from './central-refusal.ts'
import { requestOptions, type Transport } from './transport.ts'

/** The provider metadata. It is read when needed and remembered for an hour. */
export interface Discovery {
  /** With `afresh`, the document is read again, to see whether the service answers. */
  find(afresh?: boolean): Promise<Result<AuthorizationServer, CentralRefusal>>
}

const KEPT_MS = 3_600_000

/** Makes a discovery without a document. */
export function createDiscovery(transport: Transport): Discovery {
  let kept: { server: AuthorizationServer; at: number } | null = null
  let asking: Promise<Result<AuthorizationServer, CentralRefusal>> | null = null
  const ask = async () => {
    const found = await readMetadata(transport)
    if (!found.ok && found.refusal.kind === 'misconfigured')
      transport.endpoints.discovery.refusesUs(found.refusal.reason)
    if (found.ok) kept = { server: found.value, at: transport.clock.now().getTime() }
    asking = null
    return found
  }
  return {
    async find(afresh = false) {
      if (!afresh && kept && isFresh(kept.at, transport.clock.now().getTime())) return accepted(kept.server)
      asking ??= ask()
      const found = await asking
      if (afresh || found.ok || found.refusal.kind !== 'unavailable') return found
      // An older document is better than none: the endpoints can work while discovery fails.
      return kept ? accepted(kept.server) : found
    },
  }
}

function isFresh(at: number, now: number): boolean {
  return now - at >= 0 && now - at < KEPT_MS
}

async function readMetadata(transport: Transport): Promise<Result<AuthorizationServer, CentralRefusal>> {
  const { baseUrl, issuer } = transport.settings
  try {
    const response = await discoveryRequest(new URL(baseUrl), requestOptions(transport, 'discovery'))
    if (response.status !== 200)
      return refused({ kind: 'unavailable', reason: `discovery answered ${response.status}` })
    const server = await processDiscoveryResponse(new URL(issuer), response)
    if (server.issuer !== issuer) return refused(otherIssuer(server.issuer, issuer))
    if (!offersS256(server))
      return refused({ kind: 'misconfigured', reason: 'discovery does not offer S256' })
    return accepted(withContractPaths(server, baseUrl))
  } catch (error) {
    const named = issuerNamed(error)
    if (named !== null) return refused(otherIssuer(named, issuer))
    const refusal = refusalOf(error)
    return refused(
      refusal.kind === 'untrusted'
        ? { kind: 'misconfigured', reason: `discovery: ${refusal.reason}` }
        : refusal,
    )
  }
}

/** The issuer in the document, if the library refused the document because of it. */
function issuerNamed(error: unknown): string | null {
  if (!(error instanceof OperationProcessingError) || memberOf(error.cause, 'attribute') !== 'issuer')
    return null
  const named = memberOf(memberOf(error.cause, 'body'), 'issuer')
  return typeof named === 'string' ? named : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function otherIssuer(got: string, expected: string): CentralRefusal {
  return {
    kind: 'misconfigured',
    reason: `discovery names the issuer ${JSON.stringify(got)}, settings say ${JSON.stringify(expected)}; they must be equal character by character, the trailing slash too`,
  }
}

function offersS256(server: AuthorizationServer): boolean {
  return server.code_challenge_methods_supported?.includes('S256') ?? true
}

/** Adds the paths that the contract fixes and discovery may leave out (contract section 4.1). */
function withContractPaths(server: AuthorizationServer, baseUrl: string): AuthorizationServer {
  return {
    introspection_endpoint: `${baseUrl}/api/integrations/introspect/`,
    revocation_endpoint: `${baseUrl}/o/revoke/`,
    ...server,
  }
}
