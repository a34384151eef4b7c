import { createSsoClient, type SsoProblem, type SsoState } from '@portico/app'
import { apiFor } from './api.ts'
import { openAudience } from './audience.ts'
import { at, show } from './dom.ts'
import { notify, notifyOf, wordsFor } from './notice.ts'
import { goToOldSignIn, openOldSignIn } from './old-account.ts'
import { openApplications } from './permits.ts'

/** Where a link returns to: it tells a refused link from a refused sign-in, which the same word stands for. */
const CONNECTING = '/?connecting'
const CANNOT_CONNECT =
  'These two cannot be connected: your central account has a parking account already, or the old account belongs to somebody else. Nothing was changed.'
const SIGNED_OUT = 'You are signed out here. On a shared computer, sign out of your central account too.'

const sso = createSsoClient({
  programBaseUrl: location.origin,
  returnUri: document.querySelector<HTMLMetaElement>('meta[name=return-uri]')?.content ?? location.href,
})
const audience = openAudience(sso)

const signIn = () => void sso.signIn({ returnTo: '/' })
const connect = () => {
  if (audience.whom.kind === 'old')
    void sso.linkAccount({ bearer: audience.whom.token, returnTo: CONNECTING })
}

/** Follows the central sign-in from state to state. */
function follow(state: SsoState): void {
  show('starting', state.status === 'starting')
  switch (state.status) {
    case 'starting':
      return
    case 'signed_out':
      return audience.whom.kind === 'old' ? followOld(state.problem) : followSignedOut(state)
    case 'waiting':
      audience.turnTo({ kind: 'central' })
      return notify(wordsFor(state.problem))
    case 'signed_in':
      return followSignedIn()
  }
}

function followSignedOut({ problem, returnTo }: Extract<SsoState, { status: 'signed_out' }>): void {
  const wasSignedIn = audience.whom.kind === 'central'
  audience.turnTo({ kind: 'nobody' })
  show('signed-out', true)
  tidyAddress()
  if (problem?.code === 'existing_account' && returnTo === CONNECTING) notify(CANNOT_CONNECT)
  else if (problem) notifyOf(problem, { signIn, connect: goToOldSignIn })
  else if (wasSignedIn) notify(SIGNED_OUT, null, true)
}

/** Somebody who signed in the old way is no concern of the central sign-in until the account is to be connected. */
function followOld(problem: SsoProblem | null): void {
  if (problem?.code === 'session_expired') audience.turnTo({ kind: 'nobody' })
  if (problem) notifyOf(problem, { signIn: connect, connect })
}

/** A session that is merely renewed changes nothing; after a problem, everything is fetched again. */
function followSignedIn(): void {
  const isNew = audience.whom.kind !== 'central'
  audience.turnTo({ kind: 'central' })
  tidyAddress()
  if (isNew || !at('notice', HTMLElement).hidden) void audience.load()
}

/** The address of a return is nothing to keep: a reload would only bring the same return again. */
function tidyAddress(): void {
  if (location.pathname + location.search !== '/') history.replaceState(null, '', '/')
}

async function signOut(): Promise<void> {
  const { whom } = audience
  if (whom.kind !== 'old') return sso.signOut()
  audience.turnTo({ kind: 'nobody' })
  notify('You are signed out.')
  await apiFor(sso, whom.token)
    .post('/api/v1/sso/logout/', {})
    .catch(() => undefined)
}

async function showAccountLinks(): Promise<void> {
  const { account_url: url } = await sso.config()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-account-link]')) {
    link.href = url
    if (link.id !== 'notice-link') link.hidden = false
  }
}

openOldSignIn(apiFor(sso), (token) => {
  notify(null)
  audience.turnTo({ kind: 'old', token })
  void audience.load()
})
openApplications(audience.apply)
at('sign-in', HTMLButtonElement).onclick = signIn
at('connect-button', HTMLButtonElement).onclick = connect
at('sign-out', HTMLButtonElement).onclick = () => void signOut()

show('starting', true)
sso.subscribe(follow)
showAccountLinks().catch(() => undefined)
await sso.start()
