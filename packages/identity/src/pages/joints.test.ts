import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { everyPage, ordinaryTexts } from './every-page.fixture.ts'
import { wordsFor } from './words/words-for.ts'

const frame = {
  serviceName: 'Portico',
  ...wordsFor('zh-Hans'),
  choice: { csrfToken: ordinaryTexts.token, back: '/' },
}

/** A space after a full stop, or between two Chinese signs, in one line of a page. */
const STRAY = /。 |\p{Script=Han} \p{Script=Han}/u

test('no stray space is in a Chinese sentence of any page', () => {
  const stray = everyPage(ordinaryTexts).flatMap(({ name, render }) => {
    const page = parse(render(frame).toString())
    for (const link of page.querySelectorAll('main p a')) link.remove()
    const sentences = page.querySelectorAll('main p:not(.who p), main li').map(({ text }) => text.trim())
    return sentences.filter((text) => STRAY.test(text)).map((text) => `${name}: ${text}`)
  })
  expect(stray).toEqual([])
})

test.each(['de', 'fr'])('no line of a page of %s ends inside the word of a mail', (language) => {
  const texts = everyPage(ordinaryTexts).map(({ name, render }) => {
    const page = parse(render({ serviceName: 'Portico', ...wordsFor(language) }).toString())
    return `${name}: ${page.querySelector('body')?.text}`
  })
  expect(texts.filter((text) => /e-mail/i.test(text))).toEqual([])
  expect(texts.filter((text) => /e\u2011mail/i.test(text)).length).toBeGreaterThan(50)
})
