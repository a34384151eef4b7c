import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxAround } from '../deploy/nginx-around.ts'
import { ROOT } from '../deploy/tools.ts'
import { onPorts, type Started } from './stage.ts'

/** What an nginx needs of a stage. */
export type NginxStage = Pick<Started, 'ports' | 'folder' | 'base' | 'run'>

/** Runs the nginx of an example on the ports of a stage, with the files that the example shows. */
export async function runNginx(stage: NginxStage, nginx: string, example: string): Promise<void> {
  const { folder } = stage
  const text = readFileSync(join(ROOT, 'examples', example, 'nginx.conf'), 'utf8')
  const site = onPorts(stage, text, 'listen 8080')
  const question = readFileSync(join(ROOT, 'examples', example, 'gate-question.conf'), 'utf8')
  writeFileSync(join(folder, 'gate-question.conf'), question)
  writeFileSync(join(folder, 'site.conf'), site)
  const around = nginxAround(folder, `access_log ${folder}/access.log;`, 'include site.conf;')
  writeFileSync(join(folder, 'nginx.conf'), around)
  const log = join(folder, 'nginx.log')
  await stage.run(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log], { url: stage.base })
}
