import type { SignedIn } from '../access/index.ts'
import type { PageFrame } from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Html } from '../platform/html.ts'
import type { Layout } from '../platform/postgres/database.ts'
import { selectValues, type ValuePart } from '../platform/postgres/select-values.ts'
import type { Events } from '../platform/room/event.ts'

/** What the parts of the home are asked about. */
export interface HomeQuestion {
  readonly citizenId: string
  /** Of the names of programs. */
  readonly language: string
  readonly layout: Layout
  readonly events: Events
}

/** Who sees the home, and when. */
export interface HomeSeen extends SignedIn {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly now: UnixSeconds
  readonly events: Events
}

/** Something that a citizen signs in with, as the home tells it. */
export interface WayTold {
  readonly title: string
  readonly state: string
  /** What would make it stronger. */
  readonly advice?: string | undefined
  /** The page that changes it. */
  readonly path: string
}

/** What a room tells on the home of an account: it reads one value, in the statement of the whole page. */
export interface OnHome<Found = unknown> {
  asks(question: HomeQuestion): ValuePart
  /** Ways to sign in. */
  ways?(found: Found, seen: HomeSeen): readonly WayTold[]
  /** Something that waits: until when, and the form that stops it. */
  waits?(found: Found, seen: HomeSeen): Html | undefined
  /** A section below. */
  sections?(found: Found, seen: HomeSeen): Html | undefined
}

/** A room that tells something on the home. */
export interface RoomOnHome {
  readonly onHome?: OnHome
}

/** What all rooms tell on the home of one account. */
export interface HomeTold {
  readonly ways: readonly WayTold[]
  readonly waits: readonly Html[]
  readonly sections: readonly Html[]
}

/** What is told: everything, or a part of it. */
export type HomeKind = 'ways' | 'waits' | 'sections'

/** Reads what the rooms tell. */
export interface TellsHome {
  /** These kinds, in one statement. */
  tell(
    needs: Pick<Basics, 'db' | 'clock'> & { readonly events: Events },
    seen: Pick<HomeSeen, 'frame' | 'csrfToken' | 'citizen' | 'session'>,
    kinds: readonly HomeKind[],
  ): Promise<HomeTold>
}

/** What the pages use that show it. */
export interface ShowsHome {
  readonly home: TellsHome
  readonly events: Events
}

/** Puts together what the rooms tell. */
export function homeIn(rooms: readonly RoomOnHome[]): TellsHome {
  const all = rooms.flatMap(({ onHome }) => onHome ?? [])
  return {
    async tell({ db, clock, events }, who, kinds) {
      const asked = all.filter((each) => kinds.some((kind) => each[kind]))
      const question = {
        citizenId: who.citizen.citizenId,
        language: who.frame.language,
        layout: await db.layout(),
        events,
      }
      const parts = asked.map((each) => each.asks(question))
      const found = parts.length === 0 ? [] : await selectValues<readonly unknown[]>(db, parts)
      const seen = { ...who, events, now: clock.now() }
      const shown = asked.map((each, index) => ({ each, value: found[index] }))
      const has = (kind: HomeKind) => (kinds.includes(kind) ? shown : [])
      return {
        ways: has('ways').flatMap(({ each, value }) => each.ways?.(value, seen) ?? []),
        waits: has('waits').flatMap(({ each, value }) => each.waits?.(value, seen) ?? []),
        sections: has('sections').flatMap(({ each, value }) => each.sections?.(value, seen) ?? []),
      }
    },
  }
}
