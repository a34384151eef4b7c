import type { RoomWithTables } from '../platform/room/room.ts'
import { PROGRAM_FINDINGS } from './findings.ts'
import { programHomes } from './migrations/0032-program-homes.ts'
import { secretRefusals } from './migrations/0040-secret-refusals.ts'
import { homesByLanguage } from './migrations/0049-homes-by-language.ts'
import { wrongSecrets } from './migrations/0057-wrong-secrets.ts'
import { CLIENT_TABLES } from './tables.ts'

/** The tables of programs, and what has changed them. */
export const CLIENTS_HEAD: RoomWithTables = {
  tables: CLIENT_TABLES,
  migrations: [programHomes, secretRefusals, homesByLanguage, wrongSecrets],
  findings: PROGRAM_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-program.ts')).explainProgram(needs, caller),
}
