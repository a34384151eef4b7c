import type { Person, Provider, Tokens } from '../../contestants/provider.ts'
import type { Shot } from '../shot.ts'

/** What citizens and programs begin; a visit is five requests: a code, its tokens, a look, their end, and a look after it. */
export type MixedKind = 'introspection' | 'refresh' | 'userinfo' | 'visit' | 'sign-in' | 'registration'

/** A citizen who uses a program while the load runs. */
export type MixedPerson = Person & Tokens

/** Everything side by side, as often as the weights say. */
export interface MixedLoad {
  readonly kind: 'mixed'
  readonly weights: Readonly<Record<MixedKind, number>>
  readonly provider: Provider
  /** At least one for each connection: nobody does two things at once. */
  readonly people: readonly MixedPerson[]
  readonly signIns: readonly Shot[]
}
