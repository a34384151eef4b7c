/** Type tests of `@portico/program/next`: what must compile, and what must not. Next's own types are in the sample. */
import type { ProgramSso } from '@portico/program'
import {
  type CitizenOnRequest,
  CitizenRefused,
  type FallbackGuard,
  type NextParts,
  type NextSso,
  nextSso,
} from '@portico/program/next'
import { expectTypeOf } from 'vitest'

interface Account {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Account>
declare const parts: NextParts

const door = nextSso(async () => sso, parts)
expectTypeOf(door).toEqualTypeOf<NextSso<Account>>()
expectTypeOf(door.pageCitizen('/permits')).toEqualTypeOf<Promise<CitizenOnRequest<Account>>>()
expectTypeOf(door.optionalCitizen()).toEqualTypeOf<Promise<CitizenOnRequest<Account> | null>>()
expectTypeOf(new CitizenRefused(503)).toExtend<Error>()

/** A route handler with the parameters that Next.js gives. */
export const GET: (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response> =
  door.withCitizen(async (_request, citizen, { params }) =>
    Response.json([citizen.account.nickname, (await params).id]),
  )

void door.pageCitizen('/pay', { withinSeconds: 300 })
void door.actionCitizen('/pay', { withinSeconds: 300, acr: 'phr' })
void door.withCitizen(async () => new Response(), { recent: { withinSeconds: 300 } })
door.withCitizen(() => new Response(), { acceptTicket: true })

const fallback: FallbackGuard<Headers> = async (headers) => ({ accountId: `${headers.get('x-old')}` })
nextSso(() => sso, { ...parts, fallback })
// @ts-expect-error The program is opened by a function, because `next build` loads the module.
nextSso(sso, parts)
// @ts-expect-error A page needs a path to come back to.
void door.pageCitizen()
