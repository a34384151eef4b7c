import type { Route } from '../platform/http/route.ts'
import { type AuthorizationNeeds, authorizationRoutes } from './authorize/index.ts'
import { type DiscoveryNeeds, discoveryRoutes } from './discovery/index.ts'
import { introspectionRoutes } from './introspect/index.ts'
import { revocationRoutes } from './revoke/index.ts'
import { tokenRoutes } from './token/index.ts'
import { userinfoRoutes } from './userinfo/index.ts'

/** Everything that the endpoints use. */
export type OAuthService = DiscoveryNeeds &
  AuthorizationNeeds &
  Parameters<typeof tokenRoutes>[0] &
  Parameters<typeof revocationRoutes>[0] &
  Parameters<typeof introspectionRoutes>[0] &
  Parameters<typeof userinfoRoutes>[0]

/** All endpoints. */
export function oauthRoutes(service: OAuthService): readonly Route[] {
  return [
    ...discoveryRoutes(service),
    ...authorizationRoutes(service),
    ...tokenRoutes(service),
    ...revocationRoutes(service),
    ...introspectionRoutes(service),
    ...userinfoRoutes(service),
  ]
}
