import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../testing/people.ts'
import {
  authorizeAddress,
  enterProgram,
  introspect,
  newAttempt,
  refresh,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('the programs page', () => {
  test('lists what was entered and what each receives', async () => {
    const { browser } = await enterProgram(
      service,
      await addProgram(service, { name: 'Parking' }),
      await addCitizen(service),
    )
    await enterProgram(service, await addProgram(service, { name: 'Library' }), browser)
    const page = await browser.get('/account/programs/')
    expect(page.html.querySelectorAll('article h2').map(({ text }) => text.trim())).toEqual([
      'Library',
      'Parking',
    ])
    expect(page.html.text).toContain('Your email address')
  })
  test('is empty for somebody who entered none', async () => {
    const other = await enterProgram(service, await addProgram(service), await addCitizen(service))
    await other.browser.submit(await other.browser.get('/account/programs/'), {}, { button: 'Disconnect' })
    expect((await other.browser.get('/account/programs/')).html.querySelectorAll('article')).toHaveLength(0)
  })
})

describe('disconnecting', () => {
  // proves: contract-4.1-introspect-disconnected
  test('ends all that the program was given, in every session, and the program asks again', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const [here, there] = [
      await enterProgram(service, program, citizen),
      await enterProgram(service, program, citizen),
    ]
    const page = await here.browser.get('/account/programs/')
    const answer = await here.browser.submit(page, {}, { button: 'Disconnect' })
    expect(answer.url).toBe(`${service.baseUrl}/account/programs/?notice=disconnected`)
    expect(answer.html.text).toContain('It can take up to 30 seconds until it signs you out there.')
    for (const { tokens } of [here, there]) {
      expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
      expect((await refresh(service, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
    }
    const again = await here.browser.get(authorizeAddress(newAttempt(program)))
    expect(again.status).toBe(200)
    expect(again.html.text).toContain('this program is connected to your account')
  })
  test('leaves other programs, other citizens and the session alone', async () => {
    const [ana, ben] = [await addCitizen(service), await addCitizen(service)]
    const [parking, library] = [
      await addProgram(service, { name: 'Parking' }),
      await addProgram(service, { name: 'Library' }),
    ]
    const atParking = await enterProgram(service, parking, ana)
    const atLibrary = await enterProgram(service, library, atParking.browser)
    const bens = await enterProgram(service, parking, ben)
    const page = await atParking.browser.get('/account/programs/')
    await atParking.browser.submit(page, {}, { button: /^Disconnect.*Parking/ })
    expect(await introspect(service, parking, atParking.tokens.access_token)).toEqual({ active: false })
    expect(await introspect(service, library, atLibrary.tokens.access_token)).toMatchObject({ active: true })
    expect(await introspect(service, parking, bens.tokens.access_token)).toMatchObject({ active: true })
  })
  test('a program that is not connected, or is none, changes nothing', async () => {
    const citizen = await addCitizen(service)
    const { browser, tokens } = await enterProgram(service, await addProgram(service), citizen)
    const page = await browser.get('/account/programs/')
    const never = await addProgram(service)
    for (const client_id of [never.clientId, '', '%', 'x'.repeat(3000)]) {
      const answer = await browser.submit(page, { client_id }, { follow: false })
      expect(answer.status).toBe(303)
    }
    expect(tokens.access_token).not.toBe('')
    const rows = await service.foundation.db.query`
      select event_id from audit_events where citizen_id = ${citizen.citizenId} and name = 'program-disconnected'`
    expect(rows).toHaveLength(0)
    expect((await browser.get('/account/programs/')).html.querySelectorAll('article')).toHaveLength(1)
  })
})
