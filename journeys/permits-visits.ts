import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { addOldAccount, setOfficer } from '../examples/parking-permits/server/index.ts'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { type Guest, hasLoaded, openGuest, type PermitsStage } from './permits-stage.ts'
import { watchRequests } from './presses.ts'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A citizen with an account in the program, and the browser's storage after a sign-in. */
interface Person {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly accountId: string
  readonly state: State
}

/** Those who come to the page in the stories, one after the other in one window: a new one costs more than most stories. */
export interface People {
  readonly citizen: Person
  readonly officer: Person
  readonly window: Pick<Visit, 'guest' | 'requests'> & { readonly downloads: string[] }
}

/** How a story begins: signed in, known to the centre alone, known nowhere, or signed in with an old password. */
export type Arrival = 'citizen' | 'officer' | 'signed-out' | 'stranger' | 'old'

/** One citizen at the page, in a window that knows nothing of the visits before. */
export interface Visit {
  readonly stage: PermitsStage
  readonly arrival: Arrival
  readonly guest: Guest
  readonly requests: ReturnType<typeof watchRequests>
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly accountId: string
  readonly old: { readonly email: string; readonly password: string; readonly name: string }
  /** A number plate that nobody else has. */
  readonly plate: string
  /** The account for which an officer decides. */
  readonly applicantId: string
  /** The addresses of the files that the browser has saved. */
  readonly downloads: readonly string[]
}

/** Signs both in once. Every visit begins with a copy of what their browsers have stored. */
export async function openPeople(stage: PermitsStage): Promise<People> {
  return {
    citizen: await openPerson(stage, 'Dora Double'),
    officer: await openPerson(stage, 'Otto Officer', true),
    window: await openWindowOfVisits(stage),
  }
}

async function openWindowOfVisits(stage: PermitsStage): Promise<People['window']> {
  const guest = await openGuest(stage)
  const downloads: string[] = []
  guest.page.on('download', (download) => void downloads.push(download.url()))
  return { guest, downloads, requests: watchRequests(guest.page) }
}

/** Leaves the page, and forgets what the window has stored and seen. It knows then what is given here. */
async function beginAnew(
  { permits }: PermitsStage,
  { window }: People,
  { cookies, origins }: State,
): Promise<void> {
  const { page, context, faults, documents, addresses } = window.guest
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(permits.url + WITHOUT_SCRIPTS)
  await context.clearCookies()
  await context.addCookies(cookies)
  const kept = origins.flatMap(({ localStorage }) => localStorage)
  await page.evaluate(`localStorage.clear(), sessionStorage.clear()
    for (const { name, value } of ${JSON.stringify(kept)}) localStorage.setItem(name, value)`)
  for (const seen of [faults, documents, addresses, window.downloads]) seen.length = 0
  window.requests.open.clear()
}

/** An address of the program that runs nothing. “Back” from the first page of a visit leads there. */
export const WITHOUT_SCRIPTS = '/icon.svg'

async function openPerson(stage: PermitsStage, name: string, isOfficer = false): Promise<Person> {
  const { email, subject } = await addCitizen(stage.identity.service, { fullName: name })
  const guest = await openGuest(stage)
  await guest.signIn(stage.permits, email)
  await hasLoaded(guest.page)
  const { rows } = await stage.permits.pool.query(
    'select account_id as "accountId" from sso.identities where subject = $1',
    [subject],
  )
  const { accountId } = rows[0] as { accountId: string }
  if (isOfficer) await setOfficer(stage.permits.database.url, accountId, true)
  const state = await guest.context.storageState()
  await guest.close()
  return { name, email, subject, accountId, state }
}

let visits = 0

/** Comes to the page for a story. */
export async function openVisit(stage: PermitsStage, people: People, arrival: Arrival): Promise<Visit> {
  visits += 1
  const person = arrival === 'officer' ? people.officer : people.citizen
  const { cookies } = person.state
  const isKnown = arrival !== 'stranger' && arrival !== 'old'
  const { guest, requests, downloads } = people.window
  const remembered = arrival === 'signed-out' ? { cookies, origins: [] } : person.state
  await beginAnew(stage, people, isKnown ? remembered : { cookies: [], origins: [] })
  const old = { email: `old${visits}@example.test`, password: 'an old password', name: `Old ${visits}` }
  const known = isKnown
    ? person
    : { ...(await addCitizen(stage.identity.service, { fullName: `New ${visits}` })), accountId: '' }
  const { email, subject, accountId } = known
  const name = isKnown ? person.name : `New ${visits}`
  const visit = {
    ...{ stage, arrival, guest, requests, downloads, name, email, subject, accountId, old },
    ...{ plate: `DP ${1000 + visits}`, applicantId: people.citizen.accountId },
  }
  if (!isKnown) await addOldAccount(stage.permits.database.url, old)
  await atThePage(visit)
  if (arrival === 'old') await enterTheOldWay(visit)
  return visit
}

/** Opens the page, and waits until it is shown with all its data. It asks for the officer's applications last. */
export async function atThePage({ guest, stage, name, arrival }: Visit, path = '/'): Promise<void> {
  await guest.page.goto(stage.permits.url + path)
  await isShown(guest)
  if ((await guest.page.locator('#name').textContent()) !== name) return
  await hasLoaded(guest.page)
  if (arrival === 'officer') await guest.page.locator('#officer').waitFor()
}

/** The page has found out who is there. */
export async function isShown({ page }: Guest): Promise<void> {
  await page.locator('#starting').waitFor({ state: 'hidden' })
  await page.locator('#signed-out, #who').and(page.locator(':visible')).first().waitFor()
}

/** Fills in the form for old accounts. */
export async function fillInOldForm({ guest: { page }, old }: Visit): Promise<void> {
  if (!(await page.locator('#old-sign-in').isVisible())) await page.locator('#old summary').click()
  await page.locator('#old-sign-in-email').fill(old.email)
  await page.locator('#old-sign-in-password').fill(old.password)
}

/** Signs in with the old password. */
export async function enterTheOldWay(visit: Visit): Promise<void> {
  await fillInOldForm(visit)
  await visit.guest.pressOnPage('Sign in the old way')
  await isInTheOldWay(visit)
}

/** The page shows the old account, and offers to connect it. */
export async function isInTheOldWay({ guest: { page }, old }: Visit): Promise<void> {
  await page.locator('#name', { hasText: old.name }).waitFor()
  await page.locator('#connect-button').waitFor()
  await page.locator('#permits').waitFor()
}

/** Signs in at the centre, which asks for everything. */
export async function signInAtTheCentre({ guest, email }: Visit): Promise<void> {
  await guest.page.waitForURL((url) => url.pathname === '/login/')
  await guest.fill({ email, password: TEST_PASSWORD })
  await guest.pressMain()
}

/** Counts rows of the program's store. */
export async function countOf({ stage }: Visit, from: string, ...values: unknown[]): Promise<number> {
  const { rows } = await stage.permits.pool.query(`select count(*)::int as count from ${from}`, values)
  return (rows[0] as { count: number }).count
}

/** Stores a permit of the citizen, who has not asked for it on the page. */
export async function addPermit(
  { stage }: Visit,
  accountId: string,
  plate: string,
  status: 'applied' | 'granted',
): Promise<void> {
  await stage.permits.pool.query(
    `insert into permits (id, account_id, plate, zone, status, applied_at, decided_at)
     values ($1, $2, $3, 'harbour', $4, now(), case when $4 = 'granted' then now() end)`,
    [randomUUID(), accountId, plate, status],
  )
}
