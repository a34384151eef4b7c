import { expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { startIdentityService } from '../testing/identity-service.ts'
import { proof } from '../testing/program.ts'
import { enrol, enter, openRealProgram, RETURN_URI } from '../testing/real-program.ts'
import type { ProgramEvent } from './program-sso.ts'

const ANA = { email: 'ana@example.test', password: 'purple lantern under seven bridges' }

test('a program that listens to the real service hears of an end, although nobody uses the session', async () => {
  const service = await startIdentityService()
  const events: ProgramEvent[] = []
  const program = await openRealProgram(service, (event) => void events.push(event), { endedFeed: true })
  const { sso, post } = program
  const browser = createBrowser(service.baseUrl)
  await enrol(service, browser, ANA)
  const { verifier, challenge } = await proof()
  const begun = await post('begin/', { return_uri: RETURN_URI, code_challenge: challenge })
  const authorizationUrl = begun.body['authorization_url'] ?? ''
  const { url: callback } = await enter(service, browser, { ...ANA, authorizationUrl })
  const landed = await sso.handle(new Request(callback))
  const code = new URL(landed?.headers.get('location') ?? '').searchParams.get('sso_code')
  const exchanged = await post('exchange/', { code, code_verifier: verifier })
  expect(exchanged.status).toBe(200)
  await service.command('citizen', 'sign-out', ANA.email, '--reason', 'a test')
  await expect.poll(() => events.map(({ type }) => type)).toContain('session_ended')
  await sso.close()
  await service.stop()
})
