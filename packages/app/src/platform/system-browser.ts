import type { Browser } from './browser.ts'

/** The browser that this code runs in. No global is read before the client needs it. */
export const systemBrowser = (): Browser => globalThis as typeof globalThis & Browser
