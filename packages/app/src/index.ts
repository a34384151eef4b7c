/**
 * The app side of Portico, for browsers and mobile web views. It sends citizens to the identity service, handles
 * their return, and stores and renews their session. It has no dependency and no pages. It reads no
 * global variable before a client is made. The program's backend uses `@portico/program`.
 */
import { openClient, type SsoClient } from './client.ts'
import type { SsoClientOptions } from './options.ts'
import { systemBrowser } from './platform/system-browser.ts'

export type { AskedAgain, PageWishes } from './begin.ts'
export type { SsoClient } from './client.ts'
export type * from './contract.ts'
export type { SsoClientOptions } from './options.ts'
export type { SsoAction, SsoMessages, SsoProblem, SsoProblemCode } from './problems.ts'
export type { SsoState } from './state.ts'
export type { KeyValueStorage } from './storage.ts'

/** Makes the client of one program. On a server it does nothing and stays at `starting`. */
export const createSsoClient = (options: SsoClientOptions): SsoClient => openClient(systemBrowser(), options)
