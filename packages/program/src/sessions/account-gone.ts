import type { Service } from '../service.ts'

/** Whether the program has deleted this account. Throws if the account cannot be read. */
export async function isAccountGone(
  { accounts }: Pick<Service, 'accounts'>,
  accountId: string,
  tx?: unknown,
): Promise<boolean> {
  return !(await accounts.load(accountId, tx))
}
