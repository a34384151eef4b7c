import {
  field,
  findDeciders,
  type Html,
  html,
  linkButton,
  mayAs,
  type Reply,
  type Route,
  redirect,
  submitButton,
  type Verdict,
} from '@portico/identity/parts'
import { accountLink } from './act-opening.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { findingList, type ShownFindings } from './finding-list.ts'
import { OPENED_AGAIN_SECONDS } from './look-bounds.ts'
import { noteAddress, PLACES } from './places.ts'
import { MOST_WHO_CHARACTERS, searchCaller } from './reads/search-caller.ts'
import { said } from './said.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { findNote, redirectWithNote } from './typed-notes.ts'
import type { ConsoleWords } from './words/index.ts'

/** Every operator may open the console. Who may not search is led to the first place that is theirs. */
const HOME = { path: PLACES.search.path, role: 'reader' } as const

/** One field, and the verdict. What is searched for is in no address: browsers and proxies keep addresses. The one of a verdict has a note's id. */
export function searchRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', HOME, (request) => home(needs, request)),
    consoleRoute(needs, 'POST', PLACES.search, async (request) => search(needs, request)),
  ]
}

async function home(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  if (!mayAs(request.operator.role, PLACES.search.role)) return redirect(302, PLACES.today.path)
  const id = askedIn(request.http)('note')
  if (id === '') return searchPage(request)
  const note = findNote(needs, request, id)
  return note ? answer(needs, request, { id, who: note.typed['who'] ?? '' }) : gonePage(request)
}

function search(needs: ConsoleNeeds, request: ConsoleRequest): Reply {
  const who = typedIn(request.http)('who')
  const leadsTo = (note: string) => noteAddress('search', note)
  return redirectWithNote(needs, request, { typed: { who }, leadsTo }) ?? searchPage(request, who)
}

/** A search, and the id of its note. */
interface Search {
  readonly id: string
  readonly who: string
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest, search: Search): Promise<Reply> {
  const { who } = search
  if (who === '' || who.length > MOST_WHO_CHARACTERS) return searchPage(request, who)
  const looked = await searchCaller(needs, { ...request, sameWithinSeconds: OPENED_AGAIN_SECONDS }, who)
  if (!looked.ok) return tooManyLooks(needs, request, looked.refusal)
  return looked.value
    ? verdictPage(request, search, { ...looked.value, deciders: await findDeciders(needs.db) })
    : searchPage(request, who)
}

/** The note is too old, of another browser or operator, or others came after it. */
function gonePage({ shown }: ConsoleRequest): Reply {
  const { search } = shown.words
  const main = html`<p class="lead">${search.gone}</p>
${searchForm(search, {})}`
  return consolePage(shown, { title: search.title, main, place: 'search', status: 404 })
}

function searchPage({ shown }: ConsoleRequest, typed?: string): Reply {
  const { search } = shown.words
  const isWrong = typed !== undefined
  const main = html`<p class="lead">${search.lead}</p>
${searchForm(search, { typed, problem: isWrong ? search.empty : undefined })}`
  const faults = isWrong ? [{ message: search.empty, fieldName: 'who' }] : []
  return consolePage(shown, {
    title: search.title,
    main,
    place: 'search',
    faults,
    status: isWrong ? 400 : 200,
  })
}

/** The field with what was typed, and above the answer: most callers are found at the second try. */
function searchForm(
  words: ConsoleWords['search'],
  {
    typed,
    problem,
    isAnswered,
  }: {
    readonly typed?: string | undefined
    readonly problem?: string | undefined
    readonly isAnswered?: true
  },
): Html {
  const { label, hint } = words
  const parts = {
    name: 'who',
    type: 'text',
    label,
    // Above an answer it would only be read before the answer.
    ...(isAnswered ? {} : { hint }),
    autocomplete: 'off',
    value: typed,
    problem,
  } as const
  return html`<form method="post" action="${PLACES.search.path}" accept-charset="utf-8" novalidate>
${field({ ...parts, focused: problem === undefined })}
${submitButton(words.button)}
</form>`
}

async function verdictPage(
  { shown }: ConsoleRequest,
  { id: note, who }: Search,
  verdict: Verdict & Pick<ShownFindings, 'deciders'>,
): Promise<Reply> {
  const { words } = shown
  const { subject, verdictFor } = verdict
  const account = subject === undefined ? undefined : { subject, note }
  const main = html`${searchForm(words.search, { typed: who, isAnswered: true })}
<p class="lead">${said(shown, verdictFor)}</p>
${await findingList(shown, { ...verdict, account })}
${account && accountLink(words.verdict.open, account)}
<p class="actions">${linkButton(words.verdict.again, PLACES.search.path)}</p>`
  return consolePage(shown, { title: words.verdict.title, main, place: 'search' })
}
