import { DEMO_ADDRESSES, findCitizenIdByEmail } from '../citizens/index.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../own-origin.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Looks for the citizens of `npm start`, whose password everybody knows. On a developer's machine they may be there. */
export async function examineDemo(
  { baseUrl, isProduction }: Pick<Config, 'baseUrl' | 'isProduction'>,
  db: Database,
): Promise<readonly Finding[]> {
  if (isLoopback(baseUrl) && !isProduction) return []
  const found: string[] = []
  for (const address of DEMO_ADDRESSES)
    if ((await findCitizenIdByEmail(db, address)) !== undefined) found.push(address)
  const check = 'Demo accounts'
  if (found.length === 0) return [ok(check, 'there is none')]
  const mend = found.map((address) => `portico citizen close ${address} --reason demo`).join('; ')
  return [wrong(check, `${found.join(', ')}: everybody knows the password`, `close them: ${mend}`)]
}
