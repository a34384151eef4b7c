import { expect, test } from 'vitest'
import { findMarkupFaults } from '../../journeys/pages/markup.ts'
import { everyPage, ordinaryTexts } from '../../packages/identity/src/pages/every-page.fixture.ts'
import { shapeOf } from '../../packages/identity/src/pages/page-shape.fixture.ts'
import { wordsFor } from '../../packages/identity/src/pages/words/words-for.ts'
import { LANGUAGES } from '../../packages/identity/src/platform/languages.ts'
import { hardPages } from './hard-pages.ts'
import { readingAge, textsOf } from './reading-age.ts'

test('a reader of nine years understands every English page', () => {
  expect(hardPages({ serviceName: 'Portico', ...wordsFor('en') })).toEqual([])
})

test('long words and long sentences make a text hard', () => {
  expect(readingAge(['Open the link in the mail.'])).toBeLessThan(7)
  expect(readingAge(['Subsequent authentication necessitates confirmation of eligibility.'])).toBeGreaterThan(
    16,
  )
  const long =
    'When you open the link that we have sent to you and the time in which it works is not over yet, then you go on.'
  expect(readingAge([long])).toBeGreaterThan(9)
  expect(readingAge([])).toBe(0)
})

test('only the content of a page is measured, each block once, and no names', () => {
  const page =
    '<body><header><p>Administration</p></header><main><ul><li><p>One <bdi>Ada</bdi></p></li></ul><h1>Two<svg><title>x</title></svg>three</h1></main></body>'
  expect(textsOf(page)).toEqual(['One it', 'Two three'])
})

/** One page of each shape, and of the other languages one more: the validator judges no words. */
function pagesOfShapes(): readonly { readonly name: string; readonly text: string }[] {
  const seen = new Set<string>()
  return LANGUAGES.flatMap((language) => {
    const frame = { serviceName: 'Portico', ...wordsFor(language) }
    const pages = everyPage(ordinaryTexts).map(({ name, render }) => ({
      name: `${language} ${name}`,
      text: render(frame).toString(),
    }))
    return pages.filter(({ text }, at) => {
      const shape = shapeOf(text)
      const isNew = !seen.has(shape)
      seen.add(shape)
      return isNew || at === 0
    })
  })
}

test('an HTML validator finds no fault in any page of any language', async () => {
  const faults: string[] = []
  for (const { name, text } of pagesOfShapes())
    faults.push(...(await findMarkupFaults(text)).map((fault) => `${name}: ${fault}`))
  expect(faults).toEqual([])
})

test('the HTML validator finds what browsers forgive', async () => {
  const faults = await findMarkupFaults(
    '<!doctype html><html lang="en"><title>x</title><p><div>a</div></p></html>',
  )
  expect(faults.join()).toContain('close-order')
})
