import type { TestService } from '../../testing/test-service.ts'

/** A letter whose link nobody has used yet. */
export interface Arrived {
  /** The path of the link. */
  readonly link: string
  /** Whether the link has done what it is for. */
  isUsed(): Promise<boolean>
  /** Its owner opens it, and fills in what only its owner knows. */
  use(): Promise<unknown>
}

/** How each link of a room comes to a citizen, by what it is for: `room-arrivals.fixture.ts`. */
export type Arrivals = Readonly<Record<string, (service: TestService) => Promise<Arrived>>>
