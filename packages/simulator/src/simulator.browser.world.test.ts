// Takes over 10 s: the simulator and Chromium start, and a real browser reloads the control page after each order.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWindow } from '../../../journeys/chromium.ts'
import { openSimulator, type Simulator } from '../../../journeys/simulator.ts'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { openSimulatedProgram } from '../testing/simulated-program.ts'

let simulator: Simulator
let chromium: Browser

beforeAll(async () => {
  ;[simulator, chromium] = await Promise.all([openSimulator(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await simulator?.close()
})

test('the control page works without scripts: faults, citizens and time, and the program sees all three', async () => {
  const program = openSimulatedProgram(simulator)
  const token = await program.signIn()
  const window = await openWindow(chromium, { javaScriptEnabled: false })
  const { page } = window
  await page.goto(simulator.control_url)
  const said = async () => page.locator('.notice').innerText()

  const setFault = async (title: string, button: string) => {
    const closed = page.locator('#fault-list details:not([open]) > summary')
    while ((await closed.count()) > 0) await closed.first().click()
    await press(page.getByRole('button', { name: `${title}: ${button}`, exact: true }))
    expect(await said()).toBe('The faults are set.')
  }
  const on = () => page.locator('#on').innerText()
  expect(await on()).toBe('No fault is on.')
  await setFault('Wrong nonce', 'Once')
  expect(await on()).toBe('On: Wrong nonce: Once')
  expect((await program.land()).result.get('sso_error')).toBe('unavailable')
  await press(page.getByRole('link', { name: 'Refresh' }))
  expect(await on()).toBe('No fault is on.')
  expect(await page.getByRole('region', { name: 'The last requests' }).innerText()).toContain('wrong-nonce')

  await setFault('Down', 'Until switched off')
  expect(await program.guard(token)).toMatchObject({ http: 503 })
  await press(page.getByRole('button', { name: 'Switch every fault off' }))
  await expect.poll(async () => (await program.guard(token)).status).toBe('ok')

  const citizens = page.getByRole('region', { name: 'Citizens' })
  const happens = async (button: string) => {
    await page.getByLabel('What happens to').selectOption('Ana Example')
    await press(page.getByRole('button', { name: button, exact: true }))
    expect(await said()).toBe('It happened to the citizen.')
  }
  await happens('Suspend')
  const suspended = () => citizens.getByText('suspended', { exact: true }).count()
  expect(await suspended()).toBe(2)
  expect(await program.guard(token)).toMatchObject({ code: 'session_ended' })
  await happens('Reinstate')
  expect(await suspended()).toBe(1)

  await press(page.getByRole('button', { name: '2 weeks' }))
  expect(await said()).toBe('The time is set.')
  expect(await page.getByRole('region', { name: 'Time' }).innerText()).toContain('1209600 seconds ahead')
  expect(window.faults).toEqual([])
  await window.close()

  async function press(target: { click(): Promise<void> }) {
    await Promise.all([page.waitForEvent('framenavigated'), target.click()])
    await page.waitForLoadState('load')
  }
})

test.each([{ colorScheme: 'light' }, { colorScheme: 'dark' }] as const)(
  'axe finds no grave fault in %j',
  async (options) => {
    const window = await openWindow(chromium, options)
    await window.page.goto(simulator.control_url)
    expect(await window.inaccessible()).toEqual([])
    expect(window.faults).toEqual([])
    await window.close()
  },
)

test('a request appears by itself: its fields, its claims, the rule that it broke; no code and no secret', async () => {
  const window = await openWindow(chromium)
  const { page } = window
  await page.goto(simulator.control_url)
  const list = page.locator('#request-list')
  const program = openSimulatedProgram(simulator)
  await program.signIn()
  const newest = list.locator('li', { hasText: 'POST /o/token/' }).first()
  const exchange = page.locator(`#${await newest.getAttribute('id')}`)
  await exchange.locator('summary').click()
  const said = await exchange.innerText()
  expect(said).toContain('authorization_code')
  expect(said).toContain('ana@example.test')
  const wrong = new URLSearchParams({
    grant_type: '<img src=x onerror=alert(1)>',
    code: 'a-secret-code',
    client_secret: 'a-secret-of-production',
  })
  const authorization = `Basic ${btoa(`${simulator.client_id}:${simulator.client_secret}`)}`
  await fetch(`${simulator.url}/o/token/`, { method: 'POST', body: wrong, headers: { authorization } })
  const refused = list.locator('li', { hasText: 'client_secret' }).first()
  await expect.poll(async () => refused.locator('strong').innerText()).not.toBe('')
  expect(await exchange.locator('details').getAttribute('open')).toBe('')
  expect(await page.locator('img').count()).toBe(0)
  const shown = await page.content()
  const heard = await (await fetch(`${simulator.url}/dev/requests`)).text()
  expect([shown, heard].map((text) => text.includes('a-secret-of-production'))).toEqual([false, false])
  expect(shown).not.toContain('a-secret-code')
  expect(window.faults).toEqual([])
  await window.close()
})

test('one click signs the browser in as Ana', async () => {
  const window = await openWindow(chromium, { javaScriptEnabled: false })
  const { page } = window
  await page.goto(simulator.control_url)
  await page.getByRole('button', { name: 'Sign in as Ana' }).click()
  await page.waitForURL(/done=signed-in/)
  expect(await page.locator('.notice').innerText()).toContain('This browser is signed in')
  await page.goto(`${simulator.url}/account/`)
  expect(await page.content()).toContain('ana@example.test')
  await window.close()
})

test('nobody is signed in by another site, by a form without its token, or under an unknown address', async () => {
  const press = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${simulator.url}/dev/sign-in-here`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers,
      redirect: 'manual',
    })
  const page = await (await fetch(simulator.control_url)).text()
  const [, csrf_token = ''] = /name="csrf_token" value="([^"]+)"/.exec(page) ?? []
  const ana = { citizen: 'ana@example.test', csrf_token }
  const answers = await Promise.all([
    press(ana, { 'sec-fetch-site': 'cross-site' }),
    press({ ...ana, csrf_token: 'x' }),
    press({ citizen: 'ana@example.test' }),
    press({ ...ana, citizen: '<b>@example.test' }),
    press({ ...ana, citizen: 'simon@example.test' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 400, 400])
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
})

test.each([360, 1280])('at %i pixels nothing is wider than the window', async (width) => {
  const window = await openWindow(chromium, { viewport: { width, height: 800 } })
  await window.page.goto(simulator.control_url)
  for (const summary of await window.page.locator('details > summary').all()) await summary.click()
  const scrolls = await window.page.evaluate('document.documentElement.scrollWidth')
  expect(scrolls).toBeLessThanOrEqual(width)
  await window.close()
})

test('a page of another site can neither read the state nor give an order', async () => {
  const window = await openWindow(chromium)
  const form = `<form method="post" action="${simulator.url}/dev/faults"><input name="fault" value="down"><input name="for" value="always"><button>Go</button></form>`
  await window.page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: form }),
  )
  await window.page.goto('http://elsewhere.test/')
  const tried = await window.page
    .evaluate(async (url) => {
      const read = await fetch(`${url}/dev/state`).then(
        () => 'read',
        () => 'refused',
      )
      return read
    }, simulator.url)
    .catch(() => 'refused')
  expect(tried).toBe('refused')
  await window.page.getByRole('button').click()
  await expect.poll(async () => (await fetch(`${simulator.url}/dev/state`)).status).toBe(200)
  expect(await (await fetch(`${simulator.url}/dev/state`)).json()).toMatchObject({ faults: { down: 'off' } })
  await window.close()
})
