import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader } from '../../../journeys/kit/http/request.ts'
import { type IdentityProcess, runPortico } from '../../../journeys/kit/identity-process.ts'
import { linkPath, type MailServer } from '../../../journeys/kit/mail-server.ts'
import { registrationRequest } from '../../../journeys/kit/oauth-requests.ts'
import { basic, signIn, TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import type { Tree } from './other-tree.ts'
import type { BenchCitizen } from './portico-people.ts'

const REDIRECT_URI = 'https://permits.example.test/api/v1/sso/callback/'

/** Registers a program with the `portico` command of a tree. Its JSON is the same in every version. */
export async function addContractProgram({ environment }: IdentityProcess, { root }: Tree) {
  const words = ['client', 'add', 'Bench', '--redirect-uri', REDIRECT_URI, '--skip-confirm', '--json']
  const add = (...more: string[]) => runPortico([...words, ...more], environment, { root }).ended
  const asked = await add('--reason', 'a measurement')
  // A release of before knows no reason.
  const { code, output } = asked.code === 2 ? await add() : asked
  if (code !== 0) throw new Error(`No program was registered: ${output}`)
  const said = JSON.parse(output) as Readonly<Record<'client_id' | 'client_secret' | 'scope', string>>
  const { client_id: clientId, client_secret: secret, scope } = said
  return { clientId, secret, scope, redirectUri: REDIRECT_URI, basic: basic(clientId, secret) }
}

interface Place {
  readonly identity: IdentityProcess
  readonly mail: MailServer
  readonly program: Awaited<ReturnType<typeof addContractProgram>>
}

/** Registers citizens and signs them in, only by the endpoints and pages of the contract, so it works with any version. */
export function addContractPeople(
  { identity, mail, program }: Place,
  count: number,
): Promise<BenchCitizen[]> {
  const emails = Array.from({ length: count }, (_, index) => `ana.${index}@example.test`)
  return inParallel(emails, 4, async (email) => {
    await sendOnce(identity.port, registrationRequest(email))
    const browser = identity.browser()
    const link = linkPath(await mail.mailTo(email, 'Confirm your email address'))
    await browser.submit(await browser.get(link), { password: TEST_PASSWORD })
    await signIn(browser, { email })
    const { tokens } = await enterProgram(identity.service, program, browser)
    const [, claims = ''] = tokens.id_token.split('.')
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
    return { email, subject: sub, cookie: cookieHeader(browser.cookies) }
  })
}
