// Takes over 10 s: the simulator, the command, the gate and nginx start one after the other.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { nginxAround } from '../deploy/nginx-around.ts'
import { findTool } from '../deploy/tools.ts'
import { useInitStage } from './init-stage.ts'
import { runProgram } from './stage.ts'

/** `portico-gate init` with the real nginx, which the tests of the world install. */

const nginx = findTool('nginx')
const { greets } = useInitStage()

test.skipIf(!nginx)(
  `what it writes for nginx starts, and a citizen of the simulator sees the page with her name${nginx ? '' : ' (nginx is missing)'}`,
  () =>
    greets('nginx', (home, base) => {
      const config = nginxAround(home, `access_log ${home}/access.log;`, 'include gate.conf;')
      writeFileSync(join(home, 'nginx.conf'), config)
      const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'nginx.log')]
      return runProgram(nginx ?? '', args, { url: base })
    }),
)
