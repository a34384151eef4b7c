import { findSystemPrograms } from './system-programs.mjs'

/** Global set-up of tests that use Chromium or Redis: the processes that run the tests inherit where these are. */
export async function setup(): Promise<void> {
  Object.assign(process.env, await findSystemPrograms(process.env))
}
