import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { ChangeCase } from './change-address.fixture.ts'

/** Where it matters that a change waits. */
const PAGES = [
  ...['/account/', '/account/security/', '/account/profile/', '/account/codes/', '/account/close/'],
  '/account/address/',
]

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const waitsOn = ({ html }: Visited) => html.querySelector('section[aria-labelledby=waits]')?.text

async function signedIn(change: ChangeCase) {
  const browser = service.browser()
  await signIn(browser, change.citizen)
  return browser
}

// proves: new-address-is-said
test.each(PAGES)('%s says that a new address waits, until it is stopped there', async (path) => {
  const change = new ChangeCase(service, await addCitizen(service))
  await change.begin()
  const browser = await signedIn(change)
  const page = await browser.get(path)
  expect(waitsOn(page)).toContain(change.newEmail)
  expect(page.html.querySelector('section[aria-labelledby=waits] time')).not.toBeNull()
  const stopped = await browser.submit(page, {}, { button: 'Keep the old' })
  expect(stopped.html.querySelector('[role=status]')?.text).toContain('Your address stays as it is')
  expect(waitsOn(await browser.get(path))).toBeUndefined()
})

test('says nothing of a change of another citizen, nor of one that a new password has stopped', async () => {
  const change = new ChangeCase(service, await addCitizen(service))
  await change.begin()
  const other = service.browser()
  await signIn(other, await addCitizen(service))
  const browser = await signedIn(change)
  await service.foundation.db.query`
    update citizens set security_version = security_version + 1 where citizen_id = ${change.citizen.citizenId}`
  const again = await signedIn(change)
  for (const path of PAGES) {
    expect(waitsOn(await other.get(path))).toBeUndefined()
    expect((await browser.get(path, { follow: false })).status).toBe(303)
    expect(waitsOn(await again.get(path))).toBeUndefined()
  }
})
