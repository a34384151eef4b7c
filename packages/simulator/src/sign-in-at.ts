import { accepted, type Result, refused } from '@portico/identity/parts'
import { formsOf, type PageForm } from './page-forms.ts'

/** A sign-in that somebody wants to be done without a browser. */
export interface SignInWish {
  /** The address that the program made. */
  readonly authorizationUrl: string
  readonly email: string
  readonly password: string
  /** What the citizen presses on the page that asks. */
  readonly decision: 'continue' | 'cancel'
}

/** Where a sign-in may stop, in words for developers. */
export type SignInStop = string

const MOST_STEPS = 8

/**
 * Does what a citizen does with a new browser, over HTTP and by the pages: signs in, and decides. Returns the address of the
 * program to which the browser is redirected. It is not opened.
 */
export async function signInAt(service: string, wish: SignInWish): Promise<Result<string, SignInStop>> {
  if (!wish.authorizationUrl.startsWith(`${service}/o/authorize/?`))
    return refused(`"authorization_url" must begin with ${service}/o/authorize/?`)
  const cookies = new Map<string, string>()
  // A citizen who has allowed the program once is not asked again, and could not decline.
  const asking = wish.decision === 'cancel' ? '&prompt=consent' : ''
  let step: Step = { url: wish.authorizationUrl + asking }
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const next = nextStep(step, await visit(step, cookies), wish)
    if (!next.ok) return next
    if (new URL(next.value.url).origin !== service) return accepted(next.value.url)
    step = next.value
  }
  return refused('The sign-in does not come to an end.')
}

/** A session that a browser may take over. */
export interface OpenedSession {
  readonly cookies: readonly string[]
  /** Where the service leads the citizen. */
  readonly location: string
}

/** Signs a citizen in for a browser that names itself `agent`, by the page with the password. */
export async function openSession(
  service: string,
  { email, password }: Pick<SignInWish, 'email' | 'password'>,
  agent: string,
): Promise<Result<OpenedSession, SignInStop>> {
  const cookies = new Map<string, string>()
  const url = `${service}/login/`
  const first = await visit({ url }, cookies, agent)
  const form = formsOf(first.page).find(({ asksPassword }) => asksPassword)
  if (!form) return refused(`The sign-in stops: ${first.status} ${titleOf(first.page)}`)
  const filled = { ...form.fields, email, password }
  const last = await visit({ url: new URL(form.action, url).href, form: filled }, cookies, agent)
  if (last.location === null) return refused(`The sign-in stops: ${last.status} ${titleOf(last.page)}`)
  return accepted({ cookies: [...first.setCookies, ...last.setCookies], location: last.location })
}

/** Where a redirect leads, or the form that the page asks for. */
function nextStep(
  step: Step,
  { status, location, page }: Visited,
  wish: SignInWish,
): Result<Step, SignInStop> {
  if (location !== null) return accepted({ url: new URL(location, step.url).href })
  const form = chooseForm(formsOf(page), wish)
  if (status !== 200 || !form) return refused(`The sign-in stops: ${status} ${titleOf(page)}`)
  return accepted({ url: new URL(form.action, step.url).href, form: filledIn(form, wish) })
}

interface Step {
  readonly url: string
  readonly form?: Readonly<Record<string, string>>
}

interface Visited {
  readonly status: number
  readonly location: string | null
  readonly page: string
  readonly setCookies: readonly string[]
}

async function visit({ url, form }: Step, cookies: Map<string, string>, agent = ''): Promise<Visited> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie, 'accept-language': 'en', ...(agent !== '' && { 'user-agent': agent }) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const setCookies = answer.headers.getSetCookie()
  for (const line of setCookies) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
  const location = answer.headers.get('location')
  return { status: answer.status, location, page: await answer.text(), setCookies }
}

function chooseForm(forms: readonly PageForm[], { decision }: SignInWish): PageForm | undefined {
  return (
    forms.find((form) => form.asksPassword) ?? forms.find(({ fields }) => fields['decision'] === decision)
  )
}

function filledIn({ fields, asksPassword }: PageForm, { email, password }: SignInWish) {
  return asksPassword ? { ...fields, email, password } : fields
}

function titleOf(page: string): string {
  return /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''
}
