import type { SoftApp } from '../../../packages/identity/testing/soft-app.ts'
import { TestBrowser } from '../../../packages/identity/testing/test-browser.ts'
import type { Answers } from '../traffic/answers.ts'
import { type BroughtCitizen, broughtCitizen } from './brought-citizens.ts'
import type { ConnectedProgram } from './connected-programs.ts'

/** What a program has about a citizen who entered. */
export interface Visit {
  readonly program: ConnectedProgram
  accessToken: string
  refreshToken: string
}

/** A citizen who does something today. */
export interface Resident {
  readonly email: string
  password: string
  readonly browser: TestBrowser
  readonly language: string
  app: SoftApp | undefined
  /** The newest step of 30 seconds whose code the citizen has used: the next code must be a later one. */
  codeStep: number
  readonly visits: Visit[]
  /** The account is suspended, or was taken over, so load leaves it alone. */
  isAway: boolean
}

/** Who lives in the day, and from which networks they come. */
export type Town = ReturnType<typeof createTown>

const USER_AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
]

/** Nobody has done anything yet. `citizens` were brought this morning. */
export function createTown(baseUrl: string, { send }: Answers, citizens: number) {
  const residents: Resident[] = []
  let brought = citizens
  let networks = 0
  let next = 0
  let turn = 0
  /** A browser in a network of its own, or in one that is given. */
  const browser = (address = `10.${(networks += 1) >> 16}.${(networks >> 8) & 255}.${networks & 255}`) =>
    new TestBrowser(
      baseUrl,
      {
        'accept-language': 'en',
        'x-forwarded-for': address,
        'user-agent': USER_AGENTS[networks % USER_AGENTS.length] ?? '',
      },
      send,
    )
  /** The next citizen of the other system who has not come yet, and who can do what citizens do. */
  const nextBrought = (): BroughtCitizen => {
    for (; next < brought; next += 1) {
      const one = broughtCitizen(next)
      if (!one.isUsual) continue
      next += 1
      return one
    }
    throw new Error(`All ${brought} citizens have come: take more`)
  }
  const settle = (who: Pick<Resident, 'email' | 'password' | 'browser' | 'language'>): Resident => {
    const one: Resident = { ...who, app: undefined, codeStep: 0, visits: [], isAway: false }
    residents.push(one)
    return one
  }
  return {
    ...{ browser, nextBrought, settle },
    residents: residents as readonly Resident[],
    /** Some more were brought. */
    more(count: number) {
      brought += count
    },
    get citizens() {
      return brought
    },
    /** The next residents in turn who are at home, and fit. There may be fewer. */
    some(count: number, fits: (one: Resident) => boolean = () => true): readonly Resident[] {
      const there = residents.filter((one) => !one.isAway && fits(one))
      turn += count
      return Array.from(
        { length: Math.min(count, there.length) },
        (_, index) => there[(turn + index) % there.length],
      ).flatMap((one) => one ?? [])
    },
  }
}
