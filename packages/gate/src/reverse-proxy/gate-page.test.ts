import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { answerProblem } from './gate-page.ts'
import type { GateProblem } from './gate-words.ts'
import { WORDS } from './gate-words.ts'

/** The answer to a request with these headers, as it comes over a connection. */
async function answerTo(problem: GateProblem, method: string, headers: Record<string, string>) {
  const server = createServer((req, res) => answerProblem(problem, req, res))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', method, headers, agent: false }).end()
  const [answer] = await once(sent, 'response')
  const body = Buffer.concat(await answer.toArray()).toString()
  server.close()
  return { status: answer.statusCode, vary: answer.headers.vary, body }
}
const PAGE = { accept: 'text/html,*/*' }

// proves: program-gate-pages
test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', '<html lang="de" dir="ltr">'],
  ['en;q=0.5, fr', 'fr', '<html lang="fr" dir="ltr">'],
  ['es-MX', 'es', '<html lang="es" dir="ltr">'],
  ['ar', 'ar', '<html lang="ar" dir="rtl">'],
  ['zh-CN,zh;q=0.9', 'zh', '<html lang="zh-Hans" dir="ltr">'],
  ['it, de;q=0', 'en', '<html lang="en" dir="ltr">'],
  ['', 'en', '<html lang="en" dir="ltr">'],
] as const)('a page for %j is in %s, and leads on', async (acceptLanguage, language, tag) => {
  const { status, vary, body } = await answerTo('back_end_away', 'GET', {
    ...PAGE,
    'accept-language': acceptLanguage,
  })
  expect([status, vary]).toEqual([502, 'accept-language'])
  expect(body).toContain(tag)
  expect(body).toContain(`<p>${WORDS[language].problems.back_end_away}</p>`)
  expect(body).toContain(`<a href="">${WORDS[language].again}</a>`)
})

// proves: program-gate-pages
test('what cannot be repeated by a link leads to the start page, and another host leads nowhere', async () => {
  expect((await answerTo('back_end_slow', 'POST', PAGE)).body).toContain(
    '<a href="/">Go to the start page</a>',
  )
  expect((await answerTo('unclear_request', 'GET', PAGE)).body).toContain('<a href="/">')
  expect((await answerTo('other_host', 'GET', PAGE)).body).not.toContain('<a')
})

// proves: program-gate-pages
test('a script gets JSON in English, whatever its language', async () => {
  const { vary, body } = await answerTo('back_end_away', 'GET', {
    accept: 'application/json',
    'accept-language': 'de',
  })
  expect([vary, JSON.parse(body)]).toEqual([
    undefined,
    { code: 'back_end_away', detail: WORDS.en.problems.back_end_away },
  ])
})
