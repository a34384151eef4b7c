import type { Simulator } from '../../../journeys/simulator.ts'
import type { TestBrowser, Visited } from '../../identity/testing/test-browser.ts'

type Place = Pick<Simulator, 'url' | 'password'>

/** Goes from an authorization address through the pages of the service, until the browser leaves it or is stuck. */
export async function walk(
  { password }: Place,
  browser: TestBrowser,
  address: string,
  email = 'ana@example.test',
): Promise<Visited> {
  let page = await browser.get(address)
  for (let step = 0; page.location === undefined && page.status === 200 && step < 4; step += 1) {
    const isLogin = page.html.querySelector('input[type=password]') !== null
    page = isLogin
      ? await browser.submit(page, { email, password })
      : await browser.submit(page, {}, { button: 'Continue' })
  }
  return page
}
