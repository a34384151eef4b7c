/** Type tests of `@portico/program/nest` with Nest's own types: what must compile, and what must not. */
import {
  type CanActivate,
  Controller,
  type DynamicModule,
  Get,
  type HttpException,
  Inject,
  type Type,
  UseGuards,
} from '@nestjs/common'
import type { ProgramSso } from '@portico/program'
import {
  Citizen,
  CitizenGuard,
  type CitizenOnRequest,
  type CitizenOrTicketGuard,
  type CitizenRefused,
  type FallbackGuard,
  type NestRequest,
  OptionalCitizenGuard,
  type ParsedRequest,
  PROGRAM_SSO,
  recentSignInGuard,
  SsoModule,
  type SsoModuleFactory,
  type SsoModuleOptions,
} from '@portico/program/nest'
import { expectTypeOf } from 'vitest'

interface Account {
  readonly id: string
  readonly nickname: string
}
declare const sso: ProgramSso<Account>

/** A controller that is guarded, and has the program injected. */
@Controller()
export class Permits {
  readonly program: ProgramSso<Account>

  constructor(@Inject(PROGRAM_SSO) program: ProgramSso<Account>) {
    this.program = program
  }

  @Get('permits')
  @UseGuards(CitizenGuard)
  permits(@Citizen() citizen: CitizenOnRequest<Account>): string {
    return citizen.account.nickname
  }

  @Get('open')
  @UseGuards(OptionalCitizenGuard)
  open(@Citizen() citizen: CitizenOnRequest<Account> | null): string {
    return citizen?.account.nickname ?? 'everybody'
  }
}

const fallback: FallbackGuard<NestRequest> = async (request) => ({ accountId: `${request.headers['x-old']}` })
expectTypeOf(SsoModule.forRoot(sso, { fallback })).toEqualTypeOf<DynamicModule>()
expectTypeOf<SsoModuleOptions['fallback']>().toEqualTypeOf<FallbackGuard<NestRequest> | undefined>()
expectTypeOf<SsoModuleFactory>().toExtend<SsoModuleOptions>()
SsoModule.forRootAsync({ inject: ['settings'], useFactory: async (_settings: object) => sso })
expectTypeOf<CitizenGuard>().toExtend<CanActivate>()
expectTypeOf<CitizenOrTicketGuard>().toExtend<CitizenGuard>()
expectTypeOf<OptionalCitizenGuard>().toExtend<CanActivate>()
expectTypeOf(recentSignInGuard({ withinSeconds: 300 })).toEqualTypeOf<Type<CanActivate>>()
expectTypeOf<CitizenRefused>().toExtend<HttpException>()
// @ts-expect-error The program is required.
SsoModule.forRoot()
// @ts-expect-error A promise of a program comes from a factory.
SsoModule.forRoot(Promise.resolve(sso))
// @ts-expect-error A boolean is not an account.
SsoModule.forRoot(sso, { fallback: async () => true })
expectTypeOf<NestRequest['raw']>().toEqualTypeOf<ParsedRequest | undefined>()
