import {expect, it} from 'vitest';
import {getRunFailure} from '../../../contract/routes/failures.ts';
import {createFailures} from '../../../source/stores/failures.ts';
import {sampleFailure} from '../../helpers/failed-world.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';

it('reads why a run failed again when the one who was reading it has left', async () => {
	const client = new StrictClient();
	const failures = createFailures(createTestStores(client));
	let answer = () => {};
	const answered = new Promise<void>(resolve => {
		answer = resolve;
	});
	client.always(getRunFailure, async () => {
		await answered;
		return sampleFailure({testId: 'tst_1', runId: 'run_1'});
	});
	const left = new AbortController();
	const first = failures.look(['run_1'], left.signal);
	left.abort();
	const stays = new AbortController();
	const second = failures.look(['run_1'], stays.signal);
	// Whoever asks for the same meanwhile waits for that answer, and asks for no other.
	const third = failures.look(['run_1'], new AbortController().signal);
	answer();
	await Promise.all([first, second, third]);
	expect(failures.store.getState().digests.has('run_1')).toBe(true);
	expect(client.names()).toEqual(['getRunFailure', 'getRunFailure']);
});
