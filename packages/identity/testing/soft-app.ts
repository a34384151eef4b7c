import { createHmac } from 'node:crypto'
import decodeQR from 'qr/decode.js'
import type { Citizen } from '../src/citizens/index.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { signIn, TEST_PASSWORD } from './people.ts'
import type { TestBrowser, Visited } from './test-browser.ts'
import type { TestService } from './test-service.ts'

const STEP_SECONDS = 30
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a step by RFC 4226 section 5.3, written apart from the library of the service. */
export function codeOfStep(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The bytes of a text in base32 (RFC 4648 section 6). */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** An app that makes codes, which has scanned the picture of a page. */
export class SoftApp {
  readonly address: URL
  readonly secret: Buffer
  readonly #clock: Clock

  constructor({ clock }: { readonly clock: Clock }, page: Visited) {
    this.#clock = clock
    this.address = new URL(scan(page))
    this.secret = fromBase32(this.address.searchParams.get('secret') ?? '')
  }
  /** The code of now, or of some steps later or earlier. */
  code(steps = 0): string {
    return codeOfStep(this.secret, Math.floor(this.#clock.now() / STEP_SECONDS) + steps)
  }
}

/** Reads the QR code of a page, as a camera does. */
function scan({ html }: Visited): string {
  const picture = html.querySelector('svg.qr')
  const units = Number(picture?.getAttribute('width'))
  const size = Number(picture?.getAttribute('viewBox')?.split(' ')[2])
  const scale = Math.floor(units / size)
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const path = picture?.querySelectorAll('path')[1]?.getAttribute('d') ?? ''
  for (const [, row] of path.matchAll(/M([^M]+)/g))
    darkenRow(row ?? '', (x, y) => darken(data, x, y, { scale, width }))
  return decodeQR({ width, height: width, data })
}

/** Follows a line as a browser does: `x y`, then `h` draws and `m` moves on. */
function darkenRow(row: string, dot: (x: number, y: number) => void): void {
  const [, x, y, steps = ''] = /^(\d+) (\d+)(.*)$/.exec(row) ?? []
  let at = Number(x)
  for (const [, kind, length] of steps.matchAll(/([hm])(\d+)/g)) {
    const begin = at
    at += Number(length)
    for (let dark = kind === 'h' ? begin : at; dark < at; dark += 1) dot(dark, Number(y))
  }
}

function darken(
  data: Uint8Array,
  x: number,
  y: number,
  { scale, width }: { scale: number; width: number },
): void {
  for (let dy = 0; dy < scale; dy += 1)
    for (let dx = 0; dx < scale; dx += 1) {
      const at = ((y * scale + dy) * width + x * scale + dx) * 4
      data.fill(0, at, at + 3)
    }
}

/** Adds an app to the account of a signed-in browser, and returns it with the recovery codes that the page showed. */
export async function addSoftApp(
  browser: TestBrowser,
  service: { readonly clock: Clock },
): Promise<{ readonly app: SoftApp; readonly recoveryCodes: readonly string[]; readonly added: Visited }> {
  const page = await browser.get('/account/codes/add/')
  const app = new SoftApp(service, page)
  const added = await browser.submit(page, { code: app.code() }, { button: 'Add the app' })
  if (added.status !== 200) throw new Error(`Not added: ${added.status} ${added.html.text.slice(0, 500)}`)
  const recoveryCodes = added.html.querySelectorAll('ol.secrets code').map(({ text }) => text)
  return { app, recoveryCodes, added }
}

/** A citizen with an app, which has made no code in the current step. */
export async function enrol(service: TestService, citizen: Pick<Citizen, 'email'>) {
  const browser = service.browser()
  await signIn(browser, citizen)
  const enrolled = await addSoftApp(browser, service)
  service.clock.advance(2 * STEP_SECONDS)
  return { ...enrolled, browser }
}

/** Types the password, and returns the page that asks for the code. */
export async function givePassword(
  browser: TestBrowser,
  citizen: Pick<Citizen, 'email'>,
  password = TEST_PASSWORD,
): Promise<Visited> {
  return browser.submit(await browser.get('/login/'), { email: citizen.email, password })
}

/** Stores an app of which nobody has the secret: its codes count nowhere, but they are asked for. */
export function insertApp(db: Database, { citizenId }: Pick<Citizen, 'citizenId'>): Promise<unknown> {
  return db.query`
    insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at)
    values (${citizenId}, gen_random_uuid(), ${Buffer.alloc(60, 7)}, 'Another app', 0, to_timestamp(0))`
}
