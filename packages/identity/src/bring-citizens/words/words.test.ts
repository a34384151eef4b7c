import { expect, test } from 'vitest'
import { inLanguage } from '../../platform/languages.ts'
import { BRING_WORDS } from './index.ts'

test.each([
  ['en', 'that account'],
  ['es', 'esa cuenta'],
  ['fr', 'ce compte'],
  ['de', 'dieses Konto'],
  ['ar', 'ذلك الحساب'],
  ['zh-Hans', '该账号'],
])('in %s the letter asks about the account of the other system, not about any: %s', (language, account) => {
  const { letters } = inLanguage(BRING_WORDS, language)
  const letter = { keepsPassword: false, address: 'https://id.test/recover/', movedFrom: undefined }
  expect(letters.moved(letter, 'Portico').after?.join()).toContain(account)
})
