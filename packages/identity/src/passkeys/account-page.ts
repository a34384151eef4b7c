import { nameUserAgent } from '../access/index.ts'
import { freeLabel } from '../citizens/index.ts'
import { type PageNeeds, pageReply, type SignedInNeeds, type SignedInRequest } from '../hosted-page/index.ts'
import { script } from '../pages/index.ts'
import type { Reply } from '../platform/http/reply.ts'
import { isProven, type MayAskForCode, proveStep } from '../sign-in/index.ts'
import { type RelyingParty, relyingPartyOf } from './ceremony.ts'
import { type ListedPasskey, listPasskeys } from './list-passkeys.ts'
import { passkeyWayIn } from './pages/passkey-form.ts'
import { type NewPasskeyView, type PasskeysView, passkeysPage } from './pages/passkeys.ts'
import { MOST_PASSKEYS } from './passkey.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { askForNewPasskey, askForPasskey } from './questions.ts'

/** The name of a passkey where we know neither the browser nor the system. It is the same word in each language. */
const UNNAMED = 'Passkey'

/** Everything that shows the pages of passkeys. */
export type PasskeyPageNeeds = SignedInNeeds & PageNeeds & MayAskForCode & { readonly baseUrl: string }

/** What the page says besides the list. */
export interface Said {
  readonly notice?: PasskeysView['notice']
  /** The form that was refused, and its name. */
  readonly added?: Pick<NewPasskeyView, 'name' | 'problem'>
  /** A name that was refused, and the passkey that it is for. */
  readonly renaming?: PasskeysView['renaming']
  readonly trouble?: PasskeysView['trouble']
  readonly problem?: Extract<PasskeysView['step'], { kind: 'prove' }>['problem']
}

/** The page of passkeys: the list, and either the form that adds one or the one that asks for a proof. */
export async function passkeysReply(
  needs: PasskeyPageNeeds,
  request: SignedInRequest,
  said: Said = {},
): Promise<Reply> {
  const { browser, frame, citizen } = request
  const passkeys = await listPasskeys(needs.db, citizen.citizenId)
  const party = relyingPartyOf(needs.baseUrl)
  const mayChange = await isProven(needs, request)
  const step = mayChange
    ? { kind: 'change' as const, add: addStep(needs, request, { passkeys, party, said }) }
    : ownProveStep(needs, request, { passkeys, party, said })
  const { csrfToken } = browser
  const problem =
    said.problem ??
    said.added?.problem ??
    said.trouble ??
    (said.renaming && !said.renaming.isKept ? 'bad-name' : undefined)
  const view = {
    csrfToken,
    email: citizen.email,
    passkeys,
    step,
    notice: said.notice,
    renaming: said.renaming,
    trouble: said.trouble,
  }
  return pageReply(request, passkeysPage(frame, view), problem, {
    script: needs.baseUrl + script.path,
  })
}

interface Situation {
  readonly passkeys: readonly ListedPasskey[]
  readonly party: RelyingParty | undefined
  readonly said: Said
}

function addStep(
  needs: PasskeyPageNeeds,
  request: SignedInRequest,
  { passkeys, party, said }: Situation,
): NewPasskeyView | 'full' | 'impossible' {
  if (!party) return 'impossible'
  if (passkeys.length >= MOST_PASSKEYS) return 'full'
  return newPasskeyView(needs, request, {
    party,
    known: passkeys,
    againHref: PASSKEY_PATHS.page,
    ...said.added,
  })
}

function ownProveStep(needs: PasskeyPageNeeds, request: SignedInRequest, situation: Situation) {
  const { browser, frame } = request
  const { csrfToken } = browser
  const { passkeys, party, said } = situation
  const asked = party && passkeys.length > 0 && { party, browser, againHref: PASSKEY_PATHS.page }
  const leadsTo = PASSKEY_PATHS.page
  // Any passkey signs in elsewhere. Here only those of this account are asked for.
  const waysIn = asked
    ? [passkeyWayIn(frame, { csrfToken, leadsTo }, askForPasskey(needs, asked, passkeys))]
    : []
  const step = proveStep({ clock: needs.clock, waysIn: [] }, request, { leadsTo, problem: said.problem })
  return { ...step, kind: 'prove' as const, waysIn }
}

/** What a form that adds a passkey depends on. */
export interface NewPasskeyParts extends Partial<Pick<NewPasskeyView, 'name' | 'problem'>> {
  readonly party: RelyingParty
  readonly known: readonly ListedPasskey[]
  readonly againHref: string
}

/** The form that adds a passkey. Its name is at first that of the browser and the system, and a number where a passkey has that name. */
export function newPasskeyView(
  needs: PasskeyPageNeeds,
  { browser, citizen, session, http }: SignedInRequest,
  { party, known, againHref, name, problem }: NewPasskeyParts,
): NewPasskeyView {
  const { serviceName } = needs
  const asked = { party, browser, againHref }
  const question = askForNewPasskey(needs, asked, {
    serviceName,
    citizen,
    sessionId: session.sessionId,
    known,
  })
  const names = nameUserAgent(http.header('user-agent') ?? '')
  const usual = [names.browser, names.system].filter((each) => each !== undefined).join(', ')
  return { csrfToken: browser.csrfToken, question, name: name ?? freeLabel(usual || UNNAMED, known), problem }
}
