import { setTimeout as wait } from 'node:timers/promises'
import { carryOutOrders } from '../../identity/src/command/carry-out-orders.ts'
import { settingsFor } from '../../identity/src/command/portico.fixture.ts'
import { readConfig } from '../../identity/src/config.ts'
import { VIEWS_SCHEMA } from '../../identity/src/console-role/index.ts'
import { openServer } from '../../identity/src/open-database.ts'
import { type DatabasePool, openPool } from '../../identity/src/platform/postgres/connect.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from './console-stage.ts'

/** A console with its operators, of whom each has a role and is signed in at the service, and the database as the console has it. */
export interface OperatorsStage {
  readonly stage: ConsoleStage
  readonly support: ConsoleBrowser
  readonly security: ConsoleBrowser
  readonly administrator: ConsoleBrowser
  readonly views: DatabasePool
  close(): Promise<void>
}

/** Opens a console whose operators may look as often as a test does. */
export async function openOperators(): Promise<OperatorsStage> {
  const stage = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000' })
  const views = openPool(
    { kind: 'url', url: `${stage.config.databaseUrl}&search_path=${VIEWS_SCHEMA}` },
    { connections: 2, deadlineMilliseconds: 20_000, access: 'any' },
  )
  return {
    ...{ stage, views },
    support: await stage.operator('support'),
    security: await stage.operator('security'),
    administrator: await stage.operator('administrator'),
    async close() {
      await views.close()
      await stage.close()
    },
  }
}

const LOOK_MILLISECONDS = 20

/** A service that carries out the orders of a console. */
export interface OrdersStage {
  stop(): Promise<void>
}

/** Carries out the orders of a console as `portico serve` does, with these settings of the service. */
export function startOrders(
  { service, config: console, carriers }: ConsoleStage,
  settings: Readonly<Record<string, string>> = {},
): OrdersStage {
  const { address } = service.database
  const server = openServer(address)
  const close = async () => {
    await server.db.close()
    await server.reads.close()
  }
  const orders = carryOutOrders({
    config: readConfig({ ...settingsFor(service.database), ...settings }),
    consoleClientId: console.clientId,
    database: { ...server, address, clock: service.clock, revive: async () => undefined, close },
    log: service.foundation.log,
  })
  const looking = lookOften(orders)
  carriers.add(looking)
  return {
    async stop() {
      carriers.delete(looking)
      await orders.stop()
      await looking.stop()
      await close()
    },
  }
}

/** Looks for orders more often than a service does, so that no test waits for the next look. */
function lookOften({ round }: Pick<ReturnType<typeof carryOutOrders>, 'round'>): OrdersStage {
  let isOver = false
  const look = async () => {
    // A look that fails is repeated by the service's own.
    while (!isOver) if ((await round().catch(() => 'done')) === 'done') await wait(LOOK_MILLISECONDS)
  }
  const looking = look()
  return {
    async stop() {
      isOver = true
      await looking
    },
  }
}

/** What an operator gives with each order. */
export const WHY = { ticket: 'T-17', reason: 'The citizen called' }

/** The words of a page. */
export const mainOf = ({ html }: Visited): string =>
  (html.querySelector('main')?.text ?? '').replace(/\s+/g, ' ').trim()

/** Opens the form of an act on a citizen. */
export const openAct = (who: ConsoleBrowser, act: string, subject: string): Promise<Visited> =>
  who.open(`/act/?${new URLSearchParams({ act, subject })}`)

/** Orders an act on a citizen. Returns the page that tells what it would do, or why not. */
export async function orderAct(
  who: ConsoleBrowser,
  { act, subject }: { readonly act: string; readonly subject: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<Visited> {
  return who.send(
    await openAct(who, act, subject),
    { ...WHY, ...fields },
    { button: 'Tell me what would happen' },
  )
}

/** Says yes to what was told. */
export const doIt = (who: ConsoleBrowser, told: Visited): Promise<Visited> =>
  who.send(told, {}, { button: 'Do it' })

/** What operators have done to a citizen, without their looks. */
export const operatorEvents = ({ service }: ConsoleStage, citizenId: string) =>
  service.database.db.query<{ name: string; operator: string; address: string; details: object }>`
    select name, operator, address, details from audit_events
     where citizen_id = ${citizenId} and operator is not null and name <> 'operator-looked' order by written_in, event_id`
