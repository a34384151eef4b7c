import { expect, test } from 'vitest'
import { ar } from './ar.ts'

test.each([
  [1, 'وننتظر يومًا واحدًا قبل', 'بعد يوم واحد.'],
  [2, 'وننتظر يومين قبل', 'بعد يومين.'],
  [3, 'وننتظر 3 أيام قبل', 'بعد 3 أيام.'],
])('Arabic waits %i days in the case that the sentence asks for', (count, app, removal) => {
  expect(ar.page.lead(count)).toContain(app)
  expect(ar.page.confirmLead(count)).toContain(removal)
})
