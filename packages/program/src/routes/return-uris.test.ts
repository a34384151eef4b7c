import { expect, test } from 'vitest'
import { outcome, testProgram } from '../../testing/program.ts'

const CHALLENGE = 'A'.repeat(43)

/** A program whose configuration lists an address, and what an app that asks for one gets. */
const listing = (listed: string) => {
  const base = testProgram()
  const program = testProgram({ program: { ...base.config.program, returnUris: [listed] } })
  const begin = (returnUri: string) =>
    program.ask('POST', 'begin/', { body: { return_uri: returnUri, code_challenge: CHALLENGE } })
  return { program, begin }
}

test.each([
  ['https://permits.example.test/škola', 'https://permits.example.test/%C5%A1kola'],
  ['https://škola.example/signed-in', 'https://xn--kola-f6a.example/signed-in'],
  [
    'https://permits.example.test/пропуск?lang=ру',
    'https://permits.example.test/%D0%BF%D1%80%D0%BE%D0%BF%D1%83%D1%81%D0%BA?lang=%D1%80%D1%83',
  ],
  ['https://permits.example.test', 'https://permits.example.test/'],
  ['permits-app://signed-in', 'permits-app://signed-in'],
])('a sign-in for the listed address %s ends at %s, in either spelling', async (listed, written) => {
  const { program, begin } = listing(listed)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  for (const asked of [listed, written]) {
    const begun = await begin(asked)
    const { authorization_url: url } = (await begun.json()) as { authorization_url: string }
    const callback = await program.identity.authorize(url, citizen)
    const landed = await program.sso.handle(new Request(callback))
    expect(landed?.status).toBe(302)
    expect(
      landed?.headers.get('location')?.startsWith(`${written}${written.includes('?') ? '&' : '?'}sso_code=`),
    ).toBe(true)
  }
})

// proves: threat-open-redirect
test.each([
  'https://permits.example.test/signed-in/',
  'https://PERMITS.example.test/signed-in',
  'https://permits.example.test:443/signed-in',
  'https://permits.example.test/x/../signed-in',
  'https://permits.example.test/signed-in?',
  'http://permits.example.test/signed-in',
])('no other spelling of a listed address counts: %s', async (asked) => {
  const { begin } = listing('https://permits.example.test/signed-in')
  expect(await outcome(await begin(asked))).toBe('400 return_uri_not_allowed')
})
