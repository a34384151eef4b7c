import { beforeEach, expect, test } from 'vitest'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

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
