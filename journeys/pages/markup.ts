import { HtmlValidate } from 'html-validate'

/** The rules of the HTML standard, of which some are about style only. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // The pages leave out what the standard allows to leave out.
    'no-implicit-close': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'text-content': 'error',
  },
})

/** What an HTML validator finds in a page. */
export async function findMarkupFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (line ${line}, column ${column})`,
    ),
  )
}
