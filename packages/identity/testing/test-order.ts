import type { OperatorOrder } from '../src/audit/index.ts'

/** Who changes citizens, programs and keys in tests. */
export const TEST_ORDER: OperatorOrder = { actor: 'operator', operator: 'tester', reason: 'a test' }
