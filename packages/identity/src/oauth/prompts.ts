/** The values of `prompt` (OpenID Connect Core section 3.1.2.1; `create` is of Initiating User Registration 1.0, section 3). */
export const PROMPTS = ['none', 'login', 'consent', 'select_account', 'create'] as const
