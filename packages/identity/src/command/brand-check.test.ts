import { expect, test } from 'vitest'
import { GOOD, writeBrand } from '../brand/brand.fixture.ts'
import { ConfigFaults, readConfig } from '../config.ts'
import { brandCheck } from './brand-check.ts'
import { requireAnswer } from './fitting-answer.fixture.ts'

async function check(file: string) {
  const answer = await brandCheck({
    words: 'brand check',
    given: { operand: () => file, flag: () => false, text: () => undefined, texts: () => [] },
    terminal: {
      out: () => undefined,
      err: () => undefined,
      stopped: () => new AbortController().signal,
      user: () => 'tester',
    },
    asJson: false,
    environment: async () => ({}),
    config: () => readConfig({}),
    openDatabase: () => Promise.reject(new Error('no database is needed')),
  })
  await requireAnswer('brand check', answer?.json)
  return answer
}

test('a good file is good, and needs neither settings nor a database', async () => {
  expect(await check(writeBrand(GOOD))).toMatchObject({ json: { faults: [], name: GOOD.name, logo: 'svg' } })
})

test('each fault is a line, and the command ends with 1; the start says the same', async () => {
  const path = writeBrand({ name: '', links: { help: 'x' } })
  const answer = await check(path)
  expect([answer?.exitCode, answer?.lines.length]).toEqual([1, 2])
  const start = () => readConfig({ PORTICO_BRAND_FILE: path })
  expect(start).toThrow(ConfigFaults)
  for (const line of answer?.lines ?? []) expect(start).toThrow(`PORTICO_BRAND_FILE ${path}: ${line}`)
})

test('the name of the file is the name of the service, unless the setting has another', () => {
  const path = writeBrand(GOOD)
  expect(readConfig({ PORTICO_BRAND_FILE: path }).serviceName).toBe(GOOD.name)
  expect(readConfig({ PORTICO_BRAND_FILE: path, PORTICO_SERVICE_NAME: 'Other' }).serviceName).toBe('Other')
})

test('a setting with a name is the name in every language; the English name of the file is the one for machines', () => {
  const name = { de: 'Konten', en: 'Accounts' }
  const path = writeBrand({ name, contact: { phone: '112' } })
  expect(readConfig({ PORTICO_BRAND_FILE: path })).toMatchObject({ serviceName: 'Accounts', brand: { name } })
  const { serviceName, brand } = readConfig({ PORTICO_BRAND_FILE: path, PORTICO_SERVICE_NAME: 'Other' })
  expect([serviceName, brand]).toEqual(['Other', { links: {}, contact: { phone: '112' } }])
})
