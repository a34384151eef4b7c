import { type PageNeeds, pageReply, type SignedInNeeds, type SignedInRequest } from '../hosted-page/index.ts'
import type { AsksOnPages, ShowsHome } from '../moments/index.ts'
import { PATHS, type ProveStep, script } from '../pages/index.ts'
import type { Reply } from '../platform/http/reply.ts'
import { proveStep, type WayInEntry } from '../sign-in/index.ts'
import { listCodes } from './list-codes.ts'
import { type CodesView, codesPage } from './pages/codes.ts'
import { type NewAppView, newAppPage } from './pages/new-app.ts'
import { drawQrCode } from './qr-code.ts'
import { setupAddress, typedSecret } from './time-code.ts'

/** Everything that shows the pages of codes. */
export type CodesPageNeeds = SignedInNeeds &
  PageNeeds &
  AsksOnPages &
  ShowsHome & { readonly baseUrl: string; readonly waysIn: readonly WayInEntry[] }

const NOTICES = ['added', 'removed', 'renamed'] as const

/** What the page says besides the list. */
export interface Said {
  /** The name of a notice, as the address has it. */
  readonly notice?: string | undefined
  readonly problem?: ProveStep['problem']
  /** A name that was refused, and the app that it is for. */
  readonly renaming?: CodesView['renaming']
  readonly trouble?: CodesView['trouble']
}

/** The page of codes: the apps, the recovery codes, and what may be changed now. */
export async function codesReply(
  needs: CodesPageNeeds,
  request: SignedInRequest,
  { notice, problem, renaming, trouble }: Said = {},
): Promise<Reply> {
  const { browser, frame, citizen } = request
  const { apps, isFull, recoveryCodesLeft, mayChange } = await listCodes(needs, request)
  const prove = proveStep(needs, request, { leadsTo: PATHS.codes, problem })
  const step = mayChange ? { kind: 'change' as const, isFull } : { kind: 'prove' as const, ...prove }
  const { csrfToken } = browser
  const { email } = citizen
  const { waits: sections } = await needs.home.tell(needs, { ...request, csrfToken }, ['waits'])
  const own = NOTICES.find((each) => each === notice)
  const said = {
    notice: own ?? { said: needs.onPages.notice(PATHS.codes, { name: notice, frame }) },
    renaming,
    trouble,
  }
  const view = { csrfToken, email, apps, recoveryCodesLeft, step, sections, ...said }
  return pageReply(
    request,
    codesPage(frame, view),
    problem ?? trouble ?? (renaming && !renaming.isKept ? 'bad-name' : undefined),
    {
      script: needs.baseUrl + script.path,
    },
  )
}

/** The form that adds an app: its name, the secret that it is shown, and the same signed for this session. */
export interface NewAppParts extends Pick<NewAppView, 'name' | 'problem'> {
  readonly secret: Buffer
  readonly setup: string
}

/** The page that adds an app. */
export function newAppReply(
  needs: CodesPageNeeds,
  request: SignedInRequest,
  { secret, setup, name, problem }: NewAppParts,
): Reply {
  const { browser, frame, citizen } = request
  const address = setupAddress(secret, { issuer: needs.serviceName, label: citizen.email })
  const view: NewAppView = {
    csrfToken: browser.csrfToken,
    setup,
    address,
    picture: drawQrCode(address),
    typedSecret: typedSecret(secret),
    name,
    problem,
  }
  return pageReply(request, newAppPage(frame, view), problem)
}
