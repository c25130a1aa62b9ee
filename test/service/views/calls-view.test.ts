import {describe, expect, it} from 'vitest';
import type {CallQuery} from '../../../service/domain/views.ts';
import type {CallRows, IndexedCall} from '../../../service/store/calls/read-calls.ts';
import {groupView, indexCalls, pageOfCalls} from '../../../service/views/calls-view.ts';

const call = (id: number, more: Partial<IndexedCall> = {}): IndexedCall => ({
	id: `cal_${id}`,
	method: 'GET',
	url: `http://shop.test/orders/${id}`,
	kind: 'test',
	status: 200,
	test_id: 'tst_1',
	run_id: 'run_1',
	...more,
});
const rows = (calls: IndexedCall[], more: Partial<CallRows> = {}): CallRows => ({
	batch: {id: 'bat_1'},
	calls,
	runs: [{id: 'run_1', test_id: 'tst_1', name: 'one', status: 'passed', kind: 'endpoint', teardown: 0, consumes: '[]'}],
	endpoints: [],
	values: [],
	links: [],
	edges: [],
	swept: [],
	...more,
});
const query = (more: Partial<CallQuery> = {}): CallQuery => ({pageSize: 25, after: null, bodies: true, ...more});

describe('a page of calls', () => {
	it('ends within a group of many calls, and the next one goes on there', () => {
		const index = indexCalls(
			rows([...Array.from({length: 450}, (_, id) => call(id)), call(900, {url: 'http://shop.test/last'})]),
		);
		const seen: string[] = [];
		const sizes: number[] = [];
		for (let after: string | null = null, page = 0; page === 0 || after !== null; page++) {
			const {parts, next} = pageOfCalls(index, query({after}));
			sizes.push(parts.reduce((sum, {calls}) => sum + calls.length, 0));
			for (const {group, calls} of parts) {
				seen.push(...calls.map(({id}) => id));
				if (group.path !== '/last') expect(groupView({group, calls}, new Map(), index.passedOf).calls).toBe(450);
			}
			after = next;
		}
		expect(sizes).toEqual([200, 200, 51]);
		expect(seen).toEqual([...Array.from({length: 450}, (_, id) => `cal_${id}`), 'cal_900']);
	});

	it('that begins at a group which is gone is refused', () => {
		const index = indexCalls(rows([call(1)]));
		expect(() => pageOfCalls(index, query({after: '["GET /gone",0]'}))).toThrow(/start it from its beginning/);
	});

	it('holds planned calls before the others of their group', () => {
		const calls = [call(1, {kind: 'discovery', run_id: null, test_id: null}), call(2), call(3, {kind: 'prerequisite'})];
		const {parts} = pageOfCalls(indexCalls(rows(calls)), query());
		expect(parts[0]!.calls.map(({id}) => id)).toEqual(['cal_2', 'cal_1', 'cal_3']);
		expect(groupView(parts[0]!, new Map(), () => true).other.counts).toEqual({
			discovery: 1,
			auth: 0,
			cleanup: 0,
			prerequisite: 1,
		});
	});
});

describe('whether a call did what its test wanted', () => {
	const cases: Array<['passed' | 'failed' | 'blocked' | 'cancelled' | 'running', Array<boolean | null>]> = [
		['passed', [true, true]],
		['failed', [true, false]],
		['blocked', [null, null]],
		['cancelled', [null, null]],
		['running', [null, null]],
	];
	it.each(cases)('of a test that is %s', (status, verdicts) => {
		const calls = [call(1), call(2)];
		const [run] = rows([]).runs;
		const index = indexCalls(rows(calls, {runs: [{...run!, status}]}));
		expect(calls.map(index.passedOf)).toEqual(verdicts);
	});

	it('is no question for calls that are no test', () => {
		const cleanup = call(1, {kind: 'cleanup'});
		expect(indexCalls(rows([cleanup])).passedOf(cleanup)).toBeNull();
	});
});

describe('a DELETE of the sweep', () => {
	it('uses the value that names its record, from the test that created it', () => {
		const url = 'http://shop.test/orders/7';
		const deleted = call(1, {kind: 'cleanup', method: 'DELETE', url, run_id: null, test_id: null});
		const other = {...deleted, id: 'cal_2', url: 'http://shop.test/orders/8'};
		const swept = [{url, variable: 'order_id', test_id: 'tst_1'}];
		const {contextOf} = indexCalls(rows([deleted, other], {swept}));
		expect(contextOf(deleted).uses).toEqual([
			{name: 'order_id', variableId: expect.stringMatching(/^var_/), fromTestId: 'tst_1', fromTitle: 'one'},
		]);
		expect(contextOf(other).uses).toEqual([]);
	});
});

describe('the arrows between groups', () => {
	it('are one per variable and pair of groups, with every test at their end', () => {
		const run = (id: string) => ({...rows([]).runs[0]!, id, test_id: id.replace('run', 'tst'), consumes: '["a"]'});
		const calls = [
			call(1, {url: 'http://shop.test/make', run_id: 'run_1'}),
			call(2, {run_id: 'run_2', test_id: 'tst_2'}),
			call(3, {run_id: 'run_3', test_id: 'tst_3'}),
		];
		const link = (run_id: string, role: 'produces' | 'uses', call_id: string | null) => ({
			run_id,
			name: 'a',
			role,
			call_id,
		});
		const index = indexCalls(
			rows(calls, {
				runs: [run('run_1'), run('run_2'), run('run_3')],
				links: [
					link('run_1', 'produces', 'cal_1'),
					link('run_2', 'uses', 'cal_2'),
					link('run_3', 'uses', 'cal_3'),
					link('run_3', 'uses', null),
				],
				edges: ['run_2', 'run_3'].map(to_run_id => ({
					to_run_id,
					variable: 'a',
					from_run_id: 'run_1',
					from_test_id: 'tst_1',
				})),
			}),
		);
		expect(pageOfCalls(index, query()).view.edges).toEqual([
			{
				variable: 'a',
				fromGroup: 'GET /make',
				toGroup: 'GET /orders/{orderId}',
				fromTestId: 'tst_1',
				toTestIds: ['tst_2', 'tst_3'],
			},
		]);
		expect(pageOfCalls(index, query({endpoint: 'make'})).view.edges).toEqual([]);
	});
});
