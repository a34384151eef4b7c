import { afterEach, describe, expect, test } from 'vitest'
import { closeServers } from '../../testing/framework-apps.ts'
import { PAGES } from '../../testing/page-apps.ts'
import { BASE, testProgram } from '../../testing/program.ts'
import { sendTo } from '../../testing/send-to.ts'
import { createProgramSso } from '../create.ts'
import { signedInHeaders } from '../testing/index.ts'

/** A program at `https://permits.example.test/permits`, behind a proxy that removes this path, or keeps it. */

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const at = (path?: 'kept' | 'removed') => ({
  ...{
    cookies: {},
    program: { baseUrl: `${BASE}/permits`, returnUris: [`${BASE}/signed-in`], ...(path && { path }) },
  },
})

afterEach(closeServers)

describe.each(PAGES)('%s', (_name, start) => {
  test.each([
    ['removed', '/permits?page=2', '/permits/permits?page=2'],
    ['removed', '/area/permits', '/permits/area/permits'],
    ['kept', '/permits?page=2', '/permits?page=2'],
    [undefined, '/permits?page=2', '/permits?page=2'],
    [undefined, '/area/permits', '/permits/area/permits'],
  ] as const)('with the path %s, %s leads back to %s', async (path, arrives, back) => {
    const { sso } = testProgram(at(path))
    const served = await start(sso)
    const answered = await sendTo(served.base)(new Request(BASE + arrives, { headers: PAGE }))
    const query = new URLSearchParams({ return_to: back }).toString()
    expect(answered.headers.get('location')).toBe(`${BASE}/permits/api/v1/sso/login?${query}`)
    await served.close()
  })
})

test.each([
  ['removed', '/permits/new', 'ok'],
  ['removed', '/new', 'signed_out'],
  ['kept', '/permits/permits/new', 'ok'],
  ['kept', '/permits/new', 'signed_out'],
] as const)(
  'with the path %s, a ticket for /permits/permits/new at %s is %s',
  async (path, arrives, expected) => {
    const program = testProgram(at(path))
    const { authorization } = await signedInHeaders(program.sso, program.identity)
    const body = { address: '/permits/permits/new' }
    const { sso_ticket: ticket } = (await (
      await program.ask('POST', 'ticket/', { body, headers: { authorization } })
    ).json()) as { sso_ticket: string }
    const asked = { method: 'GET', url: `${arrives}?sso_ticket=${ticket}`, headers: {} }
    expect((await program.sso.authenticate(asked, { acceptTicket: true })).status).toBe(expected)
  },
)

test('another word is refused at the start', () => {
  const { config } = testProgram()
  const program = { ...config.program, path: 'stripped' as never }
  expect(() => createProgramSso({ ...config, program })).toThrow('SSO_PROGRAM_PATH=removed')
})
