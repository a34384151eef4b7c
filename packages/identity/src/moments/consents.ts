import type { OrderedByOperator } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Result } from '../platform/result.ts'
import type { Told } from './told.ts'

/** An act on one citizen that an operator asks for, and that another one has to consent to. */
export interface AskedAct {
  /** The words of its command, such as `citizen suspend`. */
  readonly act: string
  readonly citizenId: string
  readonly subject: string
  /** What was given with it, by the names of its options. Nothing secret: no act has a secret option. */
  readonly options: Readonly<Record<string, string>>
  /** What it was said to do. */
  readonly told: readonly Told[]
}

/** An act that waits. */
export interface WaitingAct extends AskedAct {
  readonly number: number
  /** Who asked for it, and why. */
  readonly operator: string
  /** The account of whoever asked. Null where the act was asked for by the command, under a name that no operator had. */
  readonly operatorId: string | null
  readonly reason: string
  readonly askedAt: UnixSeconds
  /** From this instant on nobody can consent to it. */
  readonly until: UnixSeconds
}

/** Why an operator's consent, or the withdrawal of an act, is refused. */
export type ConsentRefusal = 'unknown-act' | 'over' | 'own-act' | 'other-asker'

/** What every step needs. */
export type ConsentNeeds = Basics & OrderedByOperator

/** How acts wait for another operator. The room writes the events of every step, also of what it refuses. */
export interface Consents {
  /** Stores an act that waits, by the operator who asks for it. Whoever asks for the same again gets the one that waits. */
  ask(
    needs: ConsentNeeds,
    act: AskedAct,
  ): Promise<{ readonly act: WaitingAct; readonly isAskedAgain: boolean }>
  /** Every act that waits, the oldest first. */
  list(needs: Pick<Basics, 'db'>): Promise<readonly WaitingAct[]>
  /** Finds an act that this operator may consent to. */
  find(needs: ConsentNeeds, number: number): Promise<Result<WaitingAct, ConsentRefusal>>
  /** Whether whoever asked for an act is this operator: by the account; where one of the two is not known, under whichever spelling of the name. */
  isAsker(
    by: Pick<WaitingAct, 'operator' | 'operatorId'>,
    act: Pick<WaitingAct, 'operator' | 'operatorId'>,
  ): boolean
  /** Takes an act in the transaction that then does it. Of several consents at once, one gets it. */
  take(needs: ConsentNeeds, act: WaitingAct): Promise<Result<WaitingAct, ConsentRefusal>>
  /** Ends an act that this operator has asked for. */
  withdraw(needs: ConsentNeeds, number: number): Promise<Result<WaitingAct, ConsentRefusal>>
}
