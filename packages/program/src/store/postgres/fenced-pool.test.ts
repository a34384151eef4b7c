import { expect, test } from 'vitest'
import { fencePool } from './fenced-pool.ts'
import { timelineFence } from './timeline-fence.ts'

/** What the check of a new connection says, where the server answers the question for its timeline with this error. */
function checkOf(code: string): Promise<Error | undefined> {
  const options: { verify?: (client: object, done: (error?: Error) => void) => void } = {}
  fencePool({ options }, timelineFence({ log: () => undefined }))
  const refusal = Object.assign(new Error(code), { severity: 'ERROR', code })
  const client = { query: () => Promise.reject(refusal) }
  return new Promise((resolve) => options.verify?.(client, resolve))
}

// proves: failover-old-server-refused
test.each(['57014', '53200', '55000'])(
  'a new connection whose server cannot say its timeline now (%s) is not used: it may be an old primary',
  async (code) => {
    expect(await checkOf(code)).toMatchObject({ code })
  },
)

// proves: failover-fence-harmless
test.each(['42501', '42883', '0A000'])('one whose server never says it (%s) is used', async (code) => {
  expect(await checkOf(code)).toBeUndefined()
})
