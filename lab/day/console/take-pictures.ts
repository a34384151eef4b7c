import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startChromium } from '../../../scripts/test-chromium.ts'
import type { Day } from '../day.ts'
import { SECURITY } from '../people/operators.ts'
import type { Resident } from '../people/town.ts'

const AUTHORIZE = '/o/authorize/'
const SIZE = { width: 1280, height: 900 }

/** The pages that have a picture of their own, by the path. */
const PLACES = ['today', 'audit', 'limits', 'letters', 'programs', 'keys', 'operators'] as const

/** What is looked at. */
export interface Pictured {
  readonly url: string
  readonly folder: string
  readonly operator: Resident
  /** Whom the operator looks up. */
  readonly citizen: Resident
}

/** Signs the operator in to the console in Chromium, and takes a picture of each page. Returns their files. */
export async function takePictures(
  day: Day,
  { url, folder, operator, citizen }: Pictured,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  const browser = await startChromium()
  try {
    const page = await browser.newPage({ viewport: SIZE, locale: 'en' })
    const take = async (name: string) => {
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path, fullPage: true })
      files.push(path)
    }
    await signIn(page, url, operator)
    await take('search')
    await page.locator('#who').fill(citizen.email)
    await page.locator('#who').press('Enter')
    await page.waitForLoadState()
    await take('verdict')
    await page.goto(`${url}/citizen/?subject=${await subjectOf(day, citizen)}`)
    await take('citizen')
    for (const place of PLACES) {
      await page.goto(`${url}/${place}/`)
      await take(place)
    }
    await page.goto(`${url}/audit/?${new URLSearchParams({ operator: SECURITY })}`)
    await take('audit-of-an-operator')
  } catch (error) {
    const [page] = browser.contexts().flatMap((context) => context.pages())
    if (page) throw new Error(`At ${page.url()}: ${await page.locator('main').innerText()}`, { cause: error })
    throw error
  } finally {
    await browser.close()
  }
  return files
}

/** The way of a person: the console leads to the sign-in page, which asks for the password and for a code. */
async function signIn(page: Page, url: string, { email, password, app }: Resident): Promise<void> {
  await page.goto(url)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password]').press('Enter')
  await page.locator('input[name=code]').fill(app?.code() ?? '')
  await page.locator('input[name=code]').press('Enter')
  // The address was typed, so the service asks whether that was meant.
  await page.waitForURL(`**${AUTHORIZE}**`)
  await page.locator('main button.primary').click()
  await page.waitForURL(`${url}/**`)
}

async function subjectOf({ stage }: Day, { email }: Resident): Promise<string> {
  const [found] = await stage.database.db.query<{ subject: string }>`
    select subject from citizens where email = ${email}`
  return found?.subject ?? ''
}
