import { randomUUID } from 'node:crypto'
import type { HasFlaw } from './small-identity.ts'
import type { openSessions, Session } from './small-sessions.ts'

/** The address of the small program's only member of staff. */
export const STAFF_EMAIL = 'chief@program.example'

/** The local accounts: one for each subject. */
export function openAccounts(has: HasFlaw) {
  const accounts = new Map<string, string>()
  return {
    /** Finds or makes the account of a citizen. */
    enter(claims: Readonly<Record<string, unknown>>): Pick<Session, 'account' | 'citizen' | 'isStaff'> {
      const [citizen, email] = [String(claims['sub']), String(claims['email'])]
      const key = has('accounts-by-address') ? email : citizen
      const account = accounts.get(key) ?? randomUUID()
      accounts.set(key, account)
      return { account, citizen, isStaff: has('roles-by-address') && email === STAFF_EMAIL }
    },
  }
}

/** What an address of the API answers. */
interface ApiReply {
  readonly status: number
  readonly body?: object
}

/** The API of the small program, behind its guard: who the caller is, and a page for staff. */
export async function answerApi(
  sessions: ReturnType<typeof openSessions>,
  has: HasFlaw,
  { path, bearer }: { readonly path: string; readonly bearer: string },
): Promise<ApiReply> {
  const session = sessions.find(bearer)
  const found = isLetIn(has, bearer, session) ? 200 : await sessions.guard(bearer)
  if (found !== 200) return { status: found, body: { detail: 'refused' } }
  if (path === '/api/staff') return { status: session?.isStaff ? 200 : 403, body: {} }
  return { status: 200, body: { id: session?.account ?? 'somebody' } }
}

/** Whether the guard does not stand before this bearer. */
function isLetIn(has: HasFlaw, bearer: string, session: Session | undefined): boolean {
  if (has('api-is-open')) return true
  if (has('api-takes-central-tokens') && bearer.startsWith('pat_')) return true
  return has('api-outlives-the-session') && session !== undefined
}
