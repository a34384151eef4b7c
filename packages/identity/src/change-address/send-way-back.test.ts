import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { TestService } from '../../testing/test-service.ts'
import { closeCitizen, raiseSecurityVersion, suspendCitizen } from '../citizens/index.ts'
import { requireAnswer } from '../command/fitting-answer.fixture.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { endLinks } from '../mailed-links/index.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  type ChangeCase,
  carryOutAll,
  changedCase,
  newCase,
  startChangeService,
  UNDO_SECONDS,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'
import { sendWayBack } from './send-way-back.ts'

let service: TestService

beforeAll(async () => {
  service = await startChangeService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const send = ({ citizen }: ChangeCase) => {
  const { foundation, baseUrl } = service
  const needs = { ...foundation, baseUrl, serviceName: 'portico', timeZone: UTC, by: TEST_ORDER }
  return sendWayBack(needs, citizen, { reason: 'came with a passport', option: () => '' })
}
const suspend = ({ citizen }: ChangeCase) =>
  suspendCitizen(
    { ...service.foundation, by: TEST_ORDER, cause: 'taken-over' },
    { emailOrSubject: citizen.subject, reason: 'x' },
  )
const NOTHING = { ok: false, refusal: expect.objectContaining({ because: 'nothing-waits' }) }
const operatorsEvents = ({ citizen }: ChangeCase) =>
  service.database.db.query`
    select name, details from audit_events where citizen_id = ${citizen.citizenId} and actor = 'operator'`
const countOf = async (it: ChangeCase, kind: string, recipient?: string) =>
  (await it.letters(recipient)).filter((each) => each === kind).length

// proves: threat-address-taken-over
describe('the letter that takes the old address back', () => {
  test('comes once more; its link does what the first one does, and both addresses are told', async () => {
    const it = await changedCase(service)
    const first = await it.linkOf('address-changed')
    service.clock.advance(60)
    const sent = await send(it)
    if (!sent.ok) throw new Error('nothing was sent')
    await requireAnswer('citizen send-way-back', { subject: it.citizen.subject, ...sent.value.json })
    const second = await it.linkOf('address-changed')
    expect(second).not.toBe(first)
    expect([await countOf(it, 'address-changed'), await it.letters(it.newEmail)]).toEqual([
      2,
      expect.arrayContaining(['address-way-back']),
    ])
    // The operator has given nothing back.
    expect((await it.now()).email).toBe(it.newEmail)
    expect(await it.signsIn(it.citizen.email)).toBe(false)
    expect((await service.browser().get(first)).status).toBe(200)
    expect((await it.keep(second)).status).toBe(200)
    expect((await it.now()).email).toBe(it.citizen.email)
    expect((await service.browser().get(first)).status).not.toBe(200)
    expect(await operatorsEvents(it)).toEqual([
      { name: 'citizen-way-back-sent', details: { reason: 'came with a passport' } },
    ])
  })

  test('has no link for whoever reads the new address', async () => {
    const it = await changedCase(service)
    await send(it)
    const letter = await it.letter('address-way-back', it.newEmail)
    expect(JSON.stringify(letter)).not.toContain('/keep/')
    expect(JSON.stringify(letter)).not.toContain(it.citizen.email)
  })

  test('works though whoever has taken the account ended every session and link', async () => {
    const it = await changedCase(service)
    await raiseSecurityVersion(service.foundation.db, it.citizen.citizenId)
    expect(await send(it)).toMatchObject({ ok: true })
    expect((await it.keep(await it.linkOf('address-changed'))).status).toBe(200)
  })

  test('works though whoever has taken the account ends everything after it was sent', async () => {
    const it = await changedCase(service)
    service.clock.advance(60)
    await send(it)
    await raiseSecurityVersion(service.foundation.db, it.citizen.citizenId)
    await endLinks(service.foundation.db, 'everything', it.citizen.citizenId)
    await endLinks(service.foundation.db, 'new-password', it.citizen.citizenId)
    expect((await it.keep(await it.linkOf('address-changed'))).status).toBe(200)
    expect((await it.now()).email).toBe(it.citizen.email)
  })

  test('comes and works while the account is suspended, so the end of the suspension opens it to nobody else', async () => {
    const it = await changedCase(service)
    const first = await it.linkOf('address-changed')
    service.clock.advance(60)
    await suspend(it)
    expect(await send(it)).toMatchObject({ ok: true })
    const second = await it.linkOf('address-changed')
    expect((await service.browser().get(first)).status).toBe(200)
    expect((await it.keep(second)).status).toBe(200)
    expect(await it.now()).toMatchObject({ email: it.citizen.email, standing: 'suspended', passwordHash: '' })
    // A link for a new password would not work while the account is suspended, and would be over when it is not.
    expect(await it.letters()).toContain('address-given-back-suspended')
    expect(await it.letters()).not.toContain('was-not-me')
    const links = await service.foundation.db
      .query`select 1 from mailed_links where citizen_id = ${it.citizen.citizenId} and kind = 'recovery'`
    expect(links).toEqual([])
  })

  test('does nothing for a closed account, and nothing for a change after the one that it was sent for', async () => {
    const it = await changedCase(service)
    service.clock.advance(60)
    await send(it)
    const link = await it.linkOf('address-changed')
    await service.foundation.db.query`
      update address_changes set asked_at = to_timestamp(${service.clock.now() + 1}), undo_hash = stop_hash
       where citizen_id = ${it.citizen.citizenId}`
    expect((await service.browser().get(link)).status).not.toBe(200)
    const other = await changedCase(service)
    service.clock.advance(60)
    await send(other)
    const late = await other.linkOf('address-changed')
    const asked = { emailOrSubject: other.citizen.subject, reason: 'x' }
    await closeCitizen({ ...service.foundation, by: TEST_ORDER, erase: eraseCitizen }, asked)
    expect((await service.browser().get(late)).status).not.toBe(200)
  })

  test('is over when the time is over: it makes no day longer', async () => {
    const it = await changedCase(service)
    service.clock.advance(UNDO_SECONDS - 60)
    await send(it)
    const link = await it.linkOf('address-changed')
    service.clock.advance(60)
    expect((await it.keep(link)).status).not.toBe(200)
    expect(await send(it)).toMatchObject(NOTHING)
    await carryOutAll(service)
    expect([await send(it), (await it.now()).email]).toEqual([expect.objectContaining(NOTHING), it.newEmail])
  })

  test('wants the old address to be typed', async () => {
    const it = await changedCase(service)
    await send(it)
    expect((await it.keep(await it.linkOf('address-changed'), it.newEmail)).status).not.toBe(200)
    expect((await it.now()).email).toBe(it.newEmail)
  })
})

test('a change that waits is stopped by the link of the second letter, too', async () => {
  const it = await waitingCase(service)
  service.clock.advance(60)
  expect(await send(it)).toMatchObject({ ok: true })
  expect([await countOf(it, 'address-change-begun'), await it.letters(it.newEmail)]).toEqual([
    2,
    expect.not.arrayContaining(['address-way-back']),
  ])
  expect((await it.keep(await it.linkOf('address-change-begun'))).status).toBe(200)
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect((await it.now()).email).toBe(it.citizen.email)
})

describe('nothing is sent', () => {
  test('where no address was changed', async () => {
    const it = await newCase(service)
    expect(await send(it)).toMatchObject(NOTHING)
    expect([await it.letters(), await operatorsEvents(it)]).toEqual([[], []])
  })

  test('where the address was given back already', async () => {
    const it = await changedCase(service)
    await it.keep(await it.linkOf('address-changed'))
    expect(await send(it)).toMatchObject(NOTHING)
    expect(await countOf(it, 'address-changed')).toBe(1)
  })

  test('for a change that waited when the account was suspended: it is not carried out any more', async () => {
    const it = await waitingCase(service)
    await suspend(it)
    expect(await send(it)).toMatchObject(NOTHING)
  })

  test('by a dry run, which says to whom it would go, and shows no link', async () => {
    const it = await waitingCase(service)
    const run = (...more: readonly string[]) =>
      portico(settingsFor(service.database), ['citizen', 'send-way-back', it.citizen.email, ...more], {
        ask: 'nobody-there',
      })
    // The command has the clock of the system, for which this change may be over.
    const tried = await run('--dry-run')
    expect(tried.out).not.toMatch(/https?:/)
    expect(await run()).toMatchObject({ exitCode: 2, out: '' })
    expect([await countOf(it, 'address-change-begun'), await operatorsEvents(it)]).toEqual([
      1,
      expect.not.arrayContaining([expect.objectContaining({ name: 'citizen-way-back-sent' })]),
    ])
  })
})
