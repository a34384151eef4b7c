import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { GOOD } from '../brand/brand.fixture.ts'
import { gzipAround } from '../platform/constant-part.ts'
import { LANGUAGES } from '../platform/languages.ts'
import { assets, pageRules, script } from './assets.ts'
import { designOf, porticoStyle } from './design.ts'
import { type ChosenTexts, everyPage, ordinaryTexts } from './every-page.fixture.ts'
import { FIRST_FLIGHT_BYTES } from './first-flight.fixture.ts'
import * as pages from './index.ts'
import { confirmPage, loginPage, sessionsPage } from './index.ts'
import type { PageFrame } from './layout.ts'
import { wordsFor } from './words/words-for.ts'

const frameFor = (language: string, serviceName = 'Portico'): PageFrame => ({
  reference: '7F3K-92QD',
  serviceName,
  ...wordsFor(language),
  choice: { csrfToken: ordinaryTexts.token, back: `/?text=${encodeURIComponent(serviceName)}` },
})
const english = frameFor('en')
const pageNames = everyPage(ordinaryTexts).map(({ name }) => name)

function render(name: string, texts: ChosenTexts, frame: PageFrame): HTMLElement {
  const page = everyPage(texts).find((sample) => sample.name === name)
  return parse(page!.render(frame).toString(), { comment: true })
}

const visibleInputs = (page: HTMLElement): readonly HTMLElement[] =>
  page
    .querySelectorAll('input')
    .filter((input) => input.getAttribute('type') !== 'hidden' && !input.hasAttribute('hidden'))

const texts = (elements: readonly HTMLElement[]): readonly string[] =>
  elements.map((element) => element.textContent.trim())

test('the script is smaller than 4.5 kB', () => {
  expect(Buffer.byteLength(script.body)).toBeLessThan(4_608)
})

/** The most that the headers and the cookies of an answer take, and the records of TLS. */
const AROUND_BYTES = 1_500

/** The size of each page as it is sent. */
const sentPages = () =>
  LANGUAGES.flatMap((language) =>
    everyPage(ordinaryTexts).map(({ name, render }) => {
      const text = render(frameFor(language)).toString()
      return { name: `${language} ${name}`, bytes: gzipAround(text, porticoStyle.part)?.length ?? Infinity }
    }),
  )

test('each page is smaller than 30 kB, with its style, its script and its icon as they are sent', () => {
  const linked = assets.reduce((sum, { body }) => sum + gzipSync(body).length, 0)
  expect(sentPages().filter(({ bytes }) => bytes + linked >= 30_000)).toEqual([])
})

test('each page with its style is sent in one round trip, except the longest list of the activity', () => {
  const long = sentPages().filter(({ bytes }) => bytes + AROUND_BYTES > FIRST_FLIGHT_BYTES)
  expect([...new Set(long.map(({ name }) => name.split(' ')[1]))]).toEqual(['activity'])
})

/** The files of this room, or of another one, that match. */
async function textOf(pattern: string): Promise<string> {
  const files = globSync(pattern, { cwd: import.meta.dirname })
  return (await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))).join('')
}

