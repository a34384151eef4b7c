import { createSsoClient, type SsoState } from '@portico/app'
import { type Api, ApiProblem, apiFor } from './api.ts'
import { at, show } from './dom.ts'
import { notify, notifyOf } from './notice.ts'
import { clearQueue, showQueue } from './officer.ts'
import { goToOldSignIn, openOldSignIn } from './old-account.ts'
import { clearPermits, openApplications, showPermits } from './permits.ts'

interface Me {
  readonly name: string
  readonly roles: readonly string[]
}

const sso = createSsoClient({
  programBaseUrl: location.origin,
  returnUri: document.querySelector<HTMLMetaElement>('meta[name=return-uri]')?.content ?? location.href,
})

/** The token of somebody who signed in the old way; forgotten with the page. */
let oldToken: string | null = null
/** Counts who the page is shown to: what arrives for somebody before is dropped. */
let audience = 0
let shownTo: 'nobody' | 'central' | 'old' = 'nobody'

const signIn = () => void sso.signIn({ returnTo: '/' })

function report(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error
  // Where the session itself ended or waits, its own notice says so already.
  const isTold = shownTo === 'central' && sso.state.status !== 'signed_in'
  if (!isTold) notify(error.message, { label: 'Try again', act: () => void load() })
}

/** Fetches and shows what belongs to whoever is signed in. */
async function load(): Promise<void> {
  audience += 1
  const mine = audience
  const isCurrent = () => mine === audience
  const api = apiFor(sso, oldToken)
  try {
    const me = await api.get<Me>('/api/v1/me/')
    if (!isCurrent()) return
    at('name', HTMLElement).textContent = me.name
    await showPermits(api, isCurrent)
    if (me.roles.includes('permit_officer')) await showQueue(api, isCurrent, report)
    if (isCurrent()) notify(null)
  } catch (error) {
    if (!isCurrent()) return
    if (shownTo === 'old' && error instanceof ApiProblem) return endOldSession(error.message)
    report(error)
  }
}

/** Shows the page to somebody else, or to nobody. */
function showTo(whom: typeof shownTo): void {
  if (whom === shownTo) return
  shownTo = whom
  audience += 1
  clearPermits()
  clearQueue()
  at('name', HTMLElement).textContent = ''
  show('who', whom !== 'nobody')
  show('signed-out', whom === 'nobody')
  show('connect', whom === 'old')
}

function endOldSession(words: string): void {
  oldToken = null
  showTo('nobody')
  notify(words)
}

/** Follows the central sign-in from state to state. */
function follow(state: SsoState): void {
  show('starting', state.status === 'starting')
  if (state.status === 'starting') return
  if (state.status !== 'signed_out') return followSignedIn(state)
  if (shownTo === 'old') return state.problem ? notifyOf(state.problem, { signIn, connect: connectOld }) : undefined
  const wasSignedIn = shownTo === 'central'
  showTo('nobody')
  show('signed-out', true)
  tidyAddress('/')
  if (state.problem) return notifyOf(state.problem, { signIn, connect: goToOldSignIn })
  if (wasSignedIn)
    notify('You are signed out here. On a shared computer, sign out of your central account too.', null, true)
}

function followSignedIn(state: Exclude<SsoState, { status: 'starting' | 'signed_out' }>): void {
  const isNew = shownTo !== 'central'
  oldToken = null
  showTo('central')
  if (state.status === 'waiting') return notify(state.problem.message)
  tidyAddress(state.returnTo ?? '/')
  if (isNew || !at('notice', HTMLElement).hidden) void load()
}

/** The address of a return is nothing to keep: a reload would only bring the same return again. */
function tidyAddress(path: string): void {
  if (location.pathname + location.search !== path) history.replaceState(null, '', path)
}

function connectOld(): void {
  if (oldToken) void sso.linkAccount({ bearer: oldToken, returnTo: '/' })
}

async function signOut(): Promise<void> {
  if (shownTo === 'central') return sso.signOut()
  const token = oldToken
  endOldSession('You are signed out.')
  if (token) await apiFor(sso, token).post('/api/v1/sso/logout/', {}).catch(() => undefined)
}

async function showAccountLinks(): Promise<void> {
  const { account_url: url } = await sso.config()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-account-link]')) {
    link.href = url
    if (link.id !== 'notice-link') link.hidden = false
  }
}

const visitor: Api = apiFor(sso)
openOldSignIn(visitor, (token) => {
  oldToken = token
  showTo('old')
  void load()
})
openApplications(async ({ plate = '', zone = '' }) => {
  const api = apiFor(sso, oldToken)
  await api.post('/api/v1/permits/', { plate, zone })
  await showPermits(api, ((mine) => () => mine === audience)(audience))
})
at('sign-in', HTMLButtonElement).onclick = signIn
at('connect-button', HTMLButtonElement).onclick = connectOld
at('sign-out', HTMLButtonElement).onclick = () => void signOut()

show('starting', true)
sso.subscribe(follow)
showAccountLinks().catch(() => undefined)
await sso.start()
