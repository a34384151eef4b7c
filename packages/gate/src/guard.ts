import type { AuthResult, ProgramSso } from '@portico/program'
import type { SignedInCitizen } from './identity-header/index.ts'

/** An account as the gate knows it. Name and email are only for display. */
export interface GateAccount {
  readonly id: string
  readonly name?: string | null
  readonly email?: string | null
}

/** The program side of a gate. */
export type GateSso = ProgramSso<GateAccount>

/** What the back end is told about the citizen of a request. */
export function identityOf({
  account,
  accountId,
  session,
}: Extract<AuthResult<GateAccount>, { status: 'ok' }>): SignedInCitizen {
  return {
    sessionId: session.id,
    subject: session.subject,
    account: accountId,
    name: account.name ?? null,
    email: account.email ?? null,
  }
}
