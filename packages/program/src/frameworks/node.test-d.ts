/** Type tests of `@portico/program/node`: what must compile, and what must not. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AuthenticateOptions, ProgramSso } from '@portico/program'
import {
  type CitizenOnRequest,
  citizenOfUpgrade,
  citizenOrAnswer,
  type FallbackGuard,
  type GuardOptions,
  nodeSso,
  optionalCitizen,
  refuseUpgrade,
  sendWebResponse,
} from '@portico/program/node'
import { expectTypeOf } from 'vitest'

interface Citizen {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Citizen>

const answered = nodeSso(sso)
expectTypeOf(answered).toEqualTypeOf<(req: IncomingMessage, res: ServerResponse) => Promise<boolean>>()

/** A server that guards every other path. */
export async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (await answered(req, res)) return
  const citizen = await citizenOrAnswer(sso, req, res)
  expectTypeOf(citizen).toEqualTypeOf<CitizenOnRequest<Citizen> | null>()
  // @ts-expect-error The result is null if the request was refused.
  res.end(citizen.account.nickname)
}

/** A server with pages for everybody, and with WebSockets. */
export async function serveOthers(req: IncomingMessage, socket: Duplex): Promise<void> {
  expectTypeOf(await optionalCitizen(sso, req)).toEqualTypeOf<CitizenOnRequest<Citizen> | null>()
  const citizen = await citizenOfUpgrade(sso, req, socket)
  expectTypeOf(citizen).toEqualTypeOf<(CitizenOnRequest<Citizen> & { readonly ended: AbortSignal }) | null>()
  // @ts-expect-error The result is null if the upgrade was refused.
  citizen.ended.addEventListener('abort', () => socket.destroy())
}

expectTypeOf(sendWebResponse).toEqualTypeOf<(res: ServerResponse, response: Response) => Promise<void>>()
expectTypeOf(refuseUpgrade).toEqualTypeOf<(socket: Duplex, response: Response) => Promise<void>>()

const fallback: FallbackGuard<IncomingMessage> = async (req) => ({ accountId: `${req.headers['x-old']}` })
expectTypeOf(citizenOrAnswer<Citizen>)
  .parameter(3)
  .toEqualTypeOf<GuardOptions<IncomingMessage> | undefined>()
expectTypeOf(citizenOfUpgrade<Citizen>)
  .parameter(3)
  .toEqualTypeOf<AuthenticateOptions | undefined>()
expectTypeOf({ fallback }).toExtend<{ readonly fallback?: FallbackGuard<IncomingMessage> }>()
