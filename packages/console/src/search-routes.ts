import {
  type AskNeeds,
  EXPLAINS,
  field,
  HEADS,
  html,
  linkButton,
  mayAs,
  type Reply,
  type Route,
  redirect,
  submitButton,
  type Verdict,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { explainNeeds } from './explain-needs.ts'
import { findingList, said } from './finding-list.ts'
import { looksOf } from './look-bounds.ts'
import { citizenAddress, PLACES } from './places.ts'
import { searchStops } from './search-time.ts'
import { typedIn } from './typed-in.ts'

/** The questions that rooms answer about somebody who may have no account: the first one is why somebody cannot get in. */
const [QUESTION] = Object.values(HEADS).flatMap(({ questions = [] }) => questions)

const MOST_CHARACTERS = 320

/** Every operator may open the console. Who may not search is led to the first place that is theirs. */
const HOME = { path: PLACES.search.path, role: 'reader' } as const

/** One field, and the verdict. What is searched for is in no address: browsers and proxies keep addresses. */
export function searchRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', HOME, async (request) => home(request)),
    consoleRoute(needs, 'POST', PLACES.search, (request) => answer(needs, request)),
  ]
}

function home(request: ConsoleRequest): Reply {
  if (mayAs(request.operator.role, PLACES.search.role)) return searchPage(request)
  return redirect(302, PLACES.today.path)
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const who = typedIn(request.http)('who')
  if (who === '' || who.length > MOST_CHARACTERS || !QUESTION) return searchPage(request, who)
  const looked = await withinLooks({ ...needs, by: request.by }, looksOf(needs), (tx) =>
    QUESTION.ask(askNeeds(needs, request, tx), who),
  )
  if (looked.ok) return verdictPage(request, looked.value)
  return tooManyLooks(needs, request, looked.refusal)
}

function askNeeds(needs: ConsoleNeeds, { by, http }: ConsoleRequest, db: AskNeeds['db']): AskNeeds {
  return {
    ...explainNeeds(needs),
    db,
    by,
    explains: EXPLAINS,
    random: needs.random,
    progress: () => undefined,
    stopped: searchStops(http),
  }
}

function searchPage({ shown }: ConsoleRequest, typed?: string): Reply {
  const { search } = shown.words
  const isWrong = typed !== undefined
  const problem = isWrong ? search.empty : undefined
  const main = html`<p class="lead">${search.lead}</p>
<form method="post" action="${PLACES.search.path}" accept-charset="utf-8" novalidate>
${field({ name: 'who', type: 'text', label: search.label, hint: search.hint, autocomplete: 'off', value: typed, problem })}
${submitButton(search.button)}
</form>`
  const faults = isWrong ? [{ message: search.empty, fieldName: 'who' }] : []
  return consolePage(shown, {
    title: search.title,
    main,
    place: 'search',
    faults,
    status: isWrong ? 400 : 200,
  })
}

function verdictPage({ shown }: ConsoleRequest, verdict: Verdict): Reply {
  const { words, frame } = shown
  const { subject, verdictFor } = verdict
  const main = html`<p class="lead">${said(frame, verdictFor)}</p>
${subject !== undefined && html`<p class="actions">${linkButton(words.verdict.open, citizenAddress(subject), 'secondary')}</p>`}
${findingList(shown, verdict)}
<p class="actions">${linkButton(words.verdict.again, PLACES.search.path)}</p>`
  return consolePage(shown, { title: words.verdict.title, main, place: 'search' })
}
