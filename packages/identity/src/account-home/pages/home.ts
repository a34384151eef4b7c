import type { HomeTold, WayTold } from '../../moments/index.ts'
import { accountLayout, isolated, PATHS, type PageFrame } from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { HOME_WORDS } from '../words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(HOME_WORDS, language)

/** What the home shows. */
export interface HomeView extends HomeTold {
  readonly citizen: { readonly fullName: string; readonly email: string; readonly phoneNumber: string }
}

/** The home of the account. */
export function homePage(frame: PageFrame, { ways, waits, sections, citizen }: HomeView): PageDocument {
  const text = wordsOf(frame)
  const { fullName, email, phoneNumber } = citizen
  const who = [fullName, email, phoneNumber].filter((each) => each !== '')
  const main = html`<h1>${text.title}</h1>
${waits}
<section aria-labelledby="ways">
<h2 id="ways">${text.ways}</h2>
${listOf(frame, ways)}
</section>
${sections}
<section aria-labelledby="own">
<h2 id="own">${frame.words.profile.title}</h2>
<p>${who.map((each, index) => html`${index > 0 && ' · '}${isolated(each)}`)} <a href="${PATHS.profile}">${text.change}</a></p>
</section>`
  return accountLayout(frame, PATHS.account, { title: text.title, main })
}

/** The page that leads to everything about signing in. */
export function securityPage(
  frame: PageFrame,
  { ways, waits }: Pick<HomeTold, 'ways' | 'waits'>,
): PageDocument {
  const text = wordsOf(frame)
  const { title, lead } = text.security
  const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${waits}
${listOf(frame, ways)}
<section aria-labelledby="where">
<h2 id="where">${frame.words.sessions.title}</h2>
<p>${text.sessions}</p>
<p><a href="${PATHS.sessions}">${text.toSessions}</a></p>
</section>`
  return accountLayout(frame, PATHS.security, { title, main })
}

/** Every way to sign in, the password first, which every account has. */
function listOf(frame: PageFrame, ways: readonly WayTold[]): Html {
  const { password } = wordsOf(frame)
  const all = [{ ...password, path: PATHS.password }, ...ways]
  return html`<ul class="rows">${all.map((way) => row(way))}</ul>`
}

const row = ({ title, state, advice, path }: WayTold): Html =>
  html`<li><a href="${path}">${title}</a>
<p>${state}</p>${
    advice !== undefined &&
    html`
<p class="hint">${advice}</p>`
  }</li>`
