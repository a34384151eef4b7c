import type { ProgramSso } from '@portico/program'
import type { User } from './users-table.ts'

/** For any server with Request and Response. It tries the endpoints first, and then the program's own routes. */
export async function answer(sso: ProgramSso<User>, request: Request): Promise<Response> {
  const ours = await sso.handle(request)
  if (ours) return ours
  const who = await sso.authenticate(request)
  switch (who.status) {
    case 'ok':
      return Response.json({ hello: who.account.name, since: who.session.createdAt })
    case 'signed_out': // 401
    case 'unavailable': // 503
      return sso.refuse(who)
  }
}
