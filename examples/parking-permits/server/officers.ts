import { setPermitOfficer } from './accounts/account-store.ts'
import { createSchema, openPool } from './platform/database.ts'

/** The only way to the staff role: by hand, on this machine, for one account; false where there is none. */
export async function setOfficer(
  databaseUrl: string,
  accountId: string,
  isPermitOfficer: boolean,
): Promise<boolean> {
  const pool = openPool(databaseUrl)
  try {
    await createSchema(pool)
    return await setPermitOfficer(pool, accountId, isPermitOfficer)
  } finally {
    await pool.end()
  }
}
