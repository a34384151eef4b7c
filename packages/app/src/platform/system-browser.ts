import type { Browser } from './browser.ts'

/** The browser in which this code runs. A global variable is read only when the client needs it. */
export const systemBrowser = (): Browser => globalThis as typeof globalThis & Browser
