import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { type Hole, html, keepWhole, styleElement } from './html.ts'

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

test.each([
  ['Ihre E-Mail-Adresse', 'Ihre E\u2011Mail-Adresse'],
  ['E-Mails', 'E\u2011Mails'],
  ['Ouvrez l’e-mail.', 'Ouvrez l’e\u2011mail.'],
  ['(e-mail)', '(e\u2011mail)'],
  ['deux\u00a0e-mails, puis', 'deux\u00a0e\u2011mails, puis'],
  ['in 3 days', 'in 3\u00a0days'],
  ['3 days or 45 seconds', '3\u00a0days or 45\u00a0seconds'],
  ['45 秒后', '45\u00a0秒后'],
  ['21 دقيقة', '21\u00a0دقيقة'],
  ['noch 4-mal', 'noch 4\u2011mal'],
  ['+44 20 7946 0000 or', '+44\u00a020\u00a07946\u00a00000 or'],
  ['31\u00a0July\u00a02026 at\u00a009:55\u00a0UTC', '31\u00a0July\u00a02026 at\u00a009:55\u00a0UTC'],
  ['Quelqu’un est-il là\u202f? A-t-elle', 'Quelqu’un est\u2011il là\u202f? A\u2011t\u2011elle'],
  ['« Oui » : celui-ci !', '«\u00a0Oui\u00a0»\u00a0: celui\u2011ci\u00a0!'],
])('what is read as one is in one piece: %j', (said, kept) => {
  expect(keepWhole(html`<h1>${said}</h1><p>${said} <b>${said}</b></p>`).toString()).toBe(
    html`<h1>${kept}</h1><p>${kept} <b>${kept}</b></p>`.toString(),
  )
})

test.each([
  'e-mail@example.org',
  'E-Mail-ana@example.org',
  'ana@e-mail.example',
  'ana.e-mail@example.org',
  'https://e-mail.example/',
  'e-mail.example',
  'e-mail/ana',
  'the-mail',
  'me-mail',
  'ana-elle@example.org',
  'est-il.example',
  '4-mal@example.org',
])('an address is copied as it is: %s', (address) => {
  const page = html`<p title="E-Mail senden">${address} <b>${address}</b></p><input value="E-Mail"><a href="/E-Mail">x</a>`
  expect(keepWhole(page).toString()).toBe(page.toString())
})

test('what is copied stays as it is: a code, a letter and what somebody typed', () => {
  const page = html`<p>at 2 <b>or</b> 3</p><code>12 ab 34 est-il</code><pre>3 days</pre><input value="+44 20 7946"><p title="3 days">x</p>`
  expect(keepWhole(page).toString()).toBe(page.toString())
  expect(keepWhole(html`<code>3 days</code> 3 days`).toString()).toBe('<code>3 days</code> 3\u00a0days')
})
