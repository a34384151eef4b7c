import { expect, test } from 'vitest'
import { pinGuard } from './pin-guard.ts'

const open = () => {
  const said: string[] = []
  return { said, ...pinGuard((fault) => void said.push(fault)) }
}

// proves: threat-token-pin-lock
test('a PIN that was refused is not sent again, whatever happens to the process', () => {
  const guard = open()
  expect(guard.maySend()).toBe(true)
  guard.hear({ sendsPin: true })
  guard.hear({ fault: 'C_Login: CKR_PIN_INCORRECT', isAboutPin: true })
  expect([guard.isShut(), guard.maySend(), guard.maySend()]).toEqual([true, false, false])
})

// proves: threat-token-pin-lock
test('a process that ends twice while the token has the PIN may have been refused: it is not sent a third time', () => {
  const guard = open()
  for (let time = 0; time < 2; time += 1) {
    expect(guard.maySend()).toBe(true)
    guard.hear({ sendsPin: true })
  }
  expect([guard.maySend(), guard.isShut(), guard.said.length]).toEqual([false, true, 1])
})

test('a token that is away is opened again and again, because its PIN was not sent, or was taken', () => {
  const guard = open()
  for (let time = 0; time < 5; time += 1) {
    expect(guard.maySend()).toBe(true)
    guard.hear({ fault: 'C_Initialize: CKR_GENERAL_ERROR', isAboutPin: false })
  }
  for (let time = 0; time < 5; time += 1) {
    expect(guard.maySend()).toBe(true)
    guard.hear({ sendsPin: true })
    guard.hear({})
  }
  expect(guard.isShut()).toBe(false)
})
