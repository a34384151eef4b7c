import fc from 'fast-check'
import MimeNode from 'nodemailer/lib/mime-node'
import { expect, test } from 'vitest'
import { readEmail } from './email.ts'

const ODD = [
  ...'aZ0.@-_+%!#$&\'*/=?^`{|}~ ,;:<>()[]"\\\r\n\t\0',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u202e',
  '\uff20',
  '\u212a',
  '\u0130',
  '\u017f',
  '\u037e',
  '\u1fef',
  '\u3002',
  'e\u0301',
  '\ud800',
  '😀',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...ODD), maxLength: 40 }),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...ODD), maxLength: 12 }),
      fc.constantFrom('@example.test', '@EXAMPLE.test', '@a-b.c'),
    )
    .map((parts) => parts.join('')),
  fc.emailAddress(),
)

test('whatever comes is read or refused, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.anything()), (given) => {
      const read = readEmail(given)
      if (!read.ok) expect(['required', 'blank', 'max_length', 'invalid']).toContain(read.refusal)
      else expect(typeof given).toBe('string')
    }),
    { numRuns: 3_000 },
  )
})

test('what is read is its own only spelling: read again it is the same bytes', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readEmail(given)
      fc.pre(read.ok)
      expect(readEmail(read.value)).toEqual(read)
      for (const respelt of [
        read.value.toUpperCase(),
        ` ${read.value}\n`,
        `\ufeff${read.value}\u00a0`,
        read.value.normalize('NFD'),
      ])
        expect(readEmail(respelt)).toEqual(read)
    }),
    { numRuns: 3_000 },
  )
})

test('what is read holds no character that a mail program could divide, quote or comment by', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readEmail(given)
      fc.pre(read.ok)
      expect(read.value).toMatch(/^[!-~]+@[a-z0-9.-]+$/)
      expect(read.value).not.toMatch(/[A-Z\s,;:<>()[\]"\\]/)
      expect(read.value.split('@')).toHaveLength(2)
      expect(Buffer.byteLength(read.value)).toBe(read.value.length)
    }),
    { numRuns: 3_000 },
  )
})

test('the writer of mails reads the same one recipient, with no name and no group', () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readEmail(given)
      fc.pre(read.ok && !read.value.includes('xn--'))
      const node = new MimeNode('text/plain')
      node.setHeader({ from: 'a@example.test', to: read.value })
      expect(node.getEnvelope().to).toEqual([read.value])
    }),
    { numRuns: 1_000 },
  )
})
