import 'reflect-metadata'
import { All, Body, Controller, Get, type INestApplication, Module, Post, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { CitizenOnRequest } from '../src/frameworks/citizen.ts'
import {
  Citizen,
  CitizenGuard,
  CitizenOrTicketGuard,
  type NestRequest,
  OptionalCitizenGuard,
  recentSignInGuard,
  SsoModule,
  type SsoModuleOptions,
} from '../src/frameworks/nest.ts'
import type { ProgramSso } from '../src/program-sso.ts'

/** What Nest stands on. */
export type NestPlatform = 'express' | 'fastify'

/** A Nest program for a test. `prepare` changes it before it starts. */
export interface NestChoices extends SsoModuleOptions {
  readonly platform: NestPlatform
  readonly prefix?: string
  readonly prepare?: (app: INestApplication) => void
}

type SomeCitizen = CitizenOnRequest<{ id: string; name?: string | null }>

/** Only with a guard, `@Citizen()` has something to give. */
@Controller()
class Pages {
  @All(['permits', 'area/permits'])
  @UseGuards(CitizenGuard)
  permits(@Citizen() citizen: SomeCitizen) {
    return `for ${citizen.accountId}`
  }

  @All('pay')
  @UseGuards(recentSignInGuard({ withinSeconds: 300 }))
  pay(@Citizen() citizen: SomeCitizen) {
    return `for ${citizen.accountId}`
  }

  @Get('open')
  @UseGuards(OptionalCitizenGuard)
  open(@Citizen() citizen: SomeCitizen | null) {
    return `for ${citizen?.accountId ?? 'everybody'}`
  }

  @Get(['me', 'api/me'])
  @UseGuards(CitizenGuard)
  me(@Citizen() citizen: SomeCitizen) {
    return { hello: citizen.account.name }
  }

  @Get(['stream', 'api/stream'])
  @UseGuards(CitizenOrTicketGuard)
  stream(@Citizen() citizen: SomeCitizen) {
    return { stream: citizen.account.name }
  }

  @Post(['echo', 'api/echo'])
  echo(@Body() body: unknown) {
    return body
  }

  @Get('unguarded')
  unguarded(@Citizen() citizen: SomeCitizen) {
    return citizen.accountId
  }
}

/** Starts a Nest program on a free port: pages, an API, and the endpoints. */
export async function startNest(
  sso: ProgramSso<{ id: string }>,
  { platform, prefix, prepare, ...options }: NestChoices,
): Promise<{ base: string; close: () => Promise<void> }> {
  @Module({ imports: [SsoModule.forRoot(sso, options)], controllers: [Pages] })
  class Program {}
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter()
  const app = await NestFactory.create(Program, adapter, { logger: false, forceCloseConnections: true })
  if (prefix !== undefined) app.setGlobalPrefix(prefix)
  app.use((_req: NestRequest, res: { setHeader(name: string, value: string[]): void }, next: () => void) => {
    res.setHeader('set-cookie', ['own=1; Path=/'])
    next()
  })
  // A server of Node 26 refuses a request of a thousand headers by itself; older ones let it pass. Here every one does.
  app.getHttpServer().maxHeadersCount = 0
  prepare?.(app)
  await app.listen(0, '127.0.0.1')
  return { base: (await app.getUrl()).replace('[::1]', '127.0.0.1'), close: () => app.close() }
}
