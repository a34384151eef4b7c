import { expect, test } from 'vitest'
import { browserOf, signInWith } from '../../testing/cookie-browser.ts'
import { BASE, testProgram } from '../../testing/program.ts'

const FORGETS = '"cache"'
const PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  origin: BASE,
}

// proves: threat-copied-files
test.each([
  ['a form', PAGE, 303],
  ['a script', { ...PAGE, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 204],
])(
  'a sign-out by %s has the browser forget its pages, and neither cookies nor storage',
  async (_how, own, status) => {
    const program = testProgram({ cookies: {} })
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const browser = browserOf(program.sso)
    await signInWith(browser, (url) => program.identity.authorize(url, citizen))
    const signOut = () => program.ask('POST', 'logout/', { headers: browser.headers(own) })
    const left = await signOut()
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([status, FORGETS])
    const foreign = { ...own, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const refused = await program.ask('POST', 'logout/', { headers: browser.headers(foreign) })
    expect([refused.status, refused.headers.get('clear-site-data')]).toEqual([401, null])
  },
)
