import { type HTMLElement, parse } from 'node-html-parser'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../platform/languages.ts'
import { pageRules, script } from './assets.ts'
import { designOf } from './design.ts'
import { type ChosenTexts, everyPage, ordinaryTexts } from './every-page.fixture.ts'
import { icons } from './icons.ts'
import type { PageFrame } from './layout.ts'
import { REFERENCE } from './outer-pages.fixture.ts'
import { wordsFor } from './words/words-for.ts'

/** A page in a language: with ordinary texts, and with texts that mean harm. */
interface Looked {
  /** The address of its only script. */
  readonly own?: string | undefined
  readonly name: string
  readonly language: string
  readonly ordinary: HTMLElement
  readonly hostile: HTMLElement
}

/** What a page breaks, in words for the reader of a failure. */
type Rule = (page: Looked) => readonly string[]

const HOSTILE = '<script>alert(1)</script>"\' onfocus=alert(2) x="\u202Egnp.exe\u2066\u0000\u0007&amp;'
const HELP = {
  links: { help: { en: 'https://a.example/help', de: 'https://a.example/hilfe' } },
  contact: {
    phone: '+44 20 7946-0000',
    email: 'help@a.example',
    hours: { en: 'Mon to Fri', de: 'Mo bis Fr' },
  },
}
const hostileTexts: ChosenTexts = { name: HOSTILE, email: HOSTILE, program: HOSTILE, token: HOSTILE }

const texts = (elements: readonly HTMLElement[]): readonly string[] =>
  elements.map((element) => element.textContent.trim())

const attributesOf = (page: HTMLElement) =>
  page.querySelectorAll('*').flatMap((element) => Object.entries(element.attributes))

