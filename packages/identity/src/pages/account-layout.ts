import { type Html, html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { layout, type PageFrame, type PageParts } from './layout.ts'
import { isolated } from './parts.ts'
import { PATHS } from './paths.ts'

/** The account pages, in the order of their links. */
export type AccountPage =
  | 'profile'
  | 'password'
  | 'passkeys'
  | 'codes'
  | 'sessions'
  | 'programs'
  | 'activity'
  | 'data'

const LINKS: readonly (AccountPage | 'logout')[] = [
  'profile',
  'password',
  'passkeys',
  'codes',
  'sessions',
  'programs',
  'activity',
  'data',
  'logout',
]

const accountNav = ({ words, signedInAs }: PageFrame, current: AccountPage): Html =>
  html`<nav class="rooms" aria-label="${words.nav.label}">${
    signedInAs !== undefined && html`<p>${words.confirm.signedInAs} ${isolated(signedInAs)}</p>`
  }<ul>${LINKS.map(
    (page) =>
      html`<li><a href="${PATHS[page]}"${page === current && html` aria-current="page"`}>${words.nav[page]}</a></li>`,
  )}</ul></nav>`

/** The frame of an account page, with links to the others. */
export const accountLayout = (
  frame: PageFrame,
  current: AccountPage,
  parts: Omit<PageParts, 'nav' | 'wide'>,
): PageDocument => layout(frame, { ...parts, nav: accountNav(frame, current), wide: true })
