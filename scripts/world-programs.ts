import { installWorldPrograms } from './system-programs.mjs'

/** Global set-up of the tests of the world: proxies, MariaDB and PHP, where they can be installed. */
export async function setup(): Promise<void> {
  await installWorldPrograms(process.env)
}
