import { createSsoClient, type SsoProblem, type SsoState } from '@portico/app'
import { apiFor } from './api.ts'
import { at, show } from './dom.ts'
import { ignoreSecondClicks } from './double-click.ts'
import { messageFor, notify, notifyOf } from './notice.ts'
import { goToOldSignIn, openOldSignIn } from './old-account.ts'
import { openApplications } from './permits.ts'
import { causeOfRefusal, keepOldToken, takeOldToken } from './refused-connection.ts'
import { openVisitorPage } from './visitor-page.ts'
import { words } from './words.ts'

/** The return path of a link. A refused link and a refused sign-in have the same `sso_error`, and this path differs. */
const CONNECTING = '/?connecting'

const sso = createSsoClient({
  programBaseUrl: location.origin,
  returnUri: document.querySelector<HTMLMetaElement>('meta[name=return-uri]')?.content ?? location.href,
})
const visitorPage = openVisitorPage(sso)

/** The pages of the identity service are in the language of this page. */
const pages = { ui_locales: document.documentElement.lang }
const signIn = () => void sso.signIn({ returnTo: '/', wishes: pages })
const createAccount = () => void sso.signIn({ returnTo: '/', wishes: { ...pages, prompt: 'create' } })
const connect = () => {
  if (visitorPage.visitor.kind !== 'old') return
  keepOldToken(visitorPage.visitor.token)
  void sso.linkAccount({ bearer: visitorPage.visitor.token, returnTo: CONNECTING })
}

/** The token of a citizen who was signed in the old way, and left to connect the account or to change the language. */
let kept = takeOldToken()

function takeKept(): string | null {
  const token = kept
  kept = null
  return token
}

/** Shows each new state of the central sign-in. */
function follow(state: SsoState): void {
  show('starting', state.status === 'starting')
  switch (state.status) {
    case 'starting':
      return
    case 'signed_out':
      return visitorPage.visitor.kind === 'old' ? followOld(state) : followSignedOut(state)
    case 'waiting':
      visitorPage.setVisitor({ kind: 'central' })
      return notify(messageFor(state.problem))
    case 'signed_in':
      return followSignedIn()
  }
}

type SignedOut = Extract<SsoState, { status: 'signed_out' }>

function followSignedOut({ problem, returnTo }: SignedOut): void {
  // Whoever has begun two sign-ins may come back without a path, and only who connects an account leaves a token behind.
  if (problem && (returnTo === CONNECTING || kept !== null)) return void followRefusedConnection(problem)
  const token = takeKept()
  if (token !== null && !problem) return enterTheOldWay(token)
  const wasSignedIn = visitorPage.visitor.kind === 'central'
  visitorPage.setVisitor({ kind: 'nobody' })
  show('signed-out', true)
  cleanAddress()
  offerSignIn(problem)
  if (!problem && wasSignedIn) notify(words.signedOutHere, null, true)
  if (wasSignedIn) focusNotice()
}

/** Shows one button to sign in: that of the notice, if it has one that does the same. */
function offerSignIn(problem: SsoProblem | null): void {
  show('sign-in', !problem || problem.action === 'link')
  if (problem) notifyOf(problem, { signIn, connect: goToOldSignIn })
}

function enterTheOldWay(token: string): void {
  notify(null)
  visitorPage.setVisitor({ kind: 'old', token })
  void visitorPage.load()
}

/** Whoever was signed in the old way still is, and reads why the accounts are not connected and what to do next. */
async function followRefusedConnection(problem: SsoProblem): Promise<void> {
  const token = takeKept()
  cleanAddress()
  const cause = await causeOfRefusal(sso, token)
  const isStillIn = token !== null && cause !== 'old-account-taken'
  visitorPage.setVisitor(isStillIn ? { kind: 'old', token } : { kind: 'nobody' })
  show('signed-out', !isStillIn)
  if (isStillIn) await visitorPage.load()
  if (problem.code === 'existing_account' || cause === 'old-account-taken') {
    show('sign-in', false)
    notify(words.refusedConnection[cause], { label: words.signInCentrally, act: signIn })
  } else if (isStillIn) {
    // The page has the button to connect the account.
    notify(messageFor(problem))
  } else offerSignIn(problem)
}

/** For a visitor with an old password, only problems of a link are shown. The page has the button to try again. */
function followOld(state: SignedOut): void {
  // The citizen has not left.
  takeOldToken()
  if (state.problem?.code === 'session_expired') {
    visitorPage.setVisitor({ kind: 'nobody' })
    followSignedOut(state)
  } else if (state.problem) notify(messageFor(state.problem))
}

/** Loads the data after a sign-in and after a problem. A renewed session changes nothing. */
function followSignedIn(): void {
  takeKept()
  const isNew = visitorPage.visitor.kind !== 'central'
  visitorPage.setVisitor({ kind: 'central' })
  cleanAddress()
  if (isNew || !at('notice', HTMLElement).hidden) void visitorPage.load()
}

/** Removes the address of a return, so that a reload does not handle the same return again. */
function cleanAddress(): void {
  if (location.pathname + location.search !== '/') history.replaceState(null, '', '/')
}

/** The pressed button is gone, so the focus goes to what is said. */
const focusNotice = () => at('notice', HTMLElement).focus()

async function signOut(): Promise<void> {
  const { visitor } = visitorPage
  if (visitor.kind !== 'old') return sso.signOut()
  visitorPage.setVisitor({ kind: 'nobody' })
  notify(words.signedOut)
  focusNotice()
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

/** Another language is another page, and a citizen who is signed in the old way is so there, too. */
function keepAcrossLanguages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a'))
    link.onclick = () => {
      if (visitorPage.visitor.kind === 'old') keepOldToken(visitorPage.visitor.token)
    }
}

ignoreSecondClicks()
openOldSignIn(apiFor(sso), (token) => {
  enterTheOldWay(token)
  at('connect-title', HTMLElement).focus()
})
openApplications(visitorPage.apply)
at('sign-in', HTMLButtonElement).onclick = signIn
at('create-account', HTMLButtonElement).onclick = createAccount
at('connect-button', HTMLButtonElement).onclick = connect
at('sign-out', HTMLButtonElement).onclick = () => void signOut()

keepAcrossLanguages()

show('starting', true)
sso.subscribe(follow)
showAccountLinks().catch(() => undefined)
await sso.start()
