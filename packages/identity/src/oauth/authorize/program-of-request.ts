import { type Client, type ClientDirectory, findClient, programIn } from '../../clients/index.ts'
import { languageFor, type PageRequest } from '../../hosted-page/index.ts'
import type { ProgramLink } from '../../pages/index.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { once } from './find-request.ts'
import { lapsedDecision, lapsedProgram, linkIn, readDecision, readResume } from './signed-request.ts'

/** The registered program with this id, also a disabled one: its citizens have to know the way back. */
export async function registeredProgram(
  db: Database,
  http: HttpRequest,
  clientId: string | undefined,
): Promise<ProgramLink | undefined> {
  const client = clientId === undefined ? undefined : await findClient(db, clientId)
  return client && linkOf(client, http)
}

/**
 * The program that the citizen came from, as far as the request and this process know it, for a page that nothing else is known for: no
 * database is asked.
 */
export function programBehind(
  { directory }: { readonly directory: ClientDirectory },
  { http, browser }: Pick<PageRequest, 'http' | 'browser'>,
): ProgramLink | undefined {
  const [query, form] = [http.query(), http.form()]
  const given = (name: string) =>
    (query.ok ? once(query.value, name) : undefined) ?? (form.ok ? once(form.value, name) : undefined)
  const [handle, decision] = [given('resume'), given('request')]
  const waiting = readResume(browser, handle) ?? readDecision(browser, decision)?.shown
  if (waiting) return linkIn(waiting)
  const clientId = http.path === '/o/authorize/' ? given('client_id') : undefined
  const client = clientId === undefined ? undefined : directory.remembered(clientId)
  return client ? linkOf(client, http) : (lapsedProgram(browser, handle) ?? lapsedDecision(browser, decision))
}

function linkOf(client: Client, http: HttpRequest): ProgramLink {
  return programIn(client, languageFor(http, {}))
}
