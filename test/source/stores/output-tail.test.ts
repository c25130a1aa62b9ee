import {describe, expect, it} from 'vitest';
import type {BatchMember} from '../../../contract/batch.ts';
import {getTestResult} from '../../../contract/routes/results.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createOutputTail} from '../../../source/stores/output-tail.ts';
import {settle} from '../../helpers/fake-clock.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleMember, sampleResult} from '../../helpers/wire-samples.ts';

function setUp() {
	const client = new StrictClient();
	const {context, session, clock} = createTestStores(client);
	return {client, clock, output: createOutputTail(context, session)};
}

describe('the output of the selected member', () => {
	it('is read once a second while it runs, and a last time when it has ended', async () => {
		const {client, clock, output} = setUp();
		let member: BatchMember = sampleMember({status: 'running'});
		let reads = 0;
		client.always(getTestResult, () => sampleResult({apiOutput: `line ${++reads}`}));
		const watching = output.watch('run_1', () => member, new AbortController().signal);
		await clock.advance(2500);
		expect(reads).toBe(3);
		expect(output.store.getState().result?.apiOutput).toBe('line 3');
		member = sampleMember({status: 'passed'});
		await clock.advance(1000);
		await watching;
		await clock.advance(10_000);
		expect(reads).toBe(4);
	});

	it('is read once for a member that has ended', async () => {
		const {client, clock, output} = setUp();
		client.once(getTestResult, () => sampleResult({trace: 'AssertionError'}));
		await output.watch('run_1', () => sampleMember({status: 'failed'}), new AbortController().signal);
		await clock.advance(5000);
		expect(client.names()).toEqual(['getTestResult']);
		expect(output.store.getState().result?.trace).toBe('AssertionError');
	});

	it('is not asked for before the member runs', async () => {
		const {client, clock, output} = setUp();
		const left = new AbortController();
		const watching = output.watch('run_1', () => sampleMember({status: 'queued'}), left.signal);
		await clock.advance(3000);
		left.abort();
		await watching;
		expect(client.names()).toEqual([]);
	});

	it('stops when another member is selected', async () => {
		const {client, clock, output} = setUp();
		client.always(getTestResult, () => sampleResult());
		const left = new AbortController();
		const watching = output.watch('run_1', () => sampleMember({status: 'running'}), left.signal);
		await settle();
		left.abort();
		await watching;
		await clock.advance(5000);
		expect(client.names()).toHaveLength(1);
		expect(clock.pending()).toBe(0);
	});

	it('of a later run of the same test is not taken for this one', async () => {
		const {client, output} = setUp();
		client.once(getTestResult, () => sampleResult({runIdIfAvailable: 'run_2', apiOutput: 'of another run'}));
		await output.watch('run_1', () => sampleMember({status: 'passed'}), new AbortController().signal);
		expect(output.store.getState()).toEqual({runId: 'run_1', result: null, isSuperseded: true});
	});

	it('may be missing', async () => {
		const {client, output} = setUp();
		client.once(getTestResult, () => {
			throw new ApiError('CONFLICT', 'The result is being written.', {details: {reason: 'snapshot_in_flight'}});
		});
		await output.watch('run_1', () => sampleMember({status: 'passed'}), new AbortController().signal);
		expect(output.store.getState().result).toBe(null);
	});
});
