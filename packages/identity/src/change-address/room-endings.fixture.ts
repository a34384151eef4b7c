import type { TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { ChangeCase, carryOutAll, WAIT_SECONDS } from './change-address.fixture.ts'

/** What ends all access of a citizen, by what the citizen does. The second part prepares it, and returns what ends it. */
export const endings = [
  [
    'takes the address back from somebody who has changed it',
    async (service: TestService, who: Citizen) => {
      const change = new ChangeCase(service, who)
      await change.finish()
      const link = await change.linkOf('address-changed')
      return () => change.keep(link)
    },
  ],
  [
    'gets an address that an operator has ordered, and that nothing has proven',
    async (service: TestService, who: Citizen) => {
      await new ChangeCase(service, who).order()
      service.clock.advance(WAIT_SECONDS)
      return () => carryOutAll(service)
    },
  ],
] as const