test('every page has a sample, so that all of the following is tried on it', async () => {
  const samples = (await textOf('{.,../*}/*-pages.fixture.ts')) + (await textOf('every-page.fixture.ts'))
  const ofRooms = [...(await textOf('../*/pages/*.ts')).matchAll(/export function (\w+Page)\(/g)].map(
    ([, name = '']) => name,
  )
  const names = [...Object.keys(pages).filter((name) => name.endsWith('Page')), ...ofRooms]
  expect(names.length).toBeGreaterThan(10)
  expect(
    names.filter(
      (name) => !new RegExp(`render: (?:\\(frame(?:: PageFrame)?\\) => )?${name}\\b`).test(samples),
    ),
  ).toEqual([])
})

// proves: design-8-error-pages
test('every kind of problem says what happened and what to do, leads on, and has a reference number', () => {
  for (const name of pageNames.filter((each) => each.startsWith('problem-'))) {
    const main = render(name, ordinaryTexts, english).querySelector('main')
    expect(main?.querySelectorAll('p').length).toBeGreaterThanOrEqual(3)
    expect([name, main?.querySelector('.actions a.button')?.getAttribute('href')]).toEqual([
      name,
      expect.stringMatching(/^(?:\/account\/|https:\/\/permits\.example\.test\/)$/),
    ])
    expect(main?.querySelector('.reference code')?.textContent).toMatch(/^7F3K-92QD · \d{3}$/)
  }
})

// proves: design-8-phone-hint
test('a phone number is optional, and its field says before an error what it is for and what it may be', () => {
  for (const language of LANGUAGES) {
    for (const name of ['register', 'profile']) {
      const page = render(name, ordinaryTexts, frameFor(language))
      const input = page.querySelector('#phone_number')
      const hint = page.querySelector(`[id="${input?.getAttribute('aria-describedby')}"]`)?.textContent ?? ''
      expect([name, language, input?.hasAttribute('required'), hint.match(/20/g)?.length]).toEqual([
        name,
        language,
        false,
        language === 'en' ? 2 : 1,
      ])
      expect(hint).toMatch(/\+\d/)
      expect(hint.split(/[.。،,] ?/).length).toBeGreaterThanOrEqual(3)
    }
  }
})

test('a page with a problem says so in its title and links to the field', () => {
  const page = render('register-problems', ordinaryTexts, english)
  expect(page.querySelector('title')?.textContent).toMatch(/^Error: /)
  const links = page.querySelectorAll('[role=alert] a').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['#full_name', '#email', '#phone_number'])
  expect(page.querySelector('#email')?.getAttribute('aria-invalid')).toBe('true')
  expect(page.querySelector('#email')?.getAttribute('aria-describedby')).toBe('email-hint email-problem')
})

// proves: design-9-input-names
test('the inputs have the names and kinds that people’s tools rely on (design section 9)', () => {
  const shape = (name: string) =>
    visibleInputs(render(name, ordinaryTexts, english)).map((input) =>
      ['name', 'type', 'autocomplete']
        .map((key) => input.getAttribute(key))
        .join(' ')
        .trim(),
    )
  expect(shape('register')).toEqual(['full_name text name', 'email email email', 'phone_number tel tel'])
  expect(shape('login')).toEqual(['email email username', 'password password current-password'])
  expect(shape('recover')).toEqual(['email email username'])
  expect(shape('set-password-recovery')).toEqual(['password password new-password'])
  expect(shape('password')).toEqual([
    'current_password password current-password',
    'password password new-password',
  ])
})

test('the phone number is the one field that may stay empty', () => {
  const optional = visibleInputs(render('register', ordinaryTexts, english)).filter(
    (input) => !input.hasAttribute('required'),
  )
  expect(optional.map((input) => input.id)).toEqual(['phone_number'])
})

test('a refused password is never sent back', () => {
  for (const name of pageNames)
    for (const input of render(name, ordinaryTexts, english).querySelectorAll('input[type=password]'))
      expect(input.hasAttribute('value')).toBe(false)
})

// proves: design-9-input-names
test('the confirmation page has Continue, Cancel and Use another account (design section 9)', () => {
  const page = render('confirm-unled', ordinaryTexts, english)
  expect(texts(page.querySelectorAll('main button'))).toEqual([
    'Use another account',
    'Continue to Parking Permits',
    'Cancel',
  ])
  expect(page.querySelector('button[value=continue]')?.getAttribute('name')).toBe('decision')
  expect(page.querySelectorAll('form input[name=request]')).toHaveLength(3)
  expect(page.textContent).toContain('Continue only if you meant to.')
  expect(page.textContent).toContain('permits.city.example')
})

test('the confirmation page lists what is received and nothing else', () => {
  const page = parse(
    confirmPage(english, {
      programName: 'Parking Permits',
      redirectHost: 'permits.city.example',
      citizen: { name: 'Ada', email: 'ada@example.org' },
      receives: ['identity', 'email'],
      reason: 'first',
      csrfToken: 't',
      request: 'r',
      actions: { continue: '/c/', cancel: '/x/', another: '/a/' },
    }).toString(),
  )
  expect(texts(page.querySelectorAll('.ticks li'))).toEqual([
    english.words.receives.identity,
    english.words.receives.email,
  ])
})

