import {
  field,
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
import { accountFields, type FoundAccount, openActForm } from './act-opening.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { findingList } from './finding-list.ts'
import { PLACES } from './places.ts'
import { MOST_WHO_CHARACTERS, searchCaller } from './reads/search-caller.ts'
import { said } from './said.ts'
import { typedIn } from './typed-in.ts'
import type { ConsoleWords } from './words/index.ts'

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
  if (!looked.ok) return tooManyLooks(needs, request, looked.refusal)
  return looked.value ? verdictPage(request, who, looked.value) : searchPage(request, who)
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
  { typed, problem }: { readonly typed?: string | undefined; readonly problem?: string | undefined },
): Html {
  const { label, hint } = words
  const parts = {
    name: 'who',
    type: 'text',
    label,
    hint,
    autocomplete: 'off',
    value: typed,
    problem,
  } as const
  return html`<form method="post" action="${PLACES.search.path}" accept-charset="utf-8" novalidate>
${field({ ...parts, focused: problem === undefined })}
${submitButton(words.button)}
</form>`
}

async function verdictPage({ shown }: ConsoleRequest, who: string, verdict: Verdict): Promise<Reply> {
  const { words, frame } = shown
  const { subject, verdictFor } = verdict
  const account = subject === undefined ? undefined : { subject, who }
  const main = html`${searchForm(words.search, { typed: who })}
<p class="lead">${said(frame, verdictFor)}</p>
${account && accountForm(words, account)}
${account && openActForm(account)}
${await findingList(shown, { ...verdict, account })}
<p class="actions">${linkButton(words.verdict.again, PLACES.search.path)}</p>`
  return consolePage(shown, { title: words.verdict.title, main, place: 'search' })
}

/** Leads to the account with what was searched for, so that the verdict there is the same. It is posted, as the search is. */
function accountForm({ verdict }: ConsoleWords, account: FoundAccount): Html {
  return html`<form method="post" action="${PLACES.citizen.path}" accept-charset="utf-8">
${accountFields(account)}
<p class="actions"><button type="submit" class="button secondary"><span>${verdict.open}</span></button></p>
</form>`
}
