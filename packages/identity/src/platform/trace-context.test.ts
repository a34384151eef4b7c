import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTraceParent } from './trace-context.ts'

const traceIdOf = (header: string | undefined) => readTraceParent(header)?.traceId

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

// proves: seeing-trace-context-in, threat-trace-header
describe('the trace of a request is that of its traceparent (W3C Trace Context 3.2)', () => {
  test.each([
    ['as the standard writes it', `00-${TRACE}-${PARENT}-01`],
    ['not sampled', `00-${TRACE}-${PARENT}-00`],
    ['of a later version', `01-${TRACE}-${PARENT}-01`],
    ['of a later version with a further field', `cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`],
  ])('%s', (_what, header) => {
    expect(traceIdOf(header)).toBe(TRACE)
  })

  test.each([
    ['there is none', undefined],
    ['it is empty', ''],
    ['the version is ff', `ff-${TRACE}-${PARENT}-01`],
    ['the trace id is zero', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['the parent is zero', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['it is in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['it is short', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['the flags are missing', `00-${TRACE}-${PARENT}`],
    ['version 00 has a further field', `00-${TRACE}-${PARENT}-01-more`],
    ['a later version goes on without a dash', `01-${TRACE}-${PARENT}-01more`],
    ['there are two', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['something is before it', ` 00-${TRACE}-${PARENT}-01`],
    ['a line follows', `00-${TRACE}-${PARENT}-01\n{"forged":"line"}`],
  ])('none where %s', (_what, header) => {
    expect(traceIdOf(header)).toBeUndefined()
  })

  test.each([
    ['00', false],
    ['01', true],
    ['02', false],
    ['ff', true],
  ])('flags %s: recorded is %s', (flags, isSampled) => {
    expect(readTraceParent(`00-${TRACE}-${PARENT}-${flags}`)).toEqual({
      traceId: TRACE,
      spanId: PARENT,
      isSampled,
    })
  })

  test('whatever comes: nothing, or 32 hexadecimal digits', () => {
    const part = fc.constantFrom('00', '01', 'ff', TRACE, PARENT, '-', '\n', ' ', '0', 'g')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
        ),
        (header) => {
          expect(traceIdOf(header) ?? TRACE).toMatch(/^[\da-f]{32}$/)
        },
      ),
    )
  })
})
