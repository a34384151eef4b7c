import { type DoctorCheck, secret } from '@portico/program'
import { HookFailed } from './hook-failed.ts'
import type { HookName } from './hook-names.ts'
import type { Json } from './read-answer.ts'
import { membersOf } from './read-members.ts'
import { type SendNeeds, sendHook } from './send-hook.ts'

/** A hook that takes a larger part of its time limit is a note: on a busy day it takes longer. */
const SLOW_PART = 0.5

/** The answers to a wrong signature that say no. Another one comes from code that has read the hook. */
const REFUSALS: readonly (number | null)[] = [400, 401, 403]

/** Signed with zeros, which is nobody's secret. */
const WRONG_SECRETS = [secret(`whsec_${Buffer.alloc(32).toString('base64')}`)]

/** Asks the back end two hooks that change nothing: one with a right signature, and one with a wrong one. */
export async function examineHooks(needs: SendNeeds): Promise<DoctorCheck[]> {
  const ping = await pingCheck(needs)
  return ping.ok ? [ping, await signatureCheck(needs)] : [ping]
}

async function pingCheck(needs: SendNeeds): Promise<DoctorCheck> {
  const { clock, target } = needs
  const askedAt = clock.now().getTime()
  const failure = await failureOf(needs, 'ping', {})
  if (failure) return failed('hooks', `${placeOf(needs)}: ${failure.saw}.`, failure.fix)
  const tookMs = clock.now().getTime() - askedAt
  if (tookMs < target.timeoutMs * SLOW_PART)
    return { id: 'hooks', ok: true, message: `${placeOf(needs)} answers, and knows the secret.` }
  return {
    id: 'hooks',
    ok: true,
    message: `${placeOf(needs)} took ${tookMs} ms for one hook. After ${target.timeoutMs} ms it counts as away.`,
    fix: 'look for what the back end waits for, or raise GATE_HOOKS_TIMEOUT_MS',
  }
}

/** A back end that reads hooks of anybody gives its accounts to anybody. */
async function signatureCheck(needs: SendNeeds): Promise<DoctorCheck> {
  const forged = { ...needs, target: { ...needs.target, secrets: WRONG_SECRETS } }
  const failure = await failureOf(forged, 'load', { account_id: 'doctor' })
  if (failure && REFUSALS.includes(failure.status))
    return { id: 'hooks-signature', ok: true, message: `${placeOf(needs)} refuses a wrong signature.` }
  const saw = failure?.saw ?? 'the back end answered a hook'
  const message = `${placeOf(needs)}: ${saw} with a wrong signature. It must answer 401.`
  return failed('hooks-signature', message, VERIFY)
}

const VERIFY = 'verify webhook-signature before anything else: whoever reaches the hooks could take accounts'

function failed(id: string, message: string, fix: string): DoctorCheck {
  return { id, ok: false, message, fix }
}

/** Why a hook brought no usable answer, or null. */
async function failureOf(needs: SendNeeds, hook: HookName, data: Json): Promise<HookFailed | null> {
  try {
    const answer = await sendHook(needs, hook, data)
    if (answer && hook === 'ping') membersOf(hook, answer, [])
    return null
  } catch (error) {
    if (error instanceof HookFailed) return error
    throw error
  }
}

/** Without a query, which may be a secret. */
function placeOf({ target }: SendNeeds): string {
  const { origin, pathname } = new URL(target.url)
  return `GATE_HOOKS_URL (${origin}${pathname})`
}
