import {describe, expect, it, onTestFinished} from 'vitest';
import {createDataDirectory, eventually, processesOf, startRealService} from './real-service.ts';
import {startTarget} from './target.ts';

const call = (ms: number) =>
	`import urllib.request\nassert urllib.request.urlopen(f"{BASE_URL}/slow/${ms}", timeout=120).status == 200\n`;

/** Of this file alone: other copies of it may run on the same machine. */
const nap = `time.sleep(987.${process.pid})`;

/** Six chains of three, so that at any moment something has ended, something runs and something waits. */
const tests = Array.from({length: 6}, (_, chain) => [
	{name: `first ${chain}`, code: `${call(40)}produce("a${chain}", ${chain})\n`, produces: [`a${chain}`]},
	{
		name: `second ${chain}`,
		code: `${call(40)}produce("b${chain}", variables["a${chain}"] + 1)\n`,
		consumes: [`a${chain}`],
		produces: [`b${chain}`],
	},
	{name: `third ${chain}`, code: `${call(40)}assert variables["b${chain}"] == ${chain + 1}\n`, consumes: [`b${chain}`]},
]).flat();

describe('a service killed with kill -9 in the middle of a batch', () => {
	it.each([0, 60, 130, 210, 300, 420])(
		'finishes the batch after its restart when it dies %i ms after the trigger, with one verdict a test',
		async delayMs => {
			const data = createDataDirectory();
			const target = await startTarget();
			let service = await startRealService(data);
			onTestFinished(async () => {
				await service.kill('SIGKILL');
				await target.close();
				data.remove();
			});
			const {projectId, testIds} = await service.project(target.url, tests);
			const batchId = await service.runAll(projectId);
			await new Promise(resolve => setTimeout(resolve, delayMs));
			await service.kill('SIGKILL');
			await eventually(() => expect(processesOf(data)).toEqual([]));

			service = await startRealService(data);
			const batch = await service.batchEnd(batchId);
			expect(batch.outcome).toBe('passed');
			expect(batch.summary).toMatchObject({total: tests.length, passed: tests.length, running: 0, queued: 0});
			for (const [name, testId] of Object.entries(testIds)) {
				const {runs} = await service.call<{runs: Array<{status: string}>}>('GET', `/tests/${testId}/runs`);
				expect([name, runs.map(run => run.status)]).toEqual([name, ['passed']]);
			}
		},
	);

	it('kills what its tests started, also while they sleep', async () => {
		const data = createDataDirectory();
		const target = await startTarget();
		const service = await startRealService(data);
		onTestFinished(async () => {
			await target.close();
			data.remove();
		});
		const {projectId} = await service.project(target.url, [
			{
				name: 'sleeps',
				code: `import subprocess, sys\nsubprocess.run([sys.executable, "-c", "import time; ${nap}"])\n`,
			},
		]);
		await service.runAll(projectId);
		const {execFileSync} = await import('node:child_process');
		const listed = () => execFileSync('ps', ['-eo', 'args'], {encoding: 'utf8'});
		await eventually(() => expect(listed()).toContain(nap));
		await service.kill('SIGKILL');
		await eventually(() => expect(listed()).not.toContain(nap));
		await eventually(() => expect(processesOf(data)).toEqual([]));
	});
});
