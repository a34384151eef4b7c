import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { html, inlineStyle, PageDocument } from '../html.ts'
import { page, refusingPage } from './reply.ts'
import { smallPage } from './small-page.fixture.ts'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
const numbered = new PageDocument(html`x`, inlineStyle('p { margin: 0 }'), { showsNumber: true })

test('a page that refuses does not compile without a reason', () => {
  // @ts-expect-error A page with another status than 200 is made by refusingPage.
  expect(() => page(403, numbered)).toThrow()
  // @ts-expect-error It takes the reason.
  expect(() => refusingPage(403, numbered)).toThrow()
})

test('only the console makes pages without one: no room knows the way', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const naming = await Promise.all(
    files.map(async (file) =>
      (await readFile(join(SOURCES, file), 'utf8')).includes('pageWith(') ? file : '',
    ),
  )
  expect(naming.filter((file) => file !== '' && !file.endsWith('.test.ts'))).toEqual([
    'platform/http/reply.ts',
  ])
})

test('the reason of a page that shows its number has the time after which to come again', () => {
  const refusal = { reason: 'register-per-ip', retryAfterSeconds: 60 }
  expect(refusingPage(429, numbered, refusal).refusal).toMatchObject({
    ...{ reason: 'register-per-ip', withNumber: { retryAfterSeconds: 60 } },
  })
  expect(refusingPage(400, numbered, { reason: 'wrong' }).refusal?.withNumber).toEqual({
    ...{ clientId: null, retryAfterSeconds: null },
  })
  expect(refusingPage(400, smallPage(html`x`), refusal).refusal).toMatchObject({ reason: 'register-per-ip' })
  expect(refusingPage(400, smallPage(html`x`), refusal).refusal?.withNumber).toBeUndefined()
  expect(page(numbered)).toMatchObject({ status: 200 })
})