// proves: design-9-input-names
test('on the sessions page each description comes before its one form (design section 9)', () => {
  const page = render('sessions', ordinaryTexts, english)
  for (const session of page.querySelectorAll('article')) {
    expect(session.querySelectorAll('form')).toHaveLength(1)
    expect(session.lastElementChild?.tagName).toBe('FORM')
    expect(session.querySelector('button')?.textContent).toBe('Sign out this session')
  }
  const values = page.querySelectorAll('input[name=session]').map((input) => input.getAttribute('value'))
  expect(values).toEqual(['s1', 's2'])
  expect(texts(page.querySelectorAll('main button'))[0]).toBe('Sign out all other sessions')
  expect(page.textContent).toContain('1\u00a0January\u00a02026 at\u00a000:00\u00a0UTC')
  expect(page.querySelector('time')?.getAttribute('datetime')).toBe('2026-01-01T00:00:00.000Z')
})

test('a citizen who is signed in nowhere else is not asked to end other sessions', () => {
  const page = parse(sessionsPage(english, { csrfToken: 't', sessions: [] }).toString())
  expect(page.querySelectorAll('main button')).toHaveLength(0)
})

test('the sign-out page is a form that posts to /logout/', () => {
  const form = render('logout', ordinaryTexts, english).querySelector('form')
  expect(form?.getAttribute('action')).toBe('/logout/')
  expect(form?.querySelector('button')?.textContent).toBe('Sign out')
})

test('one page for every dead link of a kind, whatever the reason', () => {
  const page = render('link-invalid-recovery', ordinaryTexts, english)
  expect(page.querySelector('.actions a')?.getAttribute('href')).toBe('/recover/')
})

test('waiting times are told in words and never shorter than the truth', () => {
  const shown = (retryAfterSeconds: number) =>
    parse(
      loginPage(english, {
        csrfToken: 't',
        problem: { retryAfterSeconds, limit: 'wrong-guesses' },
      }).toString(),
    ).querySelector('[role=alert]')?.textContent
  expect(shown(0)).toContain('Wait 1\u00a0second,')
  expect(shown(90)).toContain('Wait 90\u00a0seconds,')
  expect(shown(91)).toContain('Wait 2\u00a0minutes,')
  expect(shown(3600)).toContain('Wait 60\u00a0minutes,')
})

test('the mailbox shows the newest mail first and links to web addresses only', () => {
  const page = render('mailbox', ordinaryTexts, english)
  expect(page.querySelectorAll('article').map((mail) => mail.getAttribute('aria-labelledby'))).toEqual([
    'mail-m2',
    'mail-m1',
  ])
  expect(page.querySelectorAll('.letter a').map((link) => link.textContent)).toEqual(
    page.querySelectorAll('.letter a').map((link) => link.getAttribute('href')),
  )
  expect(page.querySelectorAll('.letter a')).toHaveLength(2)
})

test('the image of leaving points the way that the text runs', () => {
  const image = render('logout', ordinaryTexts, frameFor('ar')).querySelector('.seal svg')
  expect(image?.classList.contains('onward')).toBe(true)
  expect(pageRules).toMatch(/\[dir="rtl"\] \.onward \{\s*transform: scaleX\(-1\);/)
})

test('the style loads nothing from elsewhere, and the policy names exactly its bytes', () => {
  expect(pageRules).not.toMatch(/@import|url\(/)
  const branded = designOf({ colours: GOOD.colours, links: {} }).style
  for (const style of [porticoStyle, branded]) {
    const { text = '' } = parse(style.element.toString()).querySelector('style') ?? {}
    expect(style.source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  expect(branded.source).not.toBe(porticoStyle.source)
})

test('each line of the stylesheet ends with a sign, so that the lines can be joined', async () => {
  const rules = (await textOf('portico.css')).replace(/\/\*[^]*?\*\//g, '')
  expect(rules.match(/[^,{};:\s]\s*\n.*/g)).toBeNull()
})
