import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { startTestService } from '../../packages/identity/testing/test-service.ts'
import { hasPackage, MISSING, RECIPES, signIn } from './stage.ts'

/** A client that does not work, because it sends no challenge. */

interface Strategy {
  redirect(location: string): void
  error(problem: Error): void
  authenticate(req: object): void
}
type MakeStrategy = new (options: object, verify: () => void) => Strategy

const isMissing = !hasPackage('passport-openidconnect')

test.skipIf(isMissing)(
  `passport-openidconnect sends no challenge, and is refused${isMissing ? ` (${MISSING})` : ''}`,
  async () => {
    const service = await startTestService()
    try {
      const { email } = await addCitizen(service)
      const program = await addProgram(service)
      const MadeStrategy: MakeStrategy = createRequire(join(RECIPES, 'package.json'))(
        'passport-openidconnect',
      )
      const options = {
        issuer: service.baseUrl,
        authorizationURL: `${service.baseUrl}/o/authorize/`,
        tokenURL: `${service.baseUrl}/o/token/`,
        userInfoURL: `${service.baseUrl}/api/userinfo/`,
        clientID: program.clientId,
        clientSecret: program.secret,
        callbackURL: program.redirectUri,
        scope: ['profile', 'email', 'offline_access'],
      }
      const location = await new Promise<string>((resolve, reject) => {
        const strategy = new MadeStrategy(options, () => undefined)
        Object.assign(strategy, { redirect: resolve, error: reject })
        strategy.authenticate({ query: {}, session: {}, headers: {}, connection: {} })
      })
      expect(new URL(location).searchParams.has('code_challenge')).toBe(false)
      const back = new URL(await signIn(service.browser(), location, email))
      expect(back.searchParams.get('error')).toBe('invalid_request')
    } finally {
      await service.close()
    }
  },
)
