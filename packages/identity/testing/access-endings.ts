import { disconnectClient, endOtherSessions } from '../src/access/index.ts'
import type { Citizen } from '../src/citizens/index.ts'
import type { Basics } from '../src/platform/foundation.ts'
import type { TestClient } from './people.ts'
import type { TestService } from './test-service.ts'

/** The citizen and the program whose access ends, and the service. */
export interface EndingAccess {
  readonly service: TestService
  readonly program: TestClient
  readonly who: Citizen
}

type AccessEnding = readonly [name: string, happen: (access: EndingAccess) => Promise<unknown>]

/** Ends every session of a citizen. Returns the ids of the ended sessions. */
export function endAllSessions(needs: Basics, citizenId: string): Promise<readonly string[]> {
  return endOtherSessions(needs, { citizenId, sessionId: 'none' })
}

/** Everything that ends a citizen's access to a program. Afterwards no endpoint may accept a token (contract section 3). */
export const ACCESS_ENDINGS: readonly AccessEnding[] = [
  ['all sessions ended', ({ service, who }) => endAllSessions(service.foundation, who.citizenId)],
  [
    'the security version rose, as a password reset does',
    ({ service, who }) => service.database.db.query`
      update citizens set security_version = security_version + 1 where citizen_id = ${who.citizenId}`,
  ],
  [
    'the citizen is suspended',
    ({ service, who }) => service.database.db.query`
      update citizens set standing = 'suspended' where citizen_id = ${who.citizenId}`,
  ],
  [
    'the account is closed',
    ({ service, who }) => service.database.db.query`
      update citizens set standing = 'closed' where citizen_id = ${who.citizenId}`,
  ],
  [
    'the address has to be confirmed anew',
    ({ service, who }) => service.database.db.query`
      update citizens set email_verified = false where citizen_id = ${who.citizenId}`,
  ],
  [
    'the citizen took the connection back',
    ({ service, program, who }) =>
      service.database.db.transaction((tx) =>
        disconnectClient(tx, {
          citizenId: who.citizenId,
          clientId: program.clientId,
          now: service.clock.now(),
        }),
      ),
  ],
]
