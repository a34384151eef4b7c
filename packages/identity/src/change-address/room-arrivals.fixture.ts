import { addCitizen } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import type { Arrivals, Arrived } from '../mailed-links/arrived.fixture.ts'
import { ChangeCase, carryOutAll } from './change-address.fixture.ts'

async function newAddress(service: TestService): Promise<Arrived> {
  const it = new ChangeCase(service, await addCitizen(service))
  await it.request()
  return {
    link: await it.linkOf('new-address', it.newEmail),
    isUsed: () => it.isKept(),
    use: () => it.confirm(),
  }
}

async function keptAddress(service: TestService): Promise<Arrived> {
  const it = new ChangeCase(service, await addCitizen(service))
  await it.begin()
  const link = await it.linkOf('address-change-begun')
  return { link, isUsed: async () => !(await it.isKept()), use: () => it.keep(link) }
}

async function undoneAddress(service: TestService): Promise<Arrived> {
  const it = new ChangeCase(service, await addCitizen(service))
  await it.finish()
  await carryOutAll(service)
  const link = await it.linkOf('address-changed')
  return {
    link,
    isUsed: async () => (await it.now()).email === it.citizen.email,
    use: () => it.keep(link),
  }
}

/** The links about a new address. */
export const arrivals: Arrivals = {
  'a new address': newAddress,
  'keeping the address': keptAddress,
  'getting the address back': undoneAddress,
}
