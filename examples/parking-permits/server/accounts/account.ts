/** An account of a citizen who signs in centrally or with an old password. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The language that the citizen has chosen at the identity service, as a tag (BCP 47). Null where it said none. */
  readonly language: string | null
  readonly isPermitOfficer: boolean
}

/** The one staff role of this program. */
export const PERMIT_OFFICER = 'permit_officer'

/** The roles of an account. Only this program gives them. No claim does. */
export function rolesOf(account: Account): readonly string[] {
  return account.isPermitOfficer ? [PERMIT_OFFICER] : []
}
