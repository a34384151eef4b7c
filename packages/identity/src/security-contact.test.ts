import { expect, test } from 'vitest'
import { readSecurityContact } from './security-contact.ts'

test.each(['mailto:security@example.org', 'https://example.org/report?a=b', 'tel:+34-910-50-00-00'])(
  '%s is a contact',
  (given) => {
    expect(readSecurityContact(given)).toBe(given)
  },
)

test.each([
  '',
  'security@example.org',
  'http://example.org/',
  'javascript:alert(1)',
  'mailto:',
  'https://a.example/\nExpires: 2999-01-01T00:00:00Z',
  'https://a.example/ b',
  'mailto:a\nExpires: 2999-01-01T00:00:00Z\nContact: mailto:evil@example.org',
  'mailto:a b@example.org',
])('%j is none', (given) => {
  expect(readSecurityContact(given)).toBeUndefined()
})
