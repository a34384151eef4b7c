import { expect, test } from 'vitest'
import { proof, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

/** The state of a sign-in that was begun from an address. */
async function beginFrom(program: TestProgram, ip: string): Promise<{ status: number; state: string }> {
  const body = {
    return_uri: 'https://permits.example.test/signed-in',
    code_challenge: (await proof()).challenge,
  }
  const answer = await program.ask('POST', 'begin/', { body, ip })
  const { authorization_url: url = '' } = (await answer.json()) as { authorization_url?: string }
  return {
    status: answer.status,
    state: URL.canParse(url) ? (new URL(url).searchParams.get('state') ?? '') : '',
  }
}

const comeBack = (program: TestProgram, ip: string, state: string, code = 'made-up') =>
  program.ask('GET', `callback/?${new URLSearchParams({ code, state })}`, { ip })

const signInMany = (program: TestProgram, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      signInThrough(
        program.sso,
        program.identity,
        program.identity.addCitizen({ email: `c${n}@example.test` }),
      ),
    ),
  )

const statusOf = async (program: TestProgram, { accessToken }: { accessToken: string }) =>
  (await program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).status

test('55 made-up codes in a minute from one address hinder nobody else: sign-ins begin, sessions are checked', async () => {
  const program = testProgram()
  const signedIn = await signInMany(program, 8)
  await program.clock.advance(30_000)
  const states: string[] = []
  for (let n = 0; n < 55; n += 1) states.push((await beginFrom(program, '192.0.2.1')).state)
  const begun: number[] = []
  const checked: string[] = []
  for (let n = 0; n < 48; n += 6) {
    await Promise.all(states.splice(0, 7).map((state) => comeBack(program, '192.0.2.1', state)))
    for (const session of signedIn.splice(0, 1)) checked.push(await statusOf(program, session))
    for (let m = 1; m <= 6; m += 1) begun.push((await beginFrom(program, `198.51.100.${n + m}`)).status)
  }
  expect(begun).toEqual(Array(48).fill(200))
  expect(checked).toEqual(Array(8).fill('ok'))
  expect(program.events.map(({ type }) => type)).not.toContain('identity_outage')
})
