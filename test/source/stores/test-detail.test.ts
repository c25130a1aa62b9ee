import {describe, expect, it} from 'vitest';
import {listTestRuns} from '../../../contract/routes/runs.ts';
import {getTest, getTestCode, putTestCode} from '../../../contract/routes/tests.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createTestDetails} from '../../../source/stores/test-detail.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleCode, sampleTest} from '../../helpers/wire-samples.ts';

const signal = new AbortController().signal;

function setUp() {
	const client = new StrictClient();
	const {context, session} = createTestStores(client);
	client.always(listTestRuns, () => ({runs: [], nextCursor: null, meta: {}}));
	return {client, details: createTestDetails(context, session)};
}

describe('the details of a test', () => {
	it('are its fields, its code and its runs, read together', async () => {
		const {client, details} = setUp();
		client.once(getTest, () => sampleTest({description: 'about'})).once(getTestCode, () => sampleCode('assert True'));
		await details.show('tst_1', signal);
		expect(details.store.getState()).toMatchObject({
			testId: 'tst_1',
			error: null,
			detail: {test: {description: 'about'}, code: {code: 'assert True'}, runs: []},
		});
		client.check();
	});

	it('are not read again for the same test, but when asked', async () => {
		const {client, details} = setUp();
		client.always(getTest, () => sampleTest()).always(getTestCode, () => sampleCode('x'));
		await details.show('tst_1', signal);
		await details.show('tst_1', signal);
		expect(client.calls).toHaveLength(3);
		await details.reload(signal);
		expect(client.calls).toHaveLength(6);
	});

	it('of a test without code are complete without it', async () => {
		const {client, details} = setUp();
		client
			.once(getTest, () => sampleTest())
			.once(getTestCode, () => {
				throw new ApiError('NOT_FOUND', 'There is no code.', {details: {reason: 'no_code'}});
			});
		await details.show('tst_1', signal);
		expect(details.store.getState().detail).toMatchObject({code: null});
	});

	it('that cannot be read say why', async () => {
		const {client, details} = setUp();
		const error = new ApiError('INTERNAL', 'broken');
		client
			.once(getTest, () => {
				throw error;
			})
			.once(getTestCode, () => sampleCode('x'));
		await details.show('tst_1', signal);
		expect(details.store.getState()).toMatchObject({detail: null, error});
	});

	it('of a test that was left meanwhile are dropped', async () => {
		const {client, details} = setUp();
		let answerFirst: (() => void) | undefined;
		client
			.once(getTest, () => new Promise(resolve => (answerFirst = () => resolve(sampleTest({name: 'first'})))))
			.once(getTest, () => sampleTest({id: 'tst_2', name: 'second'}))
			.always(getTestCode, () => sampleCode('x'));
		const first = details.show('tst_1', signal);
		await details.show('tst_2', signal);
		answerFirst?.();
		await first;
		expect(details.store.getState().detail?.test.name).toBe('second');
	});
});

describe('code that is put back', () => {
	it('names the version it replaces', async () => {
		const {client, details} = setUp();
		client.once(putTestCode, ({headers, body, idempotencyKey}) => {
			expect(headers).toEqual({'if-match': 'v3'});
			expect(body).toEqual({code: 'assert False'});
			expect(idempotencyKey).toMatch(/^cli-code-put-/);
			return {testId: 'tst_1', codeVersion: 'v4', updatedAt: '2026-01-31T09:30:00.000Z'};
		});
		expect((await details.writeCode('tst_1', 'assert False', 'v3')).codeVersion).toBe('v4');
	});
});
