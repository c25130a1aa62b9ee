import type {LeftRecord, TryReport} from '../../../../contract/documents/try.ts';
import {describe, expect, it} from 'vitest';
import {batchSamples} from '../../../../contract/samples/batches.ts';
import {groupBlocked, groupFailures, groupRejected, tellLeft} from '../../../../source/commands/try/report.ts';
import type {PlanRow} from '../../../../contract/plan.ts';
import {tryReport} from '../../../../source/output/text/try-report.ts';

const left: LeftRecord = {
	label: 'subId',
	reason: 'no_delete_endpoint',
	resourceId: 'res_1',
	batchId: 'bat_1',
	method: 'POST',
	path: '/subs',
	id: 'sub_1',
	deletion: null,
	answered: null,
};

const shown: TryReport = {
	projectId: 'prj_1',
	kept: true,
	source: 'shop.json',
	targetUrl: 'http://127.0.0.1:1',
	endpoints: 39,
	families: 8,
	tests: 198,
	chains: 1,
	endpointsWithoutTests: 0,
	seconds: {discover: 0.2, plan: 0.1, generate: 0.1, run: 21},
	run: {passed: 194, failed: 4, blocked: 0, cancelled: 0, notRun: 0},
	isOutOfTime: false,
	firstPassSeconds: 1.5,
	failures: [
		{endpoint: 'POST /coupons', endpoints: 1, error: 'sent 15, got \u001b[31mback 0.15', rows: 4, runId: 'run_1'},
	],
	blocked: [],
	rejected: [],
	needsHelp: [{endpoint: 'POST /silences', said: '400 "bad"', command: "svc endpoint edit 'POST /silences'", tests: 3}],
	findings: 1,
	openFindings: [{findingId: 'fnd_1', kind: 'server_error', title: 'POST /todos: answers 500'}],
	cleanup: {deleted: 241, marked: 0, orphaned: [left], orphanedTotal: 1},
	missingValues: ['OWNER'],
	batchIds: ['bat_1'],
	next: ['svc ui failures prj_1', 'svc plan list --project prj_1'],
};

describe('a try that was ended', () => {
	const told = async (orphaned: number, hurry = new AbortController().signal) => {
		const said: string[][] = [];
		const notes = {say: (kind: string, text: string) => said.push([kind, text])};
		const cards = Array.from({length: orphaned}, (_, at) => ({
			label: '/users',
			resourceId: `res_${at}`,
			sourceEndpoint: {method: 'POST', path: '/users'},
			capturedId: `u-${at}`,
		}));
		const client = {
			call: async (route: {name: string}) => {
				hurry.throwIfAborted();
				if (route.name === 'listBatches') return {items: [{batchId: 'bat_2'}, {batchId: 'bat_1'}], nextToken: null};
				return {totals: {deletedRecords: 4}, orphaned: cards.splice(0, 4)};
			},
		};
		// The first signal has come.
		const context = {notes, hurry, signal: AbortSignal.abort()};
		await tellLeft({client, context} as never, 'prj_1');
		return said;
	};

	it('tells what all its batches have left, and not only the one that was stopped', async () => {
		expect(await told(6)).toEqual([
			[
				'warn',
				`6 records of all runs might be left: ${[0, 1, 2, 3, 4].map(at => `POST /users made u-${at}`).join(', ')}, and 1 more`,
			],
		]);
		expect(await told(0)).toEqual([]);
	});

	it('does not wait for it after a second signal', async () => {
		expect(await told(6, AbortSignal.abort())).toEqual([]);
	});
});

