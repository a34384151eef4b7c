import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

/** What a proxy takes where nobody has set anything: nginx refuses a longer line of a head. */
const PROXY_BYTES = 8 * 1024
/** What our own file for nginx lets through. */
const OWN_PROXY_BYTES = 16 * 1024
const BROWSER_BYTES = 4_096
const PROFILE = '/account/profile/'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

const COSTLY = {
  quotes: '"',
  backslashes: '\\',
  'four bytes': '\u{1F469}',
  'three bytes': '\u8A9E',
  plain: 'x',
}

/** No mailbox has a longer address, and each has mails of its own. */
let mailboxes = 10
const longAddress = () =>
  `${'a'.repeat(62)}${(mailboxes += 1)}@${`${'b'.repeat(63)}.`.repeat(3)}${'c'.repeat(58)}.test`

/** The longest request that a program may send. */
function longRequest(program: Awaited<ReturnType<typeof addProgram>>): string {
  const address = authorizeAddress(
    newAttempt(program, { state: 's'.repeat(2_048), nonce: 'n'.repeat(2_048) }),
  )
  return `${address}&x=`.padEnd(7_168 + '/o/authorize/?'.length, 'p')
}

/** A browser that has been asked for everything, with this text wherever there is room for it. */
async function fullBrowser(text: string, characters: number, longest = false) {
  service.clock.advance(3_600)
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const program = await addProgram(service)
  await signIn(browser, citizen)
  const page = await browser.get(PROFILE)
  const { db, clock } = service.foundation
  await db.query`update sessions set ended_at = to_timestamp(${clock.now()}) where citizen_id = ${citizen.citizenId}`
  const late = { full_name: text.repeat(characters), phone_number: `+${'3'.repeat(19)}` }
  await browser.submit(page, late, { button: 'Save', follow: false })
  const login = await browser.get(authorizeAddress(newAttempt(program, { state: 's'.repeat(500) })))
  const typed = 'x'.repeat(320 % text.length) + text.repeat(320 / text.length)
  await browser.submit(login, { email: typed, password: 'wrong' })
  const email = longAddress()
  const typedName = { ...late, full_name: text.repeat(150), email }
  const request = longest ? longRequest(program) : undefined
  const register = request ? await browser.click(await browser.get(request), 'Create an account') : undefined
  await browser.submit(register ?? (await browser.get('/register/')), typedName)
  await browser.submit(await browser.get('/recover/'), { email })
  return [...browser.cookies].map(([name, value]) => ({ name, pair: `__Host-${name}=${value}` }))
}

test.each(Object.entries(COSTLY))(
  'all cookies of a browser together pass a proxy: %s',
  async (_, text) => {
    const outcomes = new Map<number, boolean>()
    for (const characters of [150, 200, 300, 600, 1_200]) {
      const cookies = await fullBrowser(text, characters)
      const sizes = cookies.map(({ pair }) => pair.length)
      expect(cookies.map(({ pair }) => pair).join('; ').length).toBeLessThan(PROXY_BYTES)
      expect(Math.max(...sizes)).toBeLessThan(BROWSER_BYTES)
      outcomes.set(
        characters,
        cookies.some(({ name }) => name === 'portico_kept'),
      )
    }
    // Every name that can be saved is kept, and none of any length.
    expect([outcomes.get(150), outcomes.get(1_200)]).toEqual([true, false])
  },
  60_000,
)

test('with the longest request of a program, they pass the proxy of the deploy kit', async () => {
  const kit = await readFile(new URL('../../../../deploy/nginx/portico.conf', import.meta.url), 'utf8')
  expect(kit).toContain('large_client_header_buffers 4 16k;')
  for (const [text, characters] of [
    ['"', 150],
    ['\u{1F469}', 200],
  ] as const) {
    const cookies = await fullBrowser(text, characters, true)
    expect(cookies.filter(({ name }) => name.startsWith('portico_waiting'))).toHaveLength(3)
    const line = `cookie: ${cookies.map(({ pair }) => pair).join('; ')}\r\n`
    expect(line.length).toBeLessThan(OWN_PROXY_BYTES)
  }
})
