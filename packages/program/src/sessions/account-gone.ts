import type { Service } from '../service.ts'

/** Whether the program has deleted this account; an account that cannot be read is thrown, and is not gone. */
export async function isAccountGone(
  { accounts }: Pick<Service, 'accounts'>,
  accountId: string,
  tx?: unknown,
): Promise<boolean> {
  return !(await accounts.load(accountId, tx))
}
