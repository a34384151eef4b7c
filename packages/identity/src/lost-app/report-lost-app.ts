import type { Citizen } from '../citizens/index.ts'
import {
  type LinkRequest,
  type LinkTrouble,
  type RequestLinkNeeds,
  requestLink,
  type SentLink,
  sendAccountLink,
} from '../mailed-links/index.ts'
import { accepted, type Result } from '../platform/result.ts'

/** The citizen whose password was right, the language and the origin of the request. */
export interface LostAppReport extends Omit<LinkRequest, 'given'> {
  readonly citizen: Citizen
}

/** Mails the link that proves the mailbox to a citizen who says that the app is lost. Nothing begins to wait yet. */
export function reportLostApp(
  needs: RequestLinkNeeds,
  report: LostAppReport,
): Promise<Result<SentLink, LinkTrouble>> {
  const { citizen, origin, code } = report
  return requestLink<Citizen, never>(
    needs,
    'lost-app',
    { asked: accepted(citizen), origin, code },
    (inTransaction) => sendAccountLink(inTransaction, 'lost-app', { ...citizen, isCitizen: true }, report),
  )
}
