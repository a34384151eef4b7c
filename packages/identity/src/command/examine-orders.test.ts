import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProgram } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { disableClient } from '../clients/index.ts'
import { examineOrders } from './examine-orders.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const examine = (ordersFrom?: string) => examineOrders({ ordersFrom }, service.database.db)

test('says whether the console is a program that is enabled', async () => {
  expect(await examine()).toEqual([])
  expect(await examine('nobody')).toMatchObject([{ state: 'wrong', says: expect.stringContaining('nobody') }])
  const { clientId } = await addProgram(service, { name: 'The console' })
  expect(await examine(clientId)).toMatchObject([
    { state: 'ok', says: expect.stringContaining('The console') },
  ])
  await disableClient(service.foundation, clientId)
  expect(await examine(clientId)).toMatchObject([{ state: 'wrong' }])
})

test('says that orders wait for a service', async () => {
  await service.database.db.query`
    insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, asked_at, ends_at)
    values (gen_random_uuid(), gen_random_uuid(), 'citizen close', 'x', '{}', 'a test', '', 'r', 'asked', now() - interval '2 minutes', now() + interval '1 hour')`
  const { clientId } = await addProgram(service)
  for (const from of [undefined, clientId])
    expect(await examine(from)).toMatchObject([
      { state: 'wrong', says: '1 order without an answer for a minute' },
    ])
  await service.database.db.query`update console_orders set state = 'done'`
  expect(await examine()).toEqual([])
})
