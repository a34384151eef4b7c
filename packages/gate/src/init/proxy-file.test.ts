import { UsageFault } from '@portico/program/command'
import { expect, test } from 'vitest'
import { type Choices, PROXIES, readChoices } from './choices.ts'
import { proxyFile } from './proxy-file.ts'

const choices = (given: Readonly<Record<string, string>>): Choices =>
  readChoices({ words: [], flag: () => false, text: (name) => given[name] })
const chosen = (proxy: (typeof PROXIES)[number], given: Readonly<Record<string, string>>) =>
  proxyFile(proxy, choices({ proxy, ...given }))[1]

// Each address is the example of the other place in the reference files.
test.each(PROXIES)(
  '%s asks the gate, also where it listens at the address that the reference has for the back end',
  (proxy) => {
    const text = chosen(proxy, { listen: '127.0.0.1:8000', 'back-end': '127.0.0.1:9000' })
    const [swapped, plain] = [
      chosen(proxy, { listen: '127.0.0.1:8000', 'back-end': '127.0.0.1:4180' }),
      chosen(proxy, { listen: '127.0.0.1:1111', 'back-end': '127.0.0.1:2222' }),
    ]
    expect(text).toBe(
      plain.replaceAll('127.0.0.1:1111', '127.0.0.1:8000').replaceAll('127.0.0.1:2222', '127.0.0.1:9000'),
    )
    expect(swapped).toBe(
      plain.replaceAll('127.0.0.1:1111', '127.0.0.1:8000').replaceAll('127.0.0.1:2222', '127.0.0.1:4180'),
    )
    expect(plain).toContain('127.0.0.1:1111')
  },
)

test.each(PROXIES)('%s has a host that contains the one of the reference as it is', (proxy) => {
  const text = chosen(proxy, { program: 'https://my.permits.example.org' })
  expect(text).toContain('my.permits.example.org')
  expect(text).not.toContain('my.my.')
})

test('the gate and the back end cannot have one address', () => {
  const same = { listen: '127.0.0.1:9000', 'back-end': '127.0.0.1:9000' }
  expect(() => choices(same)).toThrow(UsageFault)
})
