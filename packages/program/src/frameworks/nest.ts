import {
  type CanActivate,
  Catch,
  createParamDecorator,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  Inject,
  Injectable,
  type InjectionToken,
  type ModuleMetadata,
  type Type,
} from '@nestjs/common'
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core'
import type { CitizenCheck, ProgramSso, RecentSignIn, VisitorRequest } from '../program-sso.ts'
import {
  askedFor,
  citizenOn,
  citizenOrNull,
  citizenOrRefusal,
  type FallbackGuard,
  type GuardOptions,
  putCitizen,
  TICKET_HEADERS,
} from './citizen.ts'
import { ssoRouter } from './express.ts'
import { type ParsedRequest, visitorOf } from './node-request.ts'
import { type NodeAnswer, watchAnswer } from './watch-answer.ts'

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'
export type { ParsedRequest } from './node-request.ts'

/** The request of a Nest controller, on Express or on Fastify, where `raw` is the request of Node. */
export type NestRequest = ParsedRequest & { readonly raw?: ParsedRequest }

/** What `SsoModule` takes beside the program. */
export interface SsoModuleOptions {
  /** The program's old guard, which is asked for a bearer that is not ours. */
  readonly fallback?: FallbackGuard<NestRequest>
}

/** A program that Nest makes from other providers. */
export interface SsoModuleFactory extends SsoModuleOptions, Pick<ModuleMetadata, 'imports'> {
  readonly inject?: InjectionToken[]
  // Nest knows the types of the injected values only at run time.
  readonly useFactory: (
    ...injected: never[]
  ) => ProgramSso<{ id: string }> | Promise<ProgramSso<{ id: string }>>
}

/** What to inject to get the `ProgramSso` in a provider or a controller. */
export const PROGRAM_SSO = Symbol('PROGRAM_SSO')

const OPTIONS = Symbol('options of SsoModule')
const ENDPOINTS = Symbol('endpoints of SsoModule')

/**
 * Answers the endpoints before Nest parses a body, whatever the global prefix is, on Express and on Fastify. Makes
 * `PROGRAM_SSO` and the guards available to every module.
 */
export class SsoModule {
  /** A program that exists already. */
  static forRoot(sso: ProgramSso<{ id: string }>, options: SsoModuleOptions = {}): DynamicModule {
    return SsoModule.forRootAsync({ ...options, useFactory: () => sso })
  }

  /** A program that is made from other providers, such as a `ConfigService`. */
  static forRootAsync({
    imports = [],
    inject = [],
    useFactory,
    ...options
  }: SsoModuleFactory): DynamicModule {
    return {
      module: SsoModule,
      global: true,
      imports,
      providers: [
        { provide: PROGRAM_SSO, inject, useFactory },
        { provide: OPTIONS, useValue: options },
        { provide: APP_FILTER, useClass: CitizenRefusedFilter },
        {
          provide: ENDPOINTS,
          inject: [HttpAdapterHost, PROGRAM_SSO],
          // Without a server, as in a command of the program, there is no adapter.
          useFactory: ({ httpAdapter }: Partial<HttpAdapterHost>, sso: ProgramSso<{ id: string }>) => {
            httpAdapter?.use(ssoRouter(sso))
            return true
          },
        },
      ],
      exports: [PROGRAM_SSO, OPTIONS],
    }
  }
}

/** The refusal of a guard. Its headers are on the response already. A filter of the program may send another body. */
export class CitizenRefused extends HttpException {}

/** Lets signed-in citizens through. Refuses everybody else with a `CitizenRefused`, which the module sends. */
export class CitizenGuard implements CanActivate {
  readonly #sso: ProgramSso<{ id: string }>
  readonly #options: SsoModuleOptions
  readonly #host: HttpAdapterHost
  /** Whether a one-time ticket in the address counts, too. */
  protected readonly acceptTicket: boolean = false

  constructor(sso: ProgramSso<{ id: string }>, options: SsoModuleOptions, host: HttpAdapterHost) {
    this.#sso = sso
    this.#options = options
    this.#host = host
  }

