import { type Html, html, type PageDocument } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { layout, type PageFrame, type PageParts } from './layout.ts'
import { isolated } from './parts.ts'
import { PATHS } from './paths.ts'
import type { Words } from './words/en.ts'

/** The links that are always there, with their places among those of rooms. */
const LINKS: readonly (readonly [page: keyof Words['nav'] & keyof typeof PATHS, rank: number])[] = [
  ['profile', 10],
  ['password', 20],
  ['sessions', 50],
  ['programs', 60],
  ['logout', 100],
]

function accountNav({ words, language, signedInAs, accountLinks = [] }: PageFrame, current: string): Html {
  const always = LINKS.map(([page, rank]) => ({ path: PATHS[page], label: words.nav[page], rank }))
  const ofRooms = accountLinks.map(({ path, label, rank }) => ({
    path,
    label: inLanguage(label, language),
    rank,
  }))
  const links = [...always, ...ofRooms].toSorted((one, other) => one.rank - other.rank)
  return html`<nav class="rooms" aria-label="${words.nav.label}">${
    signedInAs !== undefined && html`<p>${words.confirm.signedInAs} ${isolated(signedInAs)}</p>`
  }<ul>${links.map(
    ({ path, label }) =>
      html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`
}

/** The frame of an account page, with links to the others. `current` is its path. */
export const accountLayout = (
  frame: PageFrame,
  current: string,
  parts: Omit<PageParts, 'nav' | 'wide'>,
): PageDocument => layout(frame, { ...parts, nav: accountNav(frame, current), wide: true })
