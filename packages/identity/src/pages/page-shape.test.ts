import { expect, test } from 'vitest'
import { html } from '../platform/html.ts'
import type { SamplePage } from './every-page.fixture.ts'
import { onePerPlace, onePerShape, shapeOf } from './page-shape.fixture.ts'
import { wordsFor } from './words/words-for.ts'

const frame = { serviceName: 'Portico', ...wordsFor('en') }
const samples = (pages: Readonly<Record<string, ReturnType<typeof html>>>): readonly SamplePage[] =>
  Object.entries(pages).map(([name, page]) => ({ name, render: () => page }))
const namesOf = (some: readonly SamplePage[]) => some.map(({ name }) => name)

test.each([
  ['other words and addresses', '<p><a href="/b/">Two</a></p>', true],
  ['no words', '<p><a href="/b/"></a></p>', false],
  ['another class', '<p><a href="/a/" class="quiet">One</a></p>', false],
  ['one more attribute', '<p><a href="/a/" hidden>One</a></p>', false],
  ['one more element', '<p><a href="/a/">One</a><br></p>', false],
  ['the same elements in another place', '<p></p><a href="/a/">One</a>', false],
])('a page with %s than another', (_what, other, isSame) => {
  expect(shapeOf(other) === shapeOf('<p><a href="/a/">One</a></p>')).toBe(isSame)
})

test('one page of each shape is left', () => {
  const some = samples({ one: html`<p>One</p>`, two: html`<p>Two</p>`, three: html`<p>Three</p><hr>` })
  expect(namesOf(onePerShape(some, frame))).toEqual(['one', 'three'])
})

test('pages are left out whose elements others have in the same places', () => {
  const some = samples({
    one: html`<main><p>One</p></main>`,
    two: html`<main><p>Two</p><hr></main>`,
    three: html`<ul><p>Three</p></ul>`,
  })
  expect(namesOf(onePerPlace(some, frame))).toEqual(['two', 'three'])
})
