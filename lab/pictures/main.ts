import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { bundlePage } from '../../examples/parking-permits/server/page/bundle-page.ts'
import { openPages, PAGES_URL } from '../../journeys/pages/open-pages.ts'
import { homePage } from '../../packages/identity/src/account-home/pages/home.ts'
import {
  everyPage,
  ordinaryTexts,
  type SamplePage,
} from '../../packages/identity/src/pages/every-page.fixture.ts'
import { programsGlance } from '../../packages/identity/src/pages/index.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'
import { wordsFor } from '../../packages/identity/src/pages/words/words-for.ts'
import { say, sayTrouble, Trouble } from '../../scripts/say.mjs'
import { startChromium } from '../../scripts/test-chromium.ts'
import { openPermits } from '../pages/permits.ts'
import { STATES } from '../pages/permits-states.ts'

/** `npm run pictures`: takes the pictures of the first page of the repository, light and dark, and writes them to docs/pictures. */
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** A phone. More points for each pixel of the page keep letters sharp where the picture is shown small. */
const SIZE = { width: 390, height: 720 }
const SHARPNESS = 1.5
const QUALITY = 55
const MOST_BYTES = 60_000

const LOOKS = ['light', 'dark'] as const

/** The account of a citizen who has a passkey and an app for codes: the words are those of their rooms, of which a build may lack one. */
const ACCOUNT: SamplePage = {
  name: 'account',
  render: (frame) =>
    homePage(frame, {
      ways: [
        { title: 'Passkeys', state: '2', path: '/account/passkeys/' },
        { title: 'Codes from an app', state: '1', path: '/account/codes/' },
        { title: 'Recovery codes', state: '8', path: '/account/codes/' },
      ],
      waits: [],
      sections: [programsGlance(frame, [{ name: 'Parking Permits', home: 'https://permits.example.org/' }])],
      citizen: { fullName: ordinaryTexts.name, email: ordinaryTexts.email, phoneNumber: '' },
    }),
}

/** The pages of the service, by the names of their pictures. */
function shownPages(): Readonly<Record<string, { readonly frame: PageFrame; readonly sample: SamplePage }>> {
  const signedOut = { serviceName: 'Portico', ...wordsFor('en') }
  const signIn = everyPage(ordinaryTexts).find(({ name }) => name === 'login-program')
  if (!signIn) throw new Trouble('There is no page for the sign-in of a program.')
  return {
    'sign-in': { frame: signedOut, sample: signIn },
    account: { frame: { ...signedOut, signedInAs: ordinaryTexts.email }, sample: ACCOUNT },
  }
}

/** The top of the page, as a phone shows it. */
async function take(page: Page, name: string): Promise<void> {
  await page.setViewportSize(SIZE)
  const session = await page.context().newCDPSession(page)
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look })
    const { data } = await session.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: QUALITY },
      clip: { x: 0, y: 0, ...SIZE, scale: SHARPNESS },
    })
    const image = Buffer.from(data, 'base64')
    if (image.length > MOST_BYTES) throw new Trouble(`${name}-${look}.webp has ${image.length} bytes.`)
    writeFileSync(`${folder}${name}-${look}.webp`, image)
    say(`docs/pictures/${name}-${look}.webp: ${image.length} bytes`)
  }
}

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await startChromium()
  for (const [name, { frame, sample }] of Object.entries(shownPages())) {
    const { page, close } = await openPages(browser, { frame, samples: [sample] })
    await page.goto(PAGES_URL + sample.name)
    await take(page, name)
    await close()
  }
  const state = STATES.find(({ arrival }) => arrival === 'central')
  if (!state) throw new Trouble('Parking permits has no state with a citizen.')
  const { page, close } = await openPermits(browser, await bundlePage('http://localhost/', [], 'UTC'), state)
  await state.steps(page)
  await take(page, 'permits')
  await close()
  await browser.close()
}

try {
  await takeAll()
} catch (error) {
  sayTrouble(error)
  process.exitCode = 1
}
