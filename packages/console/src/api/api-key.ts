import {
  accepted,
  findMachineKeys,
  type HttpRequest,
  type KnownMachineKey,
  machineOperator,
  type OperatorOrigin,
  type Result,
  recordConsoleRefusal,
  refused,
  Secret,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { networkOf } from '../network.ts'
import type { ApiRefusal } from './api-refusal.ts'

/** A machine that asks: its key, and how its looks stand in the audit. */
export interface AskingMachine {
  readonly key: KnownMachineKey
  /** The key as it came, for what the database compares again. */
  readonly value: Secret
  readonly by: OperatorOrigin
}

/** Wrong keys are counted by the hour. */
const RETRY_SECONDS = 60 * 60

/** A credential as RFC 6750 section 2.1 has it. The scheme is in letters of any case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

/**
 * Finds the machine of a request, at every request: the database says whose key came. Cookies are not looked at, nor is the address. A wrong key is counted for its network, and in the audit, where it looks like one.
 */
export async function findMachine(
  needs: Pick<ConsoleNeeds, 'keyDb' | 'clock' | 'random' | 'metrics'>,
  http: HttpRequest,
  page: string,
): Promise<Result<AskingMachine, ApiRefusal>> {
  const [, value] = BEARER.exec(http.header('authorization') ?? '') ?? []
  const keys = await findMachineKeys()
  if (value === undefined || !keys) return refused({ code: 'missing_key' })
  if (!keys.isFormed(value)) {
    needs.metrics.onRefused('wrong-key')
    return refused({ code: 'invalid_key' })
  }
  const { address, requestId } = http
  const known = await keys.know({ views: needs.keyDb }, { value, network: networkOf(address) })
  if (known.ok) {
    const key = known.value
    return accepted({
      key,
      value: new Secret(value),
      by: { actor: 'operator', operator: machineOperator(key.name), address, requestId },
    })
  }
  needs.metrics.onRefused('wrong-key')
  if (known.refusal === 'too-many')
    return refused({ code: 'too_many_wrong_keys', retryAfterSeconds: RETRY_SECONDS })
  const origin = { actor: 'anonymous', address, requestId } as const
  const refusal = { origin, citizenId: undefined, because: 'wrong-key', page } as const
  await recordConsoleRefusal({ ...needs, db: needs.keyDb }, refusal)
  return refused({ code: 'invalid_key' })
}
