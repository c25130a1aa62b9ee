import type {Engine} from './engine.ts';

const patienceMs = 60_000;

/** Runs tests of a project and waits until their batch has ended with its cleanup. */
export async function runToEnd(
	engine: Pick<Engine, 'triggerBatch' | 'readBatch' | 'waitForBatch'>,
	accountId: string,
	request: {projectId: string; testIds: string[]},
): Promise<void> {
	const {batchId} = await engine.triggerBatch(accountId, {...request, trigger: 'run', source: 'portal'});
	if (!batchId) return;
	for (let since = 0; ; ) {
		const {phase, version} = await engine.readBatch(accountId, batchId, since);
		if (phase === 'done') return;
		since = version;
		await engine.waitForBatch(batchId, since, patienceMs, new AbortController().signal);
	}
}
