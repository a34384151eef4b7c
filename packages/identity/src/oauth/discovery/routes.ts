import { json } from '../../platform/http/reply.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Signer } from '../../signing-keys/index.ts'
import { KEY_SET_MAX_AGE_SECONDS } from '../../signing-keys/index.ts'
import { metadata } from './metadata.ts'
import { KEYS_OPERATION, METADATA_OPERATION } from './operations.ts'

/** The signer whose public keys are published, and the base URL. */
export interface DiscoveryNeeds {
  readonly baseUrl: string
  readonly signer: Signer
}

/** `/.well-known/openid-configuration` and `/o/.well-known/jwks.json` (contract section 4.1). */
export function discoveryRoutes(service: DiscoveryNeeds): readonly Route[] {
  const document = metadata(service.baseUrl)
  const cacheable = { headers: { 'cache-control': `public, max-age=${KEY_SET_MAX_AGE_SECONDS}` } }
  return [
    route('GET', '/.well-known/openid-configuration', METADATA_OPERATION, () =>
      json(200, document, cacheable),
    ),
    route('GET', '/o/.well-known/jwks.json', KEYS_OPERATION, async () =>
      json(200, await service.signer.publicKeys(), cacheable),
    ),
  ]
}
