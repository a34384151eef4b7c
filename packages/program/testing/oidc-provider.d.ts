/** The parts of npm oidc-provider 9 that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    readonly method: string
    readonly path: string
    readonly req: IncomingMessage
    readonly res: ServerResponse
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    interactionDetails(
      req: IncomingMessage,
      res: ServerResponse,
    ): Promise<{ params: { client_id: string; scope: string; login_hint: string } }>
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
    callback(): (req: IncomingMessage, res: ServerResponse) => void
  }
}
