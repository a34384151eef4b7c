import { expect, test, vi } from 'vitest'
import { createCleanup } from './cleanup.ts'

test('what was begun last is ended first', async () => {
  const ended: string[] = []
  const cleanup = createCleanup()
  for (const name of ['database', 'server', 'load']) cleanup.add(() => ended.push(name))
  await cleanup.run()
  expect(ended).toEqual(['load', 'server', 'database'])
})

test('one that fails does not keep the others from being ended', async () => {
  const say = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const ended: string[] = []
  const cleanup = createCleanup()
  cleanup.add(() => ended.push('database'))
  cleanup.add(() => Promise.reject(new Error('gone already')))
  await cleanup.run()
  expect(ended).toEqual(['database'])
  expect(say).toHaveBeenCalledWith('While ending: gone already\n')
  say.mockRestore()
})

test('nothing is ended twice, and what comes late is ended at once', async () => {
  const ended: string[] = []
  const cleanup = createCleanup()
  cleanup.add(() => ended.push('server'))
  await Promise.all([cleanup.run(), cleanup.run()])
  cleanup.add(() => ended.push('late'))
  expect(ended).toEqual(['server', 'late'])
})
