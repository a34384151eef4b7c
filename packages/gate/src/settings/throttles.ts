import type { ThrottleConfig, ThrottleRule } from '@portico/program'
import type { SettingReader, SettingRule } from './setting-reader.ts'
import { wholeNumber } from './setting-rules.ts'

/** A limit and the seconds of its window, such as `60/60`. Without a text, the default of the program side counts. */
const RULE: SettingRule<ThrottleRule | null> = {
  fallback: null,
  parse(text) {
    const [, limit = '0', seconds = '0'] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
    return Number(limit) > 0 && Number(seconds) > 0
      ? { limit: Number(limit), windowMs: Number(seconds) * 1000 }
      : undefined
  },
  expected: 'must be a limit and the seconds of its window',
  example: '60/60',
}

const RULES = {
  GATE_LIMIT_BEGIN_PER_IP: 'beginPerIp',
  GATE_LIMIT_BEGIN_LINK_PER_ACCOUNT: 'beginLinkPerAccount',
  GATE_LIMIT_CALLBACK_PER_IP: 'callbackPerIp',
  GATE_LIMIT_CALLBACK_FAILURES_PER_IP: 'callbackFailuresPerIp',
  GATE_LIMIT_EXCHANGE_PER_IP: 'exchangePerIp',
  GATE_LIMIT_EXCHANGE_FAILURES_PER_IP: 'exchangeFailuresPerIp',
  GATE_LIMIT_REFRESH_PER_SESSION: 'refreshPerSession',
  GATE_LIMIT_STATUS_PER_SESSION: 'statusPerSession',
  GATE_LIMIT_TICKET_PER_SESSION: 'ticketPerSession',
} as const

const BUDGETS = {
  GATE_BUDGET_TOKEN_PER_MINUTE: 'outboundTokenPerMinute',
  GATE_BUDGET_INTROSPECT_PER_MINUTE: 'outboundIntrospectPerMinute',
  GATE_BUDGET_CODES_PER_IP_PER_MINUTE: 'outboundCodesPerIpPerMinute',
} as const

/** Nobody needs more requests per minute to the identity service. */
const LARGEST_BUDGET = 1_000_000

/** The throttles of the program side, as far as they are set. */
export function readThrottles(reader: SettingReader): Partial<ThrottleConfig> {
  const rules = Object.entries(RULES).flatMap(([name, field]) => {
    const rule = reader.read(name, RULE)
    return rule ? [[field, rule] as const] : []
  })
  const budgets = Object.entries(BUDGETS).flatMap(([name, field]) =>
    reader.has(name) ? [[field, reader.read(name, wholeNumber(1, 1, LARGEST_BUDGET))] as const] : [],
  )
  return Object.fromEntries<ThrottleRule | number>([...rules, ...budgets])
}
