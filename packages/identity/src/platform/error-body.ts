/** The page of the documentation about an error code: what happened, whose fault it is, what to do. */
export const pageOfError = (error: string): string => `docs/errors/${error}`

/** The body of a refusal (RFC 6749 section 5.2). Its description is a sentence and the page about the code. */
export function errorBody(
  error: string,
  sentence: string,
): { readonly error: string; readonly error_description: string } {
  return { error, error_description: `${sentence} See ${pageOfError(error)}` }
}
