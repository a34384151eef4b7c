/** Somebody who parks: signed in centrally, or still with an old password. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isPermitOfficer: boolean
}

/** The one staff role of this program. */
export const PERMIT_OFFICER = 'permit_officer'

/** The roles of an account: what this program has written down, and nothing that anybody else claims. */
export function rolesOf(account: Account): readonly string[] {
  return account.isPermitOfficer ? [PERMIT_OFFICER] : []
}
