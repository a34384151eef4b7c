import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../packages/identity/testing/people.ts'
import { type Guest, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'

let stage: PermitsStage
let guest: Guest

beforeAll(async () => {
  stage = await openPermitsStage()
})
afterAll(() => stage?.close())
afterEach(async () => {
  await guest.close()
  expect(guest.faults).toEqual([])
})

test('on paper, the page has the permits and the devices, and no button', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Paul Paper' })
  guest = await openGuest(stage)
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Paul Paper')
  await page.locator('#devices li').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#devices-title').isVisible()).toBe(true)
  expect(await page.locator('#devices li').isVisible()).toBe(true)
  expect(await page.locator('button:visible').count()).toBe(0)
})
