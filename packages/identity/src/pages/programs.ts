import { type Html, html, type PageDocument } from '../platform/html.ts'
import { accountLayout } from './account-layout.ts'
import {} from './assets.ts'
import type { Received } from './confirm.ts'
import type { PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import { hiddenInput, isolated, linkButton, notice, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'

/** A program that the citizen entered. Instants are in seconds since 1970. */
export interface ProgramItem {
  readonly clientId: string
  readonly name: string
  /** Where the citizen goes on; undefined where nobody can. */
  readonly home: string | undefined
  readonly receives: readonly Received[]
  readonly firstEnteredAt: number
  readonly lastEnteredAt: number
}

/** Every program that the citizen has allowed. */
export interface ProgramsView {
  readonly csrfToken: string
  readonly programs: readonly ProgramItem[]
  readonly notice?: 'disconnected' | undefined
}

function programCard(frame: PageFrame, csrfToken: string, program: ProgramItem): Html {
  const { words } = frame
  const text = words.programs
  const name = isolated(program.name)
  const received = program.receives.map((item) => html`<li>${words.receives[item]}</li>`)
  const contents = html`${hiddenInput('client_id', program.clientId)}
${submitButton(text.button(name), 'secondary')}`
  return html`<article class="card">
<h2>${name}</h2>
<dl>
<div><dt>${text.first}</dt><dd>${moment(frame, program.firstEnteredAt)}</dd></div>
<div><dt>${text.last}</dt><dd>${moment(frame, program.lastEnteredAt)}</dd></div>
<div><dt>${text.receives}</dt><dd><ul class="plain">${received}</ul></dd></div>
</dl>
${program.home !== undefined && html`<p class="actions">${linkButton(text.open(name), program.home)}</p>`}
${postForm({ action: PATHS.disconnectProgram, csrfToken, contents })}
</article>`
}

/** The programs that were entered last, on the home of the account. */
export function programsGlance(
  frame: PageFrame,
  programs: readonly Pick<ProgramItem, 'name' | 'home'>[],
): Html {
  const text = frame.words.programs
  const items = programs.map(({ name, home }) => {
    const isolatedName = isolated(name)
    return html`<li>${isolatedName}${home !== undefined && html` <a href="${home}">${text.open(isolatedName)}</a>`}</li>`
  })
  return html`<section aria-labelledby="programs">
<h2 id="programs">${text.title}</h2>
${items.length === 0 ? html`<p>${text.none}</p>` : html`<ul class="rows">${items}</ul><p><a href="${PATHS.programs}">${text.all}</a></p>`}
</section>`
}

/** The page that lists the connected programs and disconnects them. */
export function programsPage(
  frame: PageFrame,
  { csrfToken, programs, notice: done }: ProgramsView,
): PageDocument {
  const text = frame.words.programs
  const main = html`${notice(done && text.disconnected)}
<h1>${text.title}</h1>
<p class="lead">${programs.length > 0 ? text.lead : text.none}</p>
${programs.map((program) => programCard(frame, csrfToken, program))}`
  return accountLayout(frame, PATHS.programs, { title: text.title, main })
}
