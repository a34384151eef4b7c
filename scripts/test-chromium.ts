import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** Chromium takes one list of these: first what Playwright would name itself, then what only an address bar needs. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each page that a window opens would get a new frame, with an empty document before it, for a third of its cost.
  'RenderDocument',
  // Each context would start processes for the suggestions of its address bar, for two thirds of its cost.
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

let ofThisProcess: Promise<Browser> | undefined

/**
 * The real Chromium that the machine has, one for all test files of a process: a start costs more than most of them. Windows share
 * nothing, and closing it closes those that were opened here. It ends with the process.
 */
export async function launchChromium(): Promise<Browser> {
  ofThisProcess ??= startChromium()
  const browser = await ofThisProcess
  const opened: BrowserContext[] = []
  const own: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    async newContext(options) {
      const context = await browser.newContext(options)
      opened.push(context)
      return context
    },
    async newPage(options) {
      const page = await browser.newPage(options)
      opened.push(page.context())
      return page
    },
    async close() {
      for (const context of opened.splice(0)) await context.close()
    },
  }
  return new Proxy(browser, {
    get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
  })
}

const CHROMIUMS = ['chromium', 'chromium-browser', 'chromium-headless-shell', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** The Chromium of this machine, or the one that PORTICO_CHROMIUM names. Throws where there is none. */
export function findChromium(): string {
  const named = process.env['PORTICO_CHROMIUM']
  const found = (named === undefined ? CHROMIUMS : [named]).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `There is no Chromium (${named ?? CHROMIUMS.join(', ')}): install the package chromium, or name one with PORTICO_CHROMIUM.`,
  )
}

/** Starts a Chromium of its own, which must be closed. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // No colour fades in: each step would be drawn anew.
      '--force-prefers-reduced-motion',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })
}
