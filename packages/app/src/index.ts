/**
 * The app side of Portico, for browsers and mobile web views: leaves for the identity service, takes citizens in
 * when they return, keeps their session in storage and renews it. It has no dependency, knows no page of its own
 * and reads no global before a client is made. What a program's backend does is not here: see `@portico/program`.
 */
import { openClient, type SsoClient } from './client.ts'
import type { SsoClientOptions } from './options.ts'
import { systemBrowser } from './platform/system-browser.ts'

export type { SsoClient } from './client.ts'
export type * from './contract.ts'
export type { SsoClientOptions } from './options.ts'
export type { SsoAction, SsoMessages, SsoProblem, SsoProblemCode } from './problems.ts'
export type { SsoState } from './state.ts'
export type { KeyValueStorage } from './storage.ts'

/** Makes the client of one program; on a server it is inert and stays at `starting`. */
export const createSsoClient = (options: SsoClientOptions): SsoClient => openClient(systemBrowser(), options)
