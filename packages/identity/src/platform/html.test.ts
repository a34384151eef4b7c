import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { type Hole, html, styleElement } from './html.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const markupText = fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ a\u0000\u202E\u2066\n'), maxLength: 40 })
const text = fc.oneof(anyText, markupText)
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/u

/** What a reader should get back: the text without what cannot be shown. */
const shown = (value: string): string =>
  [...value]
    .filter((c) => c === '\t' || c === '\n' || !/\p{Cc}|\p{Cs}/u.test(c))
    .filter((c) => !REORDERING.test(c))
    .join('')

test('text in an element comes back as that text and never as an element', () => {
  fc.assert(
    fc.property(text, (value) => {
      const root = parse(html`<p>${value}</p>`.toString())
      expect(root.querySelectorAll('*')).toHaveLength(1)
      expect(root.querySelector('p')?.textContent).toBe(shown(value))
    }),
  )
})

test('text in a quoted attribute can neither end it nor add another', () => {
  fc.assert(
    fc.property(text, (value) => {
      const markup = html`<input value="${value}">`.toString()
      expect(markup.slice('<input value="'.length, -'">'.length)).not.toMatch(/[<>"']/)
      expect(Object.keys(parse(markup).querySelector('input')?.attributes ?? {})).toEqual(['value'])
    }),
  )
})

// proves: threat-injected-text
test('no control, half surrogate or reordering character survives', () => {
  fc.assert(
    fc.property(text, (value) => {
      const markup = html`${value}`.toString()
      expect(markup.replaceAll(/[\t\n]/g, '')).not.toMatch(/\p{Cc}|\p{Cs}/u)
      expect(markup).not.toMatch(REORDERING)
    }),
  )
})

test('a character that is dropped cannot hide one that is escaped', () => {
  expect(html`${'<\u0000script\u202E>'}`.toString()).toBe('&lt;script&gt;')
})

test('Html and lists of Html stay as they are', () => {
  fc.assert(
    fc.property(fc.array(text), (values) => {
      const list = html`<ul>${values.map((value) => html`<li>${value}</li>`)}</ul>`
      expect(html`<div>${list}</div>`.toString()).toBe(`<div>${list}</div>`)
      expect(parse(list.toString()).querySelectorAll('li')).toHaveLength(values.length)
    }),
  )
})

test('empty values render nothing, zero and the empty string are not empty values', () => {
  const nothing: readonly Hole[] = [undefined, null, false, '', []]
  expect(html`[${nothing}]`.toString()).toBe('[]')
  expect(html`[${0}]`.toString()).toBe('[0]')
})

test('an attribute hole without quotes is refused', () => {
  expect(() => html`<input value=${'x'}>`).toThrow(TypeError)
})

test('an object that only looks like Html is not taken for it', () => {
  const lookalike = { toString: () => '<script>' }
  // @ts-expect-error only the tag can make Html
  expect(() => html`${lookalike}`).toThrow()
})

test.each(['p { color: red } </style>', 'p {}\r\n'])(
  'rules that a browser would read otherwise are refused: %j',
  (rules) => {
    expect(() => styleElement(rules)).toThrow(TypeError)
  },
)
