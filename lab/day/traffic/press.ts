import type { TestBrowser, Visited, VisitOptions } from '../../../packages/identity/testing/test-browser.ts'

/** How often somebody presses who reads that the service is busy. */
const MOST_PRESSES = 4

type Fields = Readonly<Record<string, string>>

/** Whether a page asks for the password again, because more passwords wait to be hashed than the machine can hash in time. */
export function saysBusy(status: number, body: string): boolean {
  return status === 503 && /<input[^>]+name="password"/.test(body)
}

/** Fills in the form of a page and sends it, and again where the service says that it is busy. */
export async function press(
  browser: TestBrowser,
  page: Visited,
  fields: Fields,
  options: VisitOptions = {},
): Promise<Visited> {
  let answer = await browser.submit(page, fields, options)
  for (let presses = 1; presses < MOST_PRESSES && saysBusy(answer.status, answer.body); presses += 1)
    answer = await browser.submit(answer, fields, options)
  return answer
}

/** Types an address and a password on the sign-in page. */
export async function typePassword(
  browser: TestBrowser,
  who: { readonly email: string; readonly password: string },
  options: VisitOptions = {},
): Promise<Visited> {
  const { email, password } = who
  return press(browser, await browser.get('/login/'), { email, password }, options)
}

/** The same, and it must open the account. */
export async function signIn(
  browser: TestBrowser,
  who: { readonly email: string; readonly password: string },
): Promise<void> {
  const { status, html } = await typePassword(browser, who, { follow: false })
  if (status !== 303) throw new Error(`A sign-in was answered ${status}: ${mainText(html)}`)
}

/** What the main part of a page says, for a fault. */
export function mainText(html: Visited['html']): string {
  const text = html.querySelector('main')?.text ?? ''
  return text.trim().replace(/\s+/g, ' ').slice(0, 200)
}
