import { createSsoClient, type SsoProblem, type SsoState } from '@portico/app'
import { apiFor } from './api.ts'
import { at, show } from './dom.ts'
import { messageFor, notify, notifyOf } from './notice.ts'
import { goToOldSignIn, openOldSignIn } from './old-account.ts'
import { openApplications } from './permits.ts'
import { causeOfRefusal, keepOldToken, REFUSED_CONNECTION, takeOldToken } from './refused-connection.ts'
import { openVisitorPage } from './visitor-page.ts'

/** The return path of a link. A refused link and a refused sign-in have the same `sso_error`, and this path differs. */
const CONNECTING = '/?connecting'
const SIGNED_OUT = 'You are signed out here. On a shared computer, also sign out of your central account.'

const sso = createSsoClient({
  programBaseUrl: location.origin,
  returnUri: document.querySelector<HTMLMetaElement>('meta[name=return-uri]')?.content ?? location.href,
})
const visitorPage = openVisitorPage(sso)

const signIn = () => void sso.signIn({ returnTo: '/' })
const connect = () => {
  if (visitorPage.visitor.kind !== 'old') return
  keepOldToken(visitorPage.visitor.token)
  void sso.linkAccount({ bearer: visitorPage.visitor.token, returnTo: CONNECTING })
}

/** The token of a citizen who went to the central service to connect an old account. */
let connecting = takeOldToken()

/** Shows each new state of the central sign-in. */
function follow(state: SsoState): void {
  show('starting', state.status === 'starting')
  switch (state.status) {
    case 'starting':
      return
    case 'signed_out':
      return visitorPage.visitor.kind === 'old' ? followOld(state.problem) : followSignedOut(state)
    case 'waiting':
      visitorPage.setVisitor({ kind: 'central' })
      return notify(messageFor(state.problem))
    case 'signed_in':
      return followSignedIn()
  }
}

function followSignedOut({ problem, returnTo }: Extract<SsoState, { status: 'signed_out' }>): void {
  if (problem && returnTo === CONNECTING) return void followRefusedConnection(problem)
  const wasSignedIn = visitorPage.visitor.kind === 'central'
  visitorPage.setVisitor({ kind: 'nobody' })
  show('signed-out', true)
  cleanAddress()
  // The notice has a button to sign in, and one is enough.
  show('sign-in', problem?.action !== 'restart')
  if (problem) notifyOf(problem, { signIn, connect: goToOldSignIn })
  else if (wasSignedIn) notify(SIGNED_OUT, null, true)
}

/** Whoever was signed in the old way still is, and reads why the accounts are not connected and what to do next. */
async function followRefusedConnection(problem: SsoProblem): Promise<void> {
  const token = connecting
  connecting = null
  cleanAddress()
  const cause = await causeOfRefusal(sso, token)
  const isStillIn = token !== null && cause !== 'old-account-taken'
  visitorPage.setVisitor(isStillIn ? { kind: 'old', token } : { kind: 'nobody' })
  show('signed-out', !isStillIn)
  if (isStillIn) await visitorPage.load()
  const isRefused = problem.code === 'existing_account' || cause === 'old-account-taken'
  show('sign-in', !isRefused)
  if (!isRefused) return notifyOf(problem, { signIn: isStillIn ? connect : signIn, connect })
  notify(REFUSED_CONNECTION[cause], { label: 'Sign in with your central account', act: signIn })
}

/** For a visitor with an old password, only problems of a link are shown. */
function followOld(problem: SsoProblem | null): void {
  if (problem?.code === 'session_expired') visitorPage.setVisitor({ kind: 'nobody' })
  if (problem) notifyOf(problem, { signIn: connect, connect })
}

/** Loads the data after a sign-in and after a problem. A renewed session changes nothing. */
function followSignedIn(): void {
  const isNew = visitorPage.visitor.kind !== 'central'
  visitorPage.setVisitor({ kind: 'central' })
  cleanAddress()
  if (isNew || !at('notice', HTMLElement).hidden) void visitorPage.load()
}

/** Removes the address of a return, so that a reload does not handle the same return again. */
function cleanAddress(): void {
  if (location.pathname + location.search !== '/') history.replaceState(null, '', '/')
}

async function signOut(): Promise<void> {
  const { visitor } = visitorPage
  if (visitor.kind !== 'old') return sso.signOut()
  visitorPage.setVisitor({ kind: 'nobody' })
  notify('You are signed out.')
  await apiFor(sso, visitor.token)
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
  visitorPage.setVisitor({ kind: 'old', token })
  void visitorPage.load()
})
openApplications(visitorPage.apply)
at('sign-in', HTMLButtonElement).onclick = signIn
at('connect-button', HTMLButtonElement).onclick = connect
at('sign-out', HTMLButtonElement).onclick = () => void signOut()

show('starting', true)
sso.subscribe(follow)
showAccountLinks().catch(() => undefined)
await sso.start()
