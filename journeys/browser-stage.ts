import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow, type Window } from './chromium.ts'
import { type LoopbackProgram, startLoopbackProgram } from './loopback-program.ts'
import { openService, type Service } from './service.ts'

/** The service, a program on another origin, and Chromium. */
export interface Stage extends Service {
  readonly program: LoopbackProgram
  readonly chromium: Browser
}

/** Sets everything up. */
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

/** A citizen at a window, who goes through pages as people do. */
export interface Visitor extends Window {
  goTo(path: string): Promise<void>
  /** Comes to the service from the program: by its link, or with parameters of the request. */
  goToProgram(parameters?: string): Promise<void>
  signInAtPage(email: string, password?: string): Promise<void>
  /** Signs in at the program's request, through whatever page is due; returns the program's access token. */
  enter(email: string): Promise<string>
  /** The same where the citizen is signed in. */
  enterSignedIn(): Promise<string>
  /** Presses "Continue" if that page shows, and waits to be welcomed. */
  confirmed(): Promise<string>
  /** Waits until the program has taken the citizen in; returns its access token. */
  welcomed(): Promise<string>
  /** The page shows this heading, and nobody is kept out of it. */
  sees(heading: string | RegExp): Promise<void>
}

/** Opens a window for a citizen. */
export async function openVisitor(stage: Stage, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { identity, program } = stage
  const window = await openWindow(stage.chromium, options)
  const { page } = window
  const visitor: Visitor = {
    ...window,
    async goTo(path) {
      await page.goto(identity.baseUrl + path)
    },
    async goToProgram(parameters = '') {
      await page.goto(`${program.url}/?${parameters}`)
      await window.press('Sign in with Portico')
    },
    async signInAtPage(email, password = TEST_PASSWORD) {
      await window.fill({ email, password })
      await window.pressMain()
    },
    async enter(email) {
      await visitor.goToProgram()
      await visitor.signInAtPage(email)
      return visitor.confirmed()
    },
    async enterSignedIn() {
      await visitor.goToProgram()
      return visitor.confirmed()
    },
    async confirmed() {
      if (new URL(page.url()).pathname === '/o/authorize/') await window.pressMain()
      return visitor.welcomed()
    },
    async welcomed() {
      await visitor.sees(/^Welcome /)
      return program.last().tokens?.access_token ?? ''
    },
    async sees(heading) {
      await expect.poll(() => window.heading(), { timeout: 20_000 }).toMatch(exactly(heading))
      expect(await window.inaccessible()).toEqual([])
    },
  }
  return visitor
}

function exactly(heading: string | RegExp): RegExp {
  if (typeof heading !== 'string') return heading
  return new RegExp(`^${heading.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}