  /** Puts the citizen on the request, or throws the refusal. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { acceptTicket } = this
    const { request, visitor, asked } = visitIn(context, { ...this.#options, acceptTicket })
    const check = this.checkOf(this.#sso)
    const found = await citizenOrRefusal(check, visitor, asked)
    const isRefused = found instanceof Response
    const headers = isRefused ? found.headers : Object.entries(acceptTicket ? TICKET_HEADERS : {})
    const response = context.switchToHttp().getResponse<NodeAnswer & { readonly raw?: NodeAnswer }>()
    for (const [name, value] of headers) this.#host.httpAdapter.setHeader(response, name, value)
    if (isRefused) throw new CitizenRefused(await found.text(), found.status)
    watchAnswer(check, { request: visitor, citizen: found, acceptTicket }, response.raw ?? response)
    putCitizen(request, found)
    return true
  }

  /** Who is let through. */
  protected checkOf(sso: ProgramSso<{ id: string }>): CitizenCheck<{ id: string }> {
    return sso
  }
}

/**
 * A guard that lets citizens through who signed in at the identity service a short time ago:
 * `@UseGuards(recentSignInGuard({ withinSeconds: 300 }))`. In cookie mode, a browser that opens a page is redirected to sign in
 * again, and comes back.
 */
export function recentSignInGuard(recent: RecentSignIn): Type<CanActivate> {
  class RecentSignInGuard extends CitizenGuard {
    protected override checkOf(sso: ProgramSso<{ id: string }>): CitizenCheck<{ id: string }> {
      return sso.requireRecentSignIn(recent)
    }
  }
  return injected(RecentSignInGuard)
}

/** The same, and a one-time ticket in the address counts, too: for event streams and downloads. */
export class CitizenOrTicketGuard extends CitizenGuard {
  protected override readonly acceptTicket = true
}

/**
 * Lets everybody through, with the citizen if one is signed in: also visitors, and citizens whose session cannot be
 * checked now.
 */
export class OptionalCitizenGuard implements CanActivate {
  readonly #sso: ProgramSso<{ id: string }>
  readonly #options: SsoModuleOptions

  constructor(sso: ProgramSso<{ id: string }>, options: SsoModuleOptions) {
    this.#sso = sso
    this.#options = options
  }

  /** Puts the citizen or null on the request. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request, visitor, asked } = visitIn(context, this.#options)
    putCitizen(request, await citizenOrNull(this.#sso, visitor, asked))
    return true
  }
}

/**
 * Gives a handler the citizen of a guarded request: `@Citizen() citizen: CitizenOnRequest<Account>`. Null if nobody is
 * signed in. Throws if no guard ran.
 */
export const Citizen: () => ParameterDecorator = createParamDecorator((_data: unknown, context) => {
  const request = context.switchToHttp().getRequest<object>()
  if (!('citizen' in request))
    throw new Error(
      '@Citizen(): this route has no @UseGuards(CitizenGuard) or @UseGuards(OptionalCitizenGuard)',
    )
  return citizenOn(request)
})

/** Sends a refusal as it is: JSON, a page, or a redirect. */
class CitizenRefusedFilter implements ExceptionFilter<CitizenRefused> {
  readonly #host: HttpAdapterHost

  constructor(host: HttpAdapterHost) {
    this.#host = host
  }

  catch(refused: CitizenRefused, context: Parameters<ExceptionFilter['catch']>[1]): void {
    this.#host.httpAdapter.reply(
      context.switchToHttp().getResponse<unknown>(),
      refused.getResponse(),
      refused.getStatus(),
    )
  }
}

/** What a guard reads of a request. Only HTTP has headers and a response to refuse with. */
function visitIn(context: ExecutionContext, options: GuardOptions<NestRequest>) {
  if (context.getType() !== 'http')
    throw new Error(`A guard of @portico/program works for HTTP, and this is ${context.getType()}.`)
  const request = context.switchToHttp().getRequest<NestRequest>()
  const visitor: VisitorRequest = visitorOf(request.raw ?? request)
  return { request, visitor, asked: askedFor(request, options) }
}

// Node runs these sources as they are, and it has no decorators.
Catch(CitizenRefused)(CitizenRefusedFilter)
Inject(HttpAdapterHost)(CitizenRefusedFilter, undefined, 0)
injected(CitizenGuard)
injected(CitizenOrTicketGuard)
Injectable()(OptionalCitizenGuard)
Inject(PROGRAM_SSO)(OptionalCitizenGuard, undefined, 0)
Inject(OPTIONS)(OptionalCitizenGuard, undefined, 1)

/** Tells Nest what a guard of citizens is made of. */
function injected<Guard extends CitizenGuard>(
  guard: new (...parts: ConstructorParameters<typeof CitizenGuard>) => Guard,
): Type<Guard> {
  Injectable()(guard)
  const parts: readonly InjectionToken[] = [PROGRAM_SSO, OPTIONS, HttpAdapterHost]
  for (const [index, part] of parts.entries()) Inject(part)(guard, undefined, index)
  return guard
}
