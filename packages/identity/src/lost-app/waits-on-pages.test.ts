import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { enrol, givePassword } from '../../testing/soft-app.ts'
import type { Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { LOST, LostCase } from './lost-app.fixture.ts'

/** Where it matters that apps are about to go. */
const PAGES = ['/account/', '/account/security/', '/account/profile/', '/account/codes/', '/account/close/']

let service: TestService

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_TIME_ZONE: 'America/Bogota' } })
})
afterAll(() => service.close())

const waitsOn = ({ html }: Visited) => html.querySelector('section[aria-labelledby=lost]')?.text

async function asked() {
  const citizen = await addCitizen(service)
  const { browser } = await enrol(service, citizen)
  await new LostCase(service, citizen).ask()
  return { citizen, browser }
}

// proves: lost-app-is-said
test.each(PAGES)('%s says when the apps go, to nobody else, until it is stopped there', async (path) => {
  const { browser } = await asked()
  const { browser: others } = await enrol(service, await addCitizen(service))
  const page = await browser.get(path)
  expect(waitsOn(page)).toContain('GMT-5')
  expect(waitsOn(await others.get(path))).toBeUndefined()
  const foreign = await service.browser().submit(page, {}, { button: 'Stop the removal' })
  expect(foreign.status).toBe(403)
  expect(waitsOn(await browser.get(path))).toBeDefined()
  await browser.submit(page, {}, { button: 'Stop the removal' })
  expect(waitsOn(await browser.get(path))).toBeUndefined()
})

// proves: threat-app-removed-by-mail
test('whoever has given the password alone is told nothing of it', async () => {
  const { citizen } = await asked()
  const browser = service.browser()
  await givePassword(browser, citizen)
  for (const path of [...PAGES, LOST]) {
    const page = await browser.get(path)
    expect([path, waitsOn(page), page.body.includes('We remove your apps')]).toEqual([path, undefined, false])
  }
})

// proves: lost-app-is-said, threat-app-removed-by-mail
test('“Have you lost your phone?” says the same to everybody: that a time which runs goes on, who says until when, and what stops it', async () => {
  const { citizen } = await asked()
  const waiting = service.browser()
  await givePassword(waiting, citizen)
  const another = await addCitizen(service)
  await enrol(service, another)
  const quiet = service.browser()
  await givePassword(quiet, another)
  const textOf = ({ html }: Visited) => html.querySelector('main')?.text
  const page = await waiting.get(LOST)
  expect(textOf(page)).toBe(textOf(await quiet.get(LOST)))
  const told = page.html.querySelector('section[aria-labelledby=before]')?.text
  for (const said of [
    'the waiting time goes on',
    'on which day it ends',
    'a link that stops it',
    'ask once more',
  ])
    expect(told).toContain(said)
  await waiting.submit(page, {}, { button: 'Send the email' })
  const again = await new LostCase(service, citizen).confirm()
  expect(again.html.querySelector('.lead time')).not.toBeNull()
})

// proves: one-time-zone
test('a letter and a page say a moment in the same words, in the time zone of the deployment', async () => {
  const { citizen, browser } = await asked()
  const page = await browser.get('/account/')
  const words = page.html.querySelector('section[aria-labelledby=lost] time')?.text ?? expect.fail('no time')
  const letter = await new LostCase(service, citizen).saidIn('app-removal-requested')
  expect(letter?.replaceAll('\u00a0', ' ')).toContain(words)
})
