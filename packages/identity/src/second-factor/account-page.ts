import { type PageNeeds, pageReply, type SignedInNeeds, type SignedInRequest } from '../hosted-page/index.ts'
import {
  type CodesView,
  codesPage,
  type NewAppView,
  newAppPage,
  PATHS,
  type ProveStep,
  script,
} from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Reply } from '../platform/http/reply.ts'
import { type PasskeyEntry, proveStep } from '../sign-in/index.ts'
import { listCodes } from './list-codes.ts'
import { drawQrCode } from './qr-code.ts'
import { setupAddress, typedSecret } from './time-code.ts'

/** Everything that shows the pages of codes. */
export type CodesPageNeeds = SignedInNeeds &
  PageNeeds & {
    readonly baseUrl: string
    readonly passkeys?: PasskeyEntry
    /** When the apps of a citizen go, because they are lost. Absent without the room of lost apps. */
    readonly lostApp?: (citizenId: string) => Promise<UnixSeconds | undefined>
  }

/** What the page says besides the list. */
export interface Said {
  readonly notice?: CodesView['notice']
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
  const lostApp = await needs.lostApp?.(citizen.citizenId)
  const said = { notice, renaming, trouble }
  const view = { csrfToken, email: citizen.email, apps, recoveryCodesLeft, step, lostApp, ...said }
  return pageReply(request, codesPage(frame, view), problem ?? trouble ?? (renaming && 'bad-name'), {
    script: mayChange || !prove.question ? undefined : needs.baseUrl + script.path,
  })
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
