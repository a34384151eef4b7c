import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findDeciders, type Role } from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function add(name: string, role: Role, changed: Partial<Record<'standing', string>> = {}) {
  const { citizenId } = await addCitizen(service)
  await service.database.db.query`
    insert into operators (citizen_id, name, role, added_at) values (${citizenId}, ${name}, ${role}, to_timestamp(0))`
  if (changed.standing)
    await service.database.db
      .query`update citizens set standing = ${changed.standing} where citizen_id = ${citizenId}`
}

test('those with the role come first, then those above it; three at most, and nobody who cannot sign in', async () => {
  const deciders = async () => findDeciders(service.database.db)
  expect((await deciders())('security')).toEqual([])
  await add('Ada', 'administrator')
  await add('Sam', 'support')
  await add('Away', 'security', { standing: 'suspended' })
  const few = await deciders()
  expect([few('security'), few('administrator')]).toEqual([['Ada'], ['Ada']])
  for (const name of ['Zoe', 'bo', 'Cy']) await add(name, 'security')
  const many = await deciders()
  expect(many('security')).toEqual(['bo', 'Cy', 'Zoe'])
  expect(many('administrator')).toEqual(['Ada'])
  expect(many('support')).toEqual(['Sam', 'bo', 'Cy'])
})
