import { expect, test } from 'vitest'
import { errorPages } from './error-pages.ts'

const pages = errorPages()

test('a code that two parts answer has one page with both', () => {
  expect(pages['docs/errors/method_not_allowed.md']).toMatch(/## From the program[\s\S]*## From the gate/)
})

test.each(Object.entries(pages).filter(([path]) => !path.endsWith('README.md')))(
  '%s says what happened, whose fault it is, and what to do',
  (_path, page) => {
    const parts = page.split(/^## /m).slice(1)
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts)
      for (const name of ['What happened', 'Whose fault', 'What to do'])
        expect(part).toMatch(new RegExp(`^- \\*\\*${name}\\*\\*: \\S`, 'm'))
  },
)

test('links of a table lead to the same place from a page', () => {
  expect(pages['docs/errors/ticket_invalid.md']).toContain('](../integrate/tickets.md)')
  expect(pages['docs/errors/offline.md']).not.toContain('](#')
})
