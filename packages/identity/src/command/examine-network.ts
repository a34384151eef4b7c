import type { Config } from '../config.ts'
import { systemClock } from '../platform/system-clock.ts'
import { probeRedis } from '../rate-limits/index.ts'
import { examineMail } from './examine-mail.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'

const PATIENCE_MILLISECONDS = 5_000

/** Checks that mail can be sent, that the port is free or ours, and that the public address reaches this service. */
export async function examineNetwork(config: Config): Promise<readonly Finding[]> {
  const port = examinePort(config)
  const found = await Promise.all([
    examineMail(config),
    examineRedis(config),
    port,
    examineMetricsPort(config),
    examineBaseUrl(config, port),
  ])
  return found.flat()
}

/** Another program on the port of the metrics keeps the service from starting. */
async function examineMetricsPort({ host, metricsPort }: Config): Promise<readonly Finding[]> {
  if (metricsPort === undefined || metricsPort === 0) return []
  const check = 'Metrics port'
  const place = `${host}:${metricsPort}`
  const other = wrong(
    check,
    `another program has ${place}`,
    'stop it, or choose another PORTICO_METRICS_PORT',
  )
  try {
    const answer = await ask(`http://${reachable(host)}:${metricsPort}/metrics`)
    if (!/^portico_/m.test(await answer.text())) return [other]
    return [ok(check, `a Portico answers on ${place}`)]
  } catch (error) {
    return [codeOf(error) === 'ECONNREFUSED' ? idle(check, `${place} is free`) : other]
  }
}

/** `Date` has whole seconds, and the answer was on its way for a while. */
const MOST_DATE_SKEW_SECONDS = 3

/** Whether the process behind the public address has the same time as this machine (RFC 9110 section 6.6.1). */
function examineDate(answer: Response): readonly Finding[] {
  const there = Date.parse(answer.headers.get('date') ?? '')
  const seconds = Math.round((there - systemClock.nowMilliseconds()) / 1000)
  if (Number.isNaN(seconds) || Math.abs(seconds) <= MOST_DATE_SKEW_SECONDS) return []
  return [
    wrong(
      'Clock',
      `the machine behind PORTICO_BASE_URL is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this one`,
      'set the clocks of both machines by NTP',
    ),
  ]
}

async function examineRedis({ redisUrl }: Config): Promise<readonly Finding[]> {
  if (redisUrl === undefined) return []
  try {
    await probeRedis(redisUrl)
    return [ok('Redis', `${hostOf(redisUrl)} answers`)]
  } catch (error) {
    const says = `${hostOf(redisUrl)} does not answer (${reasonOf(error)}); requests are counted in PostgreSQL meanwhile`
    return [wrong('Redis', says, 'check PORTICO_REDIS_URL and that Redis runs')]
  }
}

/** `ok`: the service answers on the port. `idle`: nothing does, so the service can start. */
async function examinePort({ host, port, serviceName }: Config): Promise<Finding> {
  const check = 'Port'
  if (port === 0) return ok(check, 'a free port will be used')
  const place = `${host}:${port}`
  try {
    const answer = await ask(`http://${reachable(host)}:${port}/api/health/`)
    if ((await memberOf(answer, 'service')) === serviceName)
      return ok(check, `a service named ${serviceName} answers on ${place}`)
    return wrong(check, `another program answers on ${place}`, 'stop it, or choose another PORTICO_PORT')
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED')
      return idle(check, `${place} is free: no process of the service listens there`)
    return wrong(
      check,
      `${place} does not answer HTTP (${reasonOf(error)})`,
      'check PORTICO_HOST, or choose another PORTICO_PORT',
    )
  }
}

async function examineBaseUrl({ baseUrl }: Config, port: Promise<Finding>): Promise<readonly Finding[]> {
  const check = 'Base URL'
  try {
    const answer = await ask(`${baseUrl}/.well-known/openid-configuration`)
    const issuer = await memberOf(answer, 'issuer')
    if (issuer === baseUrl)
      return [ok(check, `${baseUrl} leads to a service of this address`), ...examineDate(answer)]
    if (typeof issuer !== 'string') {
      const says = `${baseUrl} leads to something else (status ${answer.status})`
      return [wrong(check, says, 'check PORTICO_BASE_URL and the proxy in front')]
    }
    const says = `${baseUrl} names ${issuer.slice(0, 200)} as its issuer`
    return [wrong(check, says, 'start the service with this PORTICO_BASE_URL')]
  } catch (error) {
    if ((await port).state === 'idle')
      return [idle(check, `${baseUrl} does not answer, because nothing listens on its port: portico serve`)]
    const says = `${baseUrl} cannot be reached from here (${reasonOf(error)})`
    return [wrong(check, says, 'check its name, its certificate and the proxy in front')]
  }
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
}

/** A member of the JSON in an answer; nothing where it has no JSON or no such member. */
async function memberOf(answer: Response, name: string): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => undefined)
  return Object(body)[name]
}

/** A service that listens on all addresses answers on the loopback address. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server'
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return code ?? (error instanceof Error ? error.message : String(error))
}
