import type { Browser } from 'playwright-core'
import type { CitizensAtForms } from '../attacks/citizens-at-forms.ts'
import { openWindow } from '../chromium.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'
import type { AtPage } from './presses.ts'
import type { SlowFront } from './slow-front.ts'
import type { Story } from './stories.ts'

/** A form that the script of its page sends when a device has answered. */
export type DeviceStory = Pick<Story, 'what' | 'route' | 'ends'>

const PAGE = '/account/passkeys/'
const ADD = '/account/passkeys/add/'
const USE = '/login/passkey/'
const ADDED = 'Your passkeys | The passkey is added. We have sent you an email about it.'

/** The device knows its own passkey, and makes no second one. */
const KNOWN = 'This device already has a passkey for your account. You can use it to sign in.'

/** Their stories. */
export const DEVICE_STORIES: readonly DeviceStory[] = [
  { what: 'a passkey is added', route: ADD, ends: { once: ADDED, back: `Your passkeys | ${KNOWN}` } },
  { what: 'a passkey signs in', route: USE, ends: { once: 'Your account', back: 'Your account' } },
]

/** Otherwise the device of a test would sign in as soon as the page is open. */
const WITHOUT_CONDITIONAL = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'

/** Brings a citizen with a device to the form, in a window of its own: the device belongs to the window. */
export async function arriveWithDevice(
  { route }: DeviceStory,
  { people, front, chromium }: { people: CitizensAtForms; front: SlowFront; chromium: Browser },
): Promise<AtPage> {
  people.stage.service.clock.advance(3601)
  const { browser } = await people.signedIn()
  const window = await openWindow(chromium)
  const { page, context } = window
  await page.addInitScript(WITHOUT_CONDITIONAL)
  await addAuthenticator(page)
  await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: front.baseUrl })))
  await page.goto(front.baseUrl + PAGE)
  if (route === ADD) return { window, front, route, form: { page: PAGE }, saysAgain: KNOWN }
  await window.pressMain()
  await context.clearCookies()
  await page.goto(`${front.baseUrl}/login/`)
  return { window, front, route, form: { page: '/login/' } }
}
