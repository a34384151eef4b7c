import {
  field,
  html,
  linkButton,
  mayAs,
  type Reply,
  type Route,
  redirect,
  submitButton,
  type Verdict,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { findingList, said } from './finding-list.ts'
import { citizenAddress, PLACES } from './places.ts'
import { MOST_WHO_CHARACTERS, searchCaller } from './reads/search-caller.ts'
import { typedIn } from './typed-in.ts'

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
  if (who === '' || who.length > MOST_WHO_CHARACTERS) return searchPage(request, who)
  const looked = await searchCaller(needs, request, who)
  if (!looked) return searchPage(request, who)
  if (looked.ok) return verdictPage(request, looked.value)
  return tooManyLooks(needs, request, looked.refusal)
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