describe('the report', () => {
	const report = shown;

	it('is about ten lines in words of the terminal', () => {
		expect(tryReport(report)).toBe(
			[
				'shop.json   39 endpoints, 8 families, 198 tests, 1 chain  0.4 s',
				'run         194 passed · 4 failed · 0 blocked  21.0 s, the first green after 1.5 s',
				'your help   POST /silences answers 400 "bad" (3 tests)',
				"            svc endpoint edit 'POST /silences'",
				'failed      POST /coupons: sent 15, got ?[31mback 0.15 (4 tests)',
				'findings    1 · cleanup 241 records deleted, 1 might be orphaned',
				'left        POST /subs made subId sub_1 (no delete endpoint)',
				'            svc batch cleanup bat_1 --state orphaned',
				'look at     POST /todos: answers 500',
				'values      needed for more: VAR_OWNER',
				'            svc project env update prj_1 default --var OWNER=<value>, then svc test plan generate --project prj_1 --wait (<value>: what the API accepts there)',
				'next        svc ui failures prj_1 · svc plan list --project prj_1',
				'',
			].join('\n'),
		);
	});

	it('says how many of the deleted records the API only hides', () => {
		const cleanup = {deleted: 90, marked: 70, orphaned: [], orphanedTotal: 0};
		expect(tryReport({...report, cleanup})).toContain(
			'cleanup 90 records deleted (70 only marked so: the API keeps them)',
		);
		expect(tryReport({...report, cleanup: {...cleanup, marked: 90}})).toContain('(all only marked so');
	});

	it('says records that one call made and that stay for one reason in one line', () => {
		// Whether cleanup sent that DELETE, or a test did, is one.
		const archived = ['sub_1', 'sub_2', 'sub_3', 'sub_4'].map((id, at) => ({
			...{...left, id, reason: 'archived', answered: at === 0 ? null : 204},
			deletion: {method: 'DELETE', url: `http://127.0.0.1:1/subs/${id}`},
		}));
		const text = tryReport({...report, cleanup: {deleted: 2, marked: 0, orphaned: archived, orphanedTotal: 6}});
		expect(text).toContain(
			[
				'left        POST /subs made 4 records (archived): sub_1, sub_2, sub_3, …; DELETE http://127.0.0.1:1/subs/{id} is accepted, and removes nothing',
				'            and 2 more records',
			].join('\n'),
		);
		// The number of a record may stand in the address of the host, too.
		const numbered = archived.map((one, place) => ({
			...one,
			id: String(place),
			deletion: {method: 'DELETE', url: `http://127.0.0.1:1/subs/${place}`},
		}));
		expect(tryReport({...report, cleanup: {deleted: 2, marked: 0, orphaned: numbered, orphanedTotal: 4}})).toContain(
			'; DELETE http://127.0.0.1:1/subs/{id} is accepted',
		);
	});

	it('says what the DELETE of a record was answered, rather than that it can be sent', () => {
		const deletion = {method: 'DELETE', url: 'http://127.0.0.1:1/subs/sub_1'};
		const refused = {...left, reason: null, deletion, answered: 400};
		const other = {
			...refused,
			id: 'sub_3',
			deletion: {...deletion, url: 'http://127.0.0.1:1/subs/sub_3'},
			answered: 409,
		};
		const text = tryReport({
			...report,
			cleanup: {deleted: 2, marked: 0, orphaned: [refused, other], orphanedTotal: 2},
		});
		expect(text).toContain('made subId sub_1; DELETE http://127.0.0.1:1/subs/sub_1 answered 400\n');
		expect(text).toContain('made subId sub_3; DELETE http://127.0.0.1:1/subs/sub_3 answered 409\n');
		expect(text).not.toContain('can be deleted');
	});

	it('tells records of one name apart that might be left, and says how each is deleted', () => {
		const deletion = {method: 'DELETE', url: 'http://127.0.0.1:1/subs/sub_2'};
		const second = {...left, id: 'sub_2', reason: 'delete_failed', batchId: 'bat_2', deletion};
		const cleanup = {deleted: 2, marked: 0, orphaned: [left, second, {...left, id: null}], orphanedTotal: 5};
		const lines = [
			'left        POST /subs made subId sub_1 (no delete endpoint)',
			'left        POST /subs made subId sub_2 (delete failed); can be deleted with DELETE http://127.0.0.1:1/subs/sub_2',
			'left        POST /subs made subId, id unknown (no delete endpoint)',
			'            and 2 more records',
		];
		expect(tryReport({...report, cleanup})).toContain(
			[...lines, '            svc batch cleanup bat_1 --state orphaned', '            svc batch cleanup bat_2'].join(
				'\n',
			),
		);
		expect(tryReport({...report, cleanup, kept: false})).toContain(
			[...lines, '            delete them in the API, or run again with --keep-project'].join('\n'),
		);
	});

	it('of a project that is not kept names no command that needs it', () => {
		const command = "svc endpoint edit 'POST /silences' --sample-body '<body>' --project prj_1";
		const text = tryReport({...report, kept: false, next: [], needsHelp: [{...report.needsHelp[0]!, command}]});
		expect(text).not.toContain('prj_1');
		expect(text).toContain("again with --keep-project, then svc endpoint edit 'POST /silences' --sample-body '<body>'");
		expect(text).toContain('next        the project is deleted; --keep-project keeps it');
	});

	it('names the first findings and counts the others, none twice', () => {
		const named = ['a', 'b', 'c', 'd'].map(title => ({findingId: title, kind: 'shape', title}));
		const help = {findingId: 'h', kind: 'input_refused', title: 'POST /silences: refuses every body'};
		const text = tryReport({...report, findings: 7, openFindings: [help, ...named]});
		expect(text).toContain('look at     a\nlook at     b\nlook at     c\n            and 3 more findings\n');
		expect(text).not.toContain('refuses every body');
	});

	it('says what tests wait for that were not carried out', () => {
		const blocked = [
			{cause: 'waits for Create a coupon', tests: 4},
			...['a', 'b', 'c'].map(cause => ({cause, tests: 1})),
		];
		expect(tryReport({...report, blocked})).toContain(
			'blocked     waits for Create a coupon (4 tests)\nblocked     a\nblocked     b\n            and 1 more test\n',
		);
	});

	it('names what got no test, which no count of the run shows', () => {
		const item = {title: 'PUT /todos/{id} replaces a todo', rowId: 'row_1', testId: null, status: 'rejected' as const};
		const rejection = {code: 'malformed', message: 'it ends with AssertionError\nmore'};
		const rejected = groupRejected([
			{...item, kind: 'backend', attempt: 1, rejection},
			{...item, title: 'another', kind: 'backend', attempt: 1, rejection},
			{...item, title: 'ready', kind: 'backend', status: 'ready', attempt: 1, rejection: null},
		] as never);
		expect(rejected).toEqual([{cause: 'PUT /todos/{id} replaces a todo: it ends with AssertionError', tests: 2}]);
		expect(tryReport({...report, rejected})).toContain(
			'no test     PUT /todos/{id} replaces a todo: it ends with AssertionError (2 tests)\n',
		);
	});

	it('whose time was over says how many tests had none', () => {
		const run = {...report.run, passed: 20, cancelled: 3, notRun: 174};
		expect(tryReport({...report, run, isOutOfTime: true})).toContain(
			'run         20 passed · 4 failed · 0 blocked · 174 not run: the time was over  21.0 s',
		);
	});

	it('of many causes names the first and counts the rest', () => {
		const failures = Array.from({length: 6}, (_, index) => ({...report.failures[0]!, endpoint: `GET /${index}`}));
		const text = tryReport({...report, failures, missingValues: [], next: []});
		expect(text.match(/^failed /gm)).toHaveLength(4);
		expect(text).toContain('and 8 more tests');
	});
});

