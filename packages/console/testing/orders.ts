import { carryOutOrders } from '../../identity/src/command/carry-out-orders.ts'
import { settingsFor } from '../../identity/src/command/portico.fixture.ts'
import { readConfig } from '../../identity/src/config.ts'
import { openServer } from '../../identity/src/open-database.ts'
import type { ConsoleStage } from './console-stage.ts'

/** A service that carries out the orders of a console. */
export interface OrdersStage {
  stop(): Promise<void>
}

/** Carries out the orders of a console as `portico serve` does, with these settings of the service. */
export function startOrders(
  { service, config: console }: ConsoleStage,
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
  return {
    async stop() {
      await orders.stop()
      await close()
    },
  }
}
