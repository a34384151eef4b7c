import { type Html, html, type PageDocument } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { layout, type PageFrame, type PageParts } from './layout.ts'
import { isolated, notice, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'

/** The places that are always there, among those of rooms. */
const PLACES = [
  ['account', 10],
  ['security', 20],
  ['programs', 60],
  ['profile', 90],
] as const

/** Pages that are reached from the place of the sign-in. */
const IN_SECURITY: readonly string[] = [PATHS.password, PATHS.sessions]

/** The place that a page is in. */
function placeOf({ accountLinks = [] }: PageFrame, current: string): string {
  const isInSecurity = IN_SECURITY.includes(current)
  const within = isInSecurity ? 'security' : accountLinks.find(({ path }) => path === current)?.within
  return within === undefined ? current : PATHS[within]
}

function accountNav(frame: PageFrame, current: string): Html {
  const { words, language, accountLinks = [] } = frame
  const always = PLACES.map(([page, rank]) => ({ path: PATHS[page], label: words.nav[page], rank }))
  const ofRooms = accountLinks
    .filter(({ within }) => within === undefined)
    .map(({ path, label, rank }) => ({ path, label: inLanguage(label, language), rank }))
  const links = [...always, ...ofRooms].toSorted((one, other) => one.rank - other.rank)
  const place = placeOf(frame, current)
  const mark = current === place ? 'page' : 'true'
  return html`<nav class="rooms" aria-label="${words.nav.label}">
<div>${signedInAs(frame)}${signOut(frame)}</div>
<ul>${links.map(
    ({ path, label }) =>
      html`<li><a href="${path}"${path === place && html` aria-current="${mark}"`}>${label}</a></li>`,
  )}</ul></nav>`
}

const signedInAs = ({ words, signedInAs: email }: PageFrame): Html | undefined =>
  email === undefined ? undefined : html`<p>${words.confirm.signedInAs} ${isolated(email)}</p>`

/** One press signs out. A page that knows no token leads to the form. */
const signOut = ({ words, choice }: PageFrame): Html =>
  choice
    ? postForm({
        action: PATHS.logout,
        csrfToken: choice.csrfToken,
        contents: submitButton(words.nav.logout, 'quiet'),
      })
    : html`<a href="${PATHS.logout}">${words.nav.logout}</a>`

/** The frame of an account page, with links to the others. `current` is its path. */
export const accountLayout = (
  frame: PageFrame,
  current: string,
  { main, ...parts }: Omit<PageParts, 'nav' | 'wide'>,
): PageDocument =>
  layout(frame, {
    ...parts,
    main: html`${notice(frame.isTypedAgain ? frame.words.typedAgain : undefined)}${main}`,
    nav: accountNav(frame, current),
    wide: true,
  })
