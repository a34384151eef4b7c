import { readdirSync, readFileSync } from 'node:fs'

/** All that can be pressed on the page of Parking permits: where its code makes it, and how it is found on the page. */
export const CONTROLS = {
  'index.html a {{skip}}': 'a.skip',
  'index.html a {{account}}': '#who a[data-account-link]',
  'index.html button#sign-out': '#sign-out',
  'index.html button#notice-button': '#notice-button',
  'index.html a#notice-link': '#notice-link',
  'index.html button#sign-in': '#sign-in',
  'index.html button#create-account': '#create-account',
  'index.html summary {{oldSummary}}': '#old summary',
  'index.html form#old-sign-in': '#old-sign-in button',
  'index.html button {{oldSignIn}}': '#old-sign-in button',
  'index.html button#connect-button': '#connect-button',
  'index.html form#apply': '#apply button',
  'index.html button {{apply}}': '#apply button',
  'form.ts a': '.form-error a',
  'officer.ts button': '#officer-list button',
  'permits.ts button': '#permits-list button',
  'visitor-page.ts a': '#permits-list button',
  'page-in-language.ts a': '.languages a',
} as const

/** The place in the code of one of them. */
export type Control = keyof typeof CONTROLS

const EXAMPLE = new URL('../examples/parking-permits/', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, EXAMPLE), 'utf8')

/** What can be pressed, in HTML: by its id, or else by its text. */
const IN_HTML =
  /<(a|button|form|summary|input(?=[^>]*type="(?:submit|button|image|reset)"))\b([^>]*)>\s*([^<]*)/g

/** Elements made by a script, and HTML in one. `dom.ts` makes what its callers name. */
const IN_SCRIPT =
  /\belement\(\s*'(a|button|form|summary|input|details)'|<(a|button|form|summary|input) |(\w*createElement|innerHTML|insertAdjacentHTML)\b/g

/** Every place in the code of the page that makes something to press. */
export function placesInTheCode(): string[] {
  const html = [...textOf('web/index.html').matchAll(IN_HTML)].map(([, tag, attributes = '', text = '']) => {
    const id = /\bid="([^"]+)"/.exec(attributes)?.[1]
    return `index.html ${tag}${id ? `#${id}` : ` ${text.trim()}`}`
  })
  const scripts = readdirSync(new URL('web/', EXAMPLE)).filter(
    (name) => name.endsWith('.ts') && name !== 'dom.ts',
  )
  const made = [...scripts.map((name) => `web/${name}`), 'server/page/page-in-language.ts'].flatMap((file) =>
    [...textOf(file).matchAll(IN_SCRIPT)].map(
      ([, first, second, third]) => `${file.split('/').at(-1)} ${first ?? second ?? third}`,
    ),
  )
  return [...html, ...made]
}