it('tests that were not carried out are told by what they wait for, the most first', () => {
	const batch = batchSamples.getBatch({params: {batchId: 'bat_1'}});
	const member = (testId: string, fields: object) => ({
		...batch.members[0]!,
		testId,
		status: 'blocked',
		error: null,
		...fields,
	});
	const producer = {testId: 'tst_9', title: 'Create a coupon'};
	const by = {variable: 'coupon_id', reason: 'producer_failed', producer, didYouMean: null};
	const members = [
		member('tst_1', {blockedBy: null, error: 'setup: no shop is open\nmore'}),
		member('tst_2', {blockedBy: by}),
		member('tst_3', {blockedBy: by}),
		member('tst_4', {status: 'failed', blockedBy: null, error: 'AssertionError: no'}),
		member('tst_5', {
			name: 'GET /feed',
			blockedBy: null,
			error: 'AssertionError: setup: expected at least one entry, got none',
		}),
		member('tst_6', {
			name: 'GET /log',
			blockedBy: null,
			error: 'AssertionError: setup: expected at least one entry, got none',
		}),
	];
	expect(groupBlocked([{...batch, members}], new Map([['tst_1', {endpointPath: 'GET /shops'} as PlanRow]]))).toEqual([
		{cause: 'waits for Create a coupon', tests: 2},
		{cause: 'GET /feed and 1 more endpoint: expected at least one entry, got none', tests: 2},
		{cause: 'GET /shops: no shop is open', tests: 1},
	]);
});

