import type { Load } from '../../kit/load/plan.ts'
import {
  authorizeRequest,
  codeRequest,
  introspectionRequest,
  type Person,
  type Provider,
  userinfoRequest,
} from '../../kit/oauth-requests.ts'
import type { LoadWanted } from './candidate.ts'
import { obtainCodes, obtainTokens } from './obtain.ts'

/** Living tokens that a slice of reads goes round. */
const TOKENS = 512

/** Prepares what every OpenID provider can be asked. */
export async function providerLoad(
  provider: Provider,
  people: readonly Person[],
  { operation, connections, amount }: LoadWanted,
): Promise<Load> {
  switch (operation) {
    case 'introspection':
    case 'userinfo': {
      const request = operation === 'userinfo' ? userinfoRequest : introspectionRequest
      const living = await obtainTokens(provider, people, TOKENS)
      return {
        kind: 'cycle',
        requests: living.map(({ subject, tokens }) => request(provider, tokens.access_token, subject)),
      }
    }
    case 'authorize':
      return { kind: 'cycle', requests: people.map((person) => authorizeRequest(provider, person)) }
    case 'code-exchange': {
      const codes = await obtainCodes(provider, people, amount)
      return { kind: 'once', requests: codes.map((code) => codeRequest(provider, { code })) }
    }
    case 'refresh': {
      const living = await obtainTokens(provider, people, connections)
      const refreshTokens = living.map(({ tokens }) => tokens.refresh_token)
      return { kind: 'chain', client: provider, refreshTokens }
    }
    case 'sign-in':
    case 'registration':
    case 'guarded-route':
      throw new Error(`${operation} is every provider's own`)
  }
}
