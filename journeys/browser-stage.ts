import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow, PATIENCE_MILLISECONDS } from './chromium.ts'
import { type LoopbackProgram, startLoopbackProgram } from './loopback-program.ts'
import { openService, type Service } from './service.ts'

/** The service, a program on another origin, and Chromium. */
export interface Stage extends Service {
  readonly program: LoopbackProgram
  readonly chromium: Browser
}

/** Starts the service, the program and Chromium. */
export async function openStage(): Promise<Stage> {
  const [service, chromium] = await Promise.all([openService(), launchChromium()])
  const program = await startLoopbackProgram(service.identity)
  return {
    ...{ ...service, program, chromium },
    async close() {
      await chromium.close()
      await program.close()
      await service.close()
    },
  }
}

/** A citizen with a browser window. */
export type Visitor = Awaited<ReturnType<typeof openVisitor>>

/** Opens a window for a citizen. */
export async function openVisitor(stage: Stage, options: BrowserContextOptions = {}) {
  const { identity, program } = stage
  const window = await openWindow(stage.chromium, options)
  const { page } = window
  /** The page shows this heading, and axe finds no serious fault. */
  const sees = async (heading: string | RegExp) => {
    await expect.poll(() => window.heading(), { timeout: PATIENCE_MILLISECONDS }).toMatch(exactly(heading))
    expect(await window.inaccessible()).toEqual([])
  }
  /** Opens the authorization endpoint from the program: by its link, or with other parameters. */
  const goToProgram = async (parameters = '') => {
    await page.goto(`${program.url}/?${parameters}`)
    await window.press('Sign in with Portico')
  }
  const signInAtPage = async (email: string, password = TEST_PASSWORD) => {
    await window.fill({ email, password })
    await window.pressMain()
  }
  /** Waits until the citizen has entered the program. Returns the access token. */
  const welcomed = async () => {
    await sees(/^Welcome /)
    return program.last().tokens?.access_token ?? ''
  }
  /** Presses "Continue" if that page is shown, and waits until the citizen has entered. */
  const confirmed = async () => {
    if (new URL(page.url()).pathname === '/o/authorize/') await window.pressMain()
    return welcomed()
  }
  return {
    ...window,
    ...{ sees, goToProgram, signInAtPage, welcomed, confirmed },
    goTo: async (path: string) => void (await page.goto(identity.baseUrl + path)),
    /** Signs in at the program's request, on every page that is shown. Returns the program's access token. */
    async enter(email: string) {
      await goToProgram()
      await signInAtPage(email)
      return confirmed()
    },
    /** The same for a citizen who is signed in. */
    async enterSignedIn() {
      await goToProgram()
      return confirmed()
    },
  }
}

function exactly(heading: string | RegExp): RegExp {
  if (typeof heading !== 'string') return heading
  return new RegExp(`^${heading.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}