it('tests that one broken call stops are told once, whatever its answers differ in', () => {
	const batch = batchSamples.getBatch({params: {batchId: 'bat_1'}});
	const stopped = (name: string, error: string) => ({
		...batch.members[0]!,
		testId: `tst_${name}`,
		name,
		status: 'blocked',
		blockedBy: null,
		error: `AssertionError: setup: ${error}`,
	});
	const members = [
		stopped('GET /a', 'POST /a answered 500 instead of 201: {"trace":"x1"} (expected 201, got 500)'),
		stopped('PATCH /a/{id}', 'POST /a answered 500 instead of 201: {"trace":"x2"} (expected 201, got 500)'),
		stopped('GET /b', 'POST /b answered 500 instead of 201: {"trace":"x3"} (expected 201, got 500)'),
		stopped('GET /c', 'POST /a answered 409 instead of 201: {"trace":"x4"} (expected 201, got 409)'),
	];
	expect(groupBlocked([{...batch, members}], new Map())).toEqual([
		{cause: 'GET /a and 1 more endpoint: POST /a answered 500 instead of 201: {"trace":"x1"}', tests: 2},
		{cause: 'GET /b: POST /b answered 500 instead of 201: {"trace":"x3"}', tests: 1},
		{cause: 'GET /c: POST /a answered 409 instead of 201: {"trace":"x4"}', tests: 1},
	]);
});

it('what several endpoints show in the same words is one cause; a status alone is none', () => {
	const batch = batchSamples.getBatch({params: {batchId: 'bat_1'}});
	const failing = (name: string, error: string) => ({
		...batch.members[0]!,
		testId: `tst_${name}`,
		name,
		status: 'failed',
		failureKind: 'assertion',
		error: `AssertionError: ${error}`,
	});
	const members = [
		failing('GET /a/{id}', 'a null byte: expected 400 or 404, got 500: {"id":"1"}'),
		failing('GET /b/{id}', 'a null byte: expected 400 or 404, got 500: {"id":"2"}'),
		failing('POST /a', 'expected 201 Created, got 500: {"id":"3"}'),
		failing('POST /b', 'expected 201 Created, got 500: {"id":"4"}'),
	];
	const groups = groupFailures([{...batch, members}], new Map());
	expect(groups.map(({endpoint, endpoints, rows}) => [endpoint, endpoints, rows])).toEqual([
		['GET /a/{id}', 2, 2],
		['POST /a', 1, 1],
		['POST /b', 1, 1],
	]);
	const report = {...shown, failures: groups};
	expect(tryReport(report)).toContain('GET /a/{id} and 1 more endpoint: a null byte: expected');
});
