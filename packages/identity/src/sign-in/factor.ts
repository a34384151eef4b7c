import type { SessionProof } from '../access/index.ts'
import type { Browser } from '../hosted-page/index.ts'
import type { PageFrame, ProvenPage, WayIn } from '../pages/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Html } from '../platform/html.ts'
import type { SecondFactorEntry } from './second-factor-entry.ts'

/** Where a way in is shown, and where it leads. */
export interface WayInPlace {
  readonly browser: Browser
  /** The page that shows it anew. */
  readonly againHref: string
  /** The handle of the waiting request of a program. */
  readonly resume?: string | undefined
  /** The page of the account that asks for a proof. Nothing on the sign-in page. */
  readonly leadsTo?: ProvenPage | undefined
}

/** The fields of the form that signed in: `''` for one that is missing. */
interface SentForm {
  text(name: string): string
}

/** What signs in in place of the password. The room that it belongs to makes it. */
export interface WayInEntry {
  /** Hidden inputs of the sign-in form and of the forms behind mailed links that sign in, from which `offer` learns what the browser can do. */
  readonly carried?: Html | undefined
  /** Its form for a page. Nothing where it is not possible. */
  shown(frame: PageFrame, place: WayInPlace): WayIn | undefined
  /** The page that offers it after a sign-in with this form. Nothing where none is due. Notes that it was offered. */
  offer(form: SentForm, citizenId: string, resume: string | undefined): Promise<string | undefined>
}

/** Something that a citizen signs in with, beside the password or after it. */
export interface Factor {
  /** The proofs that the citizen can give with it. */
  proofs(citizenId: string): Promise<readonly SessionProof[]>
  readonly wayIn?: WayInEntry
  /** What an account asks for after the password. One room has it. */
  readonly secondStep?: SecondFactorEntry
}

/** What a factor uses. */
export type FactorNeeds = Basics & { readonly baseUrl: string }

/** A room with something that a citizen signs in with. */
export interface RoomWithFactor {
  readonly factor?: (needs: FactorNeeds) => Factor
}

/** What the service has of the factors of all rooms. */
export interface Factors {
  readonly waysIn: readonly WayInEntry[]
  readonly secondFactor: SecondFactorEntry | undefined
  /** The proofs beside the password that a citizen can give. */
  strongProofs(citizenId: string): Promise<readonly SessionProof[]>
}

/** Puts the factors of the rooms together. */
export function factorsOf(rooms: readonly RoomWithFactor[], needs: FactorNeeds): Factors {
  const factors = rooms.flatMap(({ factor }) => factor?.(needs) ?? [])
  return {
    waysIn: factors.flatMap(({ wayIn }) => wayIn ?? []),
    secondFactor: onlyOne(factors.flatMap(({ secondStep }) => secondStep ?? [])),
    strongProofs: async (citizenId) => {
      const proofs: SessionProof[] = []
      for (const factor of factors) proofs.push(...(await factor.proofs(citizenId)))
      return proofs
    },
  }
}

/** With two, the sign-in would ask for one of them, and nobody for the other. */
function onlyOne(steps: readonly SecondFactorEntry[]): SecondFactorEntry | undefined {
  if (steps.length > 1) throw new Error('Two rooms list what an account asks for after the password')
  return steps[0]
}
