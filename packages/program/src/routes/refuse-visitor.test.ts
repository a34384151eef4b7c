import { beforeEach, expect, test } from 'vitest'
import { BASE, outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { signedInCookie } from '../testing/index.ts'

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

let program: TestProgram

beforeEach(() => {
  program = testProgram({ cookies: {} })
})

/** What a browser that opens a page is answered. */
async function answerTo(url: string, own: Record<string, string> = {}): Promise<Response> {
  const request = { method: 'GET', url, headers: { ...PAGE, ...own } }
  const result = await program.sso.authenticate(request)
  if (result.status === 'ok') throw new Error('the request was let through')
  return program.sso.refuse(result, request)
}

test.each([
  '*',
  'permits',
  '',
  'http://',
  'http://[',
  'foo:',
  '//evil.example/x',
  '//:99999/',
  '/\\evil.example',
  'https://evil.example//other.example',
])('the request target %s is answered, and is no path to return to', async (url) => {
  const answered = await answerTo(url)
  expect([answered.status, answered.headers.get('location')]).toEqual([303, `${BASE}/api/v1/sso/login`])
})

/** What a proxy adds to every request of a page. */
const BY_PROXY: [string, () => Promise<Record<string, string>>, string][] = [
  ['a token of its own', async () => ({ authorization: 'Bearer of-the-proxy' }), '401 wrong_token_type'],
  [
    'a token of ours that has ended',
    async () => ({ authorization: `Bearer ppa_${'A'.repeat(43)}` }),
    '401 token_unknown',
  ],
  [
    'Upgrade',
    async () => ({ ...(await signedInCookie(program.sso, program.identity)), upgrade: 'websocket' }),
    '401 cross_site_request',
  ],
]

// proves: program-cookie-pages-or-401
test.each(BY_PROXY)(
  'a page that a sign-in cannot open is 401: a proxy adds %s',
  async (_what, headers, expected) => {
    const answered = await answerTo('/permits', await headers())
    expect(answered.headers.get('location')).toBeNull()
    expect(await outcome(answered)).toBe(expected)
  },
)
