// Takes long, because whole stories are told in several tabs of a real browser.
import * as oidc from 'openid-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen } from '../packages/identity/testing/people.ts'
import { openStage, openVisitor, type Stage, type Visitor } from './browser-stage.ts'

/** Two citizens use one browser one after the other, and the first one has left tabs open. */
let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage?.close()
})

const PHONE = { viewport: { width: 320, height: 640 } }
const STALE = 'This page is out of date'
const AGAIN = 'Open the page again'
const isAlive = async (token: string) => (await oidc.tokenIntrospection(stage.program.config, token)).active
const heading = (tab: Page) => tab.locator('h1').innerText()

async function openTab({ context }: Visitor, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(new URL(path, stage.identity.baseUrl).href)
  return tab
}

async function press(tab: Page, name: string): Promise<void> {
  const target = tab.getByRole('button', { name, exact: false }).or(tab.getByRole('link', { name }))
  await Promise.all([tab.waitForEvent('framenavigated'), target.first().click()])
  await tab.waitForLoadState('load')
}

/** Sends the form of the tab. It must have no effect, and lead to a page that says so, fits a phone and names nobody. */
async function pressStale(tab: Page, name: string): Promise<void> {
  const answered = tab.waitForResponse((response) => response.request().isNavigationRequest())
  await press(tab, name)
  expect([(await answered).status(), await heading(tab)]).toEqual([403, STALE])
  const words = await tab.locator('body').innerText()
  for (const told of ['First Citizen', 'Second Citizen', 'Typed Name']) expect(words).not.toContain(told)
  const { width } = PHONE.viewport
  expect(await tab.locator('main').evaluate((main) => main.ownerDocument.documentElement.scrollWidth)).toBe(
    width,
  )
}

async function signOut(visitor: Visitor): Promise<void> {
  await visitor.goTo('/logout/')
  await visitor.press('Sign out')
  await visitor.sees('You are signed out')
}

describe.each([
  { scripts: 'with scripts', javaScriptEnabled: true },
  { scripts: 'without scripts', javaScriptEnabled: false },
])('in Chromium $scripts', ({ javaScriptEnabled }) => {
  // proves: design-7.34-forms-bound-to-session, threat-left-open-tab
  test('the tabs that the first citizen left open do nothing for the second, and lead the second to pages of their own', async () => {
    const first = await addCitizen(stage.identity.service, { fullName: 'First Citizen' })
    const second = await addCitizen(stage.identity.service, { fullName: 'Second Citizen' })
    const visitor = await openVisitor(stage, { javaScriptEnabled, ...PHONE })
    await visitor.enter(first.email)
    const profile = await openTab(visitor, '/account/profile/')
    await profile.locator('input[name=full_name]').fill('Typed Name')
    const programs = await openTab(visitor, '/account/programs/')
    const logout = await openTab(visitor, '/logout/')
    const request = `${stage.program.url}/sign-in?prompt=consent&login_hint=${first.email}`
    const confirm = await openTab(visitor, request)
    const others = [
      ['Cancel', await openTab(visitor, request)],
      ['Use another account', await openTab(visitor, request)],
    ] as const
    expect(await heading(confirm)).toBe('Continue to Parking Permits?')
    await signOut(visitor)
    const token = await visitor.enter(second.email)
    const entries = stage.program.entries.length

    await pressStale(profile, 'Save changes')
    await press(profile, AGAIN)
    expect(await profile.locator('input[name=full_name]').inputValue()).toBe('Second Citizen')

    await pressStale(programs, 'Disconnect Parking Permits')
    await press(programs, AGAIN)
    expect(await heading(programs)).toBe('Your programs')
    expect(await programs.locator('article').count()).toBe(1)

    for (const [button, tab] of others) await pressStale(tab, button)
    await pressStale(confirm, 'Continue')
    await press(confirm, AGAIN)
    expect(await heading(confirm)).toBe('Continue to Parking Permits?')
    expect(await confirm.locator('.who').innerText()).toContain('Second Citizen')
    expect(stage.program.entries.length).toBe(entries)

    await pressStale(logout, 'Sign out')
    await press(logout, AGAIN)
    expect(await heading(logout)).toBe('Sign out?')
    await visitor.goTo('/account/')
    await visitor.sees('Your account')
    expect(await isAlive(token)).toBe(true)
    await press(confirm, 'Continue')
    expect(stage.program.last().tokens?.claims()?.sub).toBe(second.subject)
    expect(visitor.faults).toEqual([])
    await visitor.close()
  })

  test('of two tabs that wait for a sign-in the second leads on to its program without another password', async () => {
    const { email } = await addCitizen(stage.identity.service)
    const visitor = await openVisitor(stage, { javaScriptEnabled, ...PHONE })
    await visitor.goToProgram()
    const second = await openTab(visitor, `${stage.program.url}/sign-in`)
    expect(await heading(second)).toBe('Sign in')
    await visitor.signInAtPage(email)
    await visitor.confirmed()
    await second.locator('input[name=email]').fill(email)
    await second.locator('input[name=password]').fill('typed twice')
    await pressStale(second, 'Sign in')
    await press(second, AGAIN)
    expect(await heading(second)).toBe('Continue to Parking Permits?')
    await press(second, 'Continue')
    await expect.poll(() => heading(second)).toMatch(/^Welcome /)
    await visitor.close()
  })
})
