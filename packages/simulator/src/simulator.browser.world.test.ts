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
  const said = async () => page.getByRole('status').innerText()

  const setFault = async (title: string, button: string) => {
    await page.getByLabel('The fault').selectOption(title)
    await press(page.getByRole('button', { name: button, exact: true }))
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