/** The words of each fault that is there. */
const faultsIn = (faults: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(faults).filter((words) => faults[words])

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const showsTexts: Rule = ({ ordinary, hostile }) => {
  const shape = (page: HTMLElement) =>
    page.querySelectorAll('*').map(({ tagName, attributes }) => [tagName, Object.keys(attributes)])
  const shown = hostile.toString()
  return faultsIn({
    'other tags or attributes': !isSame(shape(hostile), shape(ordinary)),
    'a sign that turns the direction': /[\u202A-\u202E\u2066-\u2069]/.test(shown),
    'a control character': /\p{Cc}/u.test(shown.replaceAll('\n', '')),
  })
}

/** What the script of the pages brings to life. */
const FOR_SCRIPT = 'form[data-passkey], [data-wait], [data-show], [data-length], [data-print], [data-copy]'

/** The mailbox of a development machine has a server of its own, without a script. */
const SCRIPTLESS: ReadonlySet<string> = new Set(['mailbox'])

/** Whether the page has the script once where it has something for it to do, and elsewhere at most once. */
function hasRightScripts(
  { name, own = script.path }: Pick<Looked, 'name' | 'own'>,
  page: HTMLElement,
): boolean {
  const scripts = page.querySelectorAll('script').map((each) => [each.getAttribute('src'), each.text])
  if (SCRIPTLESS.has(name)) return scripts.length === 0
  const isNeeded = page.querySelector(FOR_SCRIPT) !== null
  return isSame(scripts, [[own, '']]) || (!isNeeded && scripts.length === 0)
}

const runsNothingElse: Rule = ({ name, own, ordinary, hostile }) =>
  [ordinary, hostile].flatMap((page) => {
    const styles = page.querySelectorAll('style').map((style) => style.text)
    const frames = page.querySelectorAll('iframe').map((each) => each.getAttribute('sandbox'))
    const letters = page.querySelectorAll('.letter').map(() => 'allow-top-navigation-by-user-activation')
    const attributes = attributesOf(page)
    return faultsIn({
      'another script, or none where it has work': !hasRightScripts({ name, own }, page),
      'another style': !isSame(styles, [pageRules]),
      'an object, a base or an inline style': page.querySelector('object, embed, base, [style]') !== null,
      'another frame': !isSame(frames, letters),
      'an event attribute': attributes.some(([key]) => key.startsWith('on')),
      'a script address': attributes.some(
        ([key, value]) =>
          /href|src|action/.test(key) && /^\s*(?:javascript:|data:(?!text\/plain;))/i.test(value),
      ),
    })
  })

const isWhole: Rule = ({ ordinary, language }) => {
  const html = ordinary.querySelector('html')
  const links = ordinary.querySelectorAll('link').map((link) => link.getAttribute('rel'))
  return faultsIn({
    'not one heading': ordinary.querySelectorAll('h1').length !== 1,
    'not one main part': ordinary.querySelectorAll('main').length !== 1,
    'another language': html?.getAttribute('lang') !== language,
    'another direction': html?.getAttribute('dir') !== (language === 'ar' ? 'rtl' : 'ltr'),
    'no title': !/.+ – Portico$/.test(ordinary.querySelector('title')?.textContent ?? ''),
    'another link': !isSame(links, ['icon']),
  })
}

const cutsNothing: Rule = ({ ordinary }) =>
  ordinary.querySelectorAll('[maxlength], [pattern], [type=number]').map((input) => input.outerHTML)

const labelsInputs: Rule = ({ ordinary }) => {
  const ids = ordinary.querySelectorAll('[id]').map((element) => element.id)
  const isThere = (id = '') => ids.includes(id)
  const inputs = ordinary
    .querySelectorAll('input')
    .filter((input) => input.getAttribute('type') !== 'hidden' && !input.hasAttribute('hidden'))
  const labelOf = ({ id }: HTMLElement) => texts(ordinary.querySelectorAll(`label[for="${id}"]`)).join('')
  const named = ['aria-describedby', 'aria-labelledby'].flatMap((attribute) =>
    ordinary
      .querySelectorAll(`[${attribute}]`)
      .flatMap((element) => (element.getAttribute(attribute) ?? '').split(' ')),
  )
  const targets = ordinary.querySelectorAll('a[href^="#"]').map((link) => link.getAttribute('href')?.slice(1))
  return faultsIn({
    'an id twice': new Set(ids).size !== ids.length,
    'an input without a label': inputs.some((input) => labelOf(input) === ''),
    'an input without autocomplete': inputs.some((input) => !input.getAttribute('autocomplete')),
    'a description that does not exist': !named.every(isThere),
    'a link to a place that does not exist': !targets.every(isThere),
  })
}

const postsForms: Rule = ({ ordinary }) =>
  ordinary.querySelectorAll('form').flatMap((form) => {
    const buttons = form.querySelectorAll('button')
    const proof = form.querySelector('input[name=csrf_token]')?.getAttribute('value')
    return faultsIn({
      'a form that does not post': form.getAttribute('method') !== 'post',
      // The browser's own messages would hide ours.
      'a form with messages of the browser': !form.hasAttribute('novalidate'),
      'a form that posts to another place': !/^\/[\w/-]+\/$/.test(form.getAttribute('action') ?? ''),
      'a form without a proof of origin': proof !== ordinaryTexts.token,
      'a form without one button that says what it does': buttons.length !== 1 || texts(buttons)[0] === '',
    })
  })

/** A page that says that something went wrong which no field mends: by its summary, its title or its sign. */
function isTrouble(name: string, page: HTMLElement): boolean {
  const alone = page.querySelectorAll('.summary li').filter((fault) => fault.querySelector('a') === null)
  return (
    alone.length > 0 ||
    page.querySelector('.seal')?.innerHTML === icons.caution.toString() ||
    /^(?:problem|link-invalid|check-email-refused)(?:-|$)/.test(name)
  )
}

/** What the contact of a page must be in its language. */
const helpIn = (language: string): readonly string[] =>
  language === 'de'
    ? [HELP.links.help.de, HELP.contact.hours.de]
    : [HELP.links.help.en, HELP.contact.hours.en]

/** Where a page that is in trouble sends who asks for help, and with which number. */
const asked = (main: HTMLElement | null) => ({
  number: main?.querySelector('.reference code')?.textContent ?? '',
  hrefs: main?.querySelectorAll('.reference ~ .ways a').map((link) => link.getAttribute('href')),
  hours: main?.querySelector('.reference ~ .ways bdi')?.textContent,
})

/** Whoever is stuck finds whom to ask, and with which number. */
const tellsWhereHelpIs: Rule = ({ name, language, ordinary }) => {
  const { number, hrefs, hours } = asked(ordinary.querySelector('main'))
  if (!isTrouble(name, ordinary))
    return faultsIn({ 'help where nothing is wrong': number !== '' && name !== 'verification-required' })
  const [page, when] = helpIn(language)
  return faultsIn({
    'no number for who asks for help': !number.startsWith(REFERENCE),
    'no help in its language': !isSame(hrefs, [page, 'tel:+442079460000', 'mailto:help@a.example']),
    'no hours in its language': hours !== when,
  })
}

/** A page of faults says in its title that there are some. */
const titlesFaults: Rule = ({ language, ordinary }) => {
  const title = ordinary.querySelector('title')?.textContent ?? ''
  const isTitled = title.startsWith(wordsFor(language).words.errorInTitle)
  return faultsIn({
    'faults that the title does not say': (ordinary.querySelector('.summary') !== null) !== isTitled,
  })
}

/** Takes the isolated parts out of the page, so it comes last. */
const isolatesTexts: Rule = ({ ordinary }) => {
  const main = ordinary.querySelector('main')
  for (const isolated of main?.querySelectorAll('bdi') ?? []) isolated.remove()
  for (const letter of main?.querySelectorAll('.letter') ?? []) letter.remove()
  const { name, email, program } = ordinaryTexts
  return [name, email, program].filter((chosen) => main?.textContent.includes(chosen) ?? true)
}

const RULES = [
  tellsWhereHelpIs,
  titlesFaults,
  showsTexts,
  runsNothingElse,
  isWhole,
  cutsNothing,
  labelsInputs,
  postsForms,
  isolatesTexts,
]
const faults = new Map<Rule, string[]>(RULES.map((rule) => [rule, []]))

/** Every page in a language. */
function pagesOf(language: string): readonly Looked[] {
  const hostilePages = everyPage(hostileTexts)
  return everyPage(ordinaryTexts).map(({ name, script: own, render }, at) => {
    const rendered = (page = render, serviceName = 'Portico') =>
      parse(page(frameFor(language, serviceName)).toString(), { comment: true })
    return { name, own, language, ordinary: rendered(), hostile: rendered(hostilePages[at]?.render, HOSTILE) }
  })
}

/** What the pages in a language break of a rule. */
const faultsOf = (rule: Rule, pages: readonly Looked[]): readonly string[] =>
  pages.flatMap((page) => rule(page).map((fault) => `${page.language} ${page.name}: ${fault}`))

beforeAll(() => {
  for (const language of LANGUAGES) {
    const pages = pagesOf(language)
    for (const rule of RULES) faults.get(rule)?.push(...faultsOf(rule, pages))
  }
})

const frameFor = (language: string, serviceName: string): PageFrame => ({
  serviceName,
  ...wordsFor(language),
  reference: REFERENCE,
  design: designOf(HELP),
  choice: { csrfToken: ordinaryTexts.token, back: `/?text=${encodeURIComponent(serviceName)}` },
})

test('every page in every language shows hostile texts as texts', () => {
  expect(faults.get(showsTexts)).toEqual([])
})

// proves: design-8-no-script-keyboard, threat-page-headers
test('no page has a script but the one for passkeys, waits and passwords, or the one that its sample names, an inline style, an event attribute or a script address', () => {
  expect(faults.get(runsNothingElse)).toEqual([])
})

test('every page has one heading of the first rank, a title, a language and a main part', () => {
  expect(faults.get(isWhole)).toEqual([])
})

test('no page lets a browser cut what is pasted: a length that is too much is said', () => {
  expect(faults.get(cutsNothing)).toEqual([])
})

test('every page labels every input and describes it by what exists', () => {
  expect(faults.get(labelsInputs)).toEqual([])
})

// proves: design-8-error-pages
test('every page that says that something went wrong tells whom to ask, in its language, and with which number', () => {
  expect([faults.get(tellsWhereHelpIs), faults.get(titlesFaults)]).toEqual([[], []])
})

test('every page posts every form, with its proof of origin and one button that says what it does', () => {
  expect(faults.get(postsForms)).toEqual([])
})

test('every page shows what people chose in isolation', () => {
  expect(faults.get(isolatesTexts)).toEqual([])
})
