/**
 * How Node runs Portico. New objects get 16 MiB at a time instead of 32: a busy service needs 50 MiB less memory and is as
 * fast, because what it makes for a request is gone long before either is full.
 */
export const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']
