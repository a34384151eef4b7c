import type { OrderedByOperator } from '../audit/index.ts'
import type { Role } from '../operators/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'

/** A key that a machine shall have. */
export interface NewMachineKey {
  readonly name: string
  readonly role: Role
  readonly endsAt: UnixSeconds
}

/** A key of a machine, as the list shows it. */
export interface MachineKey extends NewMachineKey {
  readonly addedBy: string
  readonly addedAt: UnixSeconds
  /** To the minute. Null for never. */
  readonly lastUsedAt: UnixSeconds | null
  /** The network that it was used from then. */
  readonly lastUsedFrom: string | null
  readonly isOver: boolean
}

/** Why no key is made. */
export type AddMachineKeyRefusal = 'bad-name' | 'name-taken' | 'too-long' | 'over'

/** A key as it came with a request, and from which network. */
export interface TriedMachineKey {
  readonly value: string
  readonly network: string
}

/** Whose key it is. */
export interface KnownMachineKey {
  readonly name: string
  readonly role: Role
  /** Under which its orders stand. No citizen has it. */
  readonly operatorId: string
}

/** A step of an order that a machine asks for: to be told what it would do, or to do it. */
export interface MachineStep {
  readonly orderId: string
  readonly step: 'order' | 'confirm'
}

/** A request for a step, with the key that came with it. */
export interface MachineRequest extends MachineStep {
  readonly value: string
  readonly idempotencyKey: string
  readonly requestHash: Buffer
}

/** Keys of machines that ask the API of the console. */
export interface MachineKeys {
  /** Makes a key. Its value is in the answer alone. */
  add(
    needs: Basics & OrderedByOperator,
    key: NewMachineKey,
  ): Promise<Result<{ readonly value: Secret }, AddMachineKeyRefusal>>
  /** Every key, by name. */
  list(needs: Pick<Basics, 'db'>): Promise<readonly MachineKey[]>
  /** Removes a key. The API refuses the next request with it. */
  remove(needs: Basics & OrderedByOperator, name: string): Promise<Result<MachineKey, 'no-key'>>
  /** Whether a text looks like a key. Nothing else is one, so that nobody need be asked about it. */
  isFormed(value: string): boolean
  /**
   * Says whose key came. The console does this, by its view: `wrong` is counted for the network, and `too-many` were. A key that is unknown, over or removed is `wrong`, and no answer says which.
   */
  know(
    needs: { readonly views: Database },
    tried: TriedMachineKey,
  ): Promise<Result<KnownMachineKey, 'wrong' | 'too-many'>>
  /**
   * Claims an idempotency key for a step, after the database has seen the key once more. Returns the order: the one that was claimed before, where it is the same request. `other`: it was another request. The
   * console does this, by its view.
   */
  claim(
    needs: { readonly views: Database },
    request: MachineRequest,
  ): Promise<Result<string, 'wrong' | 'other'>>
  /** Finds the machine that has asked for this step, if it still has the key that it asked with. */
  orderedBy(needs: Pick<Basics, 'db'>, step: MachineStep): Promise<KnownMachineKey | undefined>
}
