import type {CallInput, Client} from '../../source/client/client.ts';
import type {BatchMember} from '../../contract/batch.ts';
import type {Call} from '../../contract/call.ts';
import type {ResponseOf, Route} from '../../contract/route.ts';
import {sampleIds} from '../../contract/samples/ids.ts';
import {samples} from '../../contract/samples/index.ts';
import type {ApiError} from '../../source/errors/api-error.ts';
import {sampleCard, sampleCleanup, sampleCleanupTest} from './cleanup-samples.ts';
import {sampleCall, sampleFailure} from './failed-world.ts';
import {createWorld} from './shop-world.ts';
import {sampleVariable} from './variable-samples.ts';
import {sampleMember, sampleBatch} from './wire-samples.ts';
import type {WireWorld} from './wire-world.ts';

/** Names as people have them: several scripts, wide and combined characters, long ones. */
const names = [
	'Create an order',
	'注文サービスを呼び出す',
	'🚀 Launch the shop',
	'Cre\u0301er une commande',
	'A name that is much longer than any column of any screen could ever show to anyone',
	'👩\u200D💻 Read the desk',
	'한국어 주문',
	'ﾊﾝｶｸ',
];

/** What the ids of the contract's samples are called in the world. */
const worldIds: Partial<Record<keyof typeof sampleIds, string>> = {
	project: 'prj_1',
	test: 'tst_001',
	producerTest: 'tst_000',
	teardownTest: 'tst_002',
	run: 'run_001',
	producerRun: 'run_000',
	teardownRun: 'run_002',
	batch: 'bat_1',
	earlierBatch: 'bat_0',
};

/** The sample of a route's answer, with the ids of the world. */
function sampleOf(route: string, input: object): unknown {
	const sample = (samples as unknown as Record<string, ((input: object) => unknown) | undefined>)[route];
	if (!sample) throw new Error(`There is no sample for ${route}`);
	let text = JSON.stringify(sample(input));
	for (const [name, id] of Object.entries(worldIds))
		text = text.replaceAll(sampleIds[name as keyof typeof sampleIds], id);
	return JSON.parse(text);
}

/** The same answer with nothing in it. */
function emptied(value: unknown): unknown {
	if (Array.isArray(value)) return [];
	if (typeof value === 'number') return 0;
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, key === 'available' ? false : emptied(inner)]),
	);
}

/**
 * A service that answers every route there is, so that any screen can be opened on it: a project whose latest batch has
 * members of every status, with failures, calls, variables and cleanup. What it does not keep itself it answers with the
 * contract's own samples.
 */
export function createWholeWorld({count = 24, isRunning = false, isAscii = false} = {}): WireWorld {
	const world = createWorld({count, isRunning});
	const nameOf = isAscii ? (index: number) => `test ${index}` : foreignName;
	world.tests = world.tests.map((test, index) => ({...test, name: nameOf(index)}));
	const members = (world.batches.get('bat_1')?.members ?? []).map((member, index) => {
		const blocker = {testId: 'tst_003', title: nameOf(3)};
		return sampleMember({
			...member,
			name: nameOf(index),
			produces: [`value_${index}`],
			consumes: index > 0 ? [`value_${index - 1}`] : [],
			...(member.status === 'failed' ? {failureKind: 'assertion', error: 'AssertionError: 1 is not 2'} : {}),
			...(member.status === 'blocked'
				? {blockedBy: {variable: 'value_3', reason: 'producer_failed', producer: blocker, didYouMean: null}}
				: {}),
		});
	});
	world.batches.set('bat_1', sampleBatch(members));
	const earlier = members.map(member => ({...member, runId: member.runId.replace('run', 'run_earlier'), rev: 1}));
	const passed = earlier.map(member => sampleMember({...member, status: 'passed', label: undefined, blockedBy: null}));
	const before = sampleBatch(passed, {batchId: 'bat_0', createdAt: '2026-01-30T09:29:30.000Z'});
	world.batches.delete('bat_1');
	world.batches.set('bat_0', before);
	world.batches.set('bat_1', sampleBatch(members));

	world.answers['getRunFailure'] = ({params}) => {
		const failed = members.find(({runId}) => runId === params['runId']);
		return sampleFailure(failed ?? {testId: 'tst_003', runId: String(params['runId'])});
	};
	world.answers['listBatchVariables'] = () => ({
		batchId: 'bat_1',
		version: 1,
		items: variables(count, nameOf),
		nextToken: null,
	});
	world.answers['listProjectVariables'] = world.answers['listBatchVariables'];
	world.answers['getCleanup'] = () => cleanup;
	world.answers['listBatchCalls'] = () => callsOf(members);
	world.answers['listProjectCalls'] = world.answers['listBatchCalls'];
	world.answers['listTestRuns'] = ({params}) => {
		const {runs, ...page} = sampleOf('listTestRuns', {params}) as {runs: object[]};
		const statuses = ['failed', 'passed', 'blocked', 'passed'];
		const runOf = (status: string, index: number) => ({
			...runs[0],
			status,
			runId: index === 0 ? 'run_001' : `run_old_${index}`,
		});
		return {...page, runs: statuses.map(runOf)};
	};
	world.answers['getRun'] = ({params, query}) => {
		const member = members.find(({runId}) => runId === params['runId']);
		const known = member && {testId: member.testId, runId: member.runId, status: member.status, testTitle: member.name};
		const {steps, ...run} = sampleOf('getRun', {params, query}) as {steps?: object[]};
		const named = steps?.map((step, index) => ({...step, description: nameOf(index)}));
		return {...run, ...(named ? {steps: named} : {}), runId: params['runId'], ...known};
	};
	// Words of the service may hold any character, as names do.
	const plain = (answer: unknown) => JSON.parse(JSON.stringify(answer).replaceAll('→', '->'));
	world.otherwise = (route, input) => {
		const sample = sampleOf(route.name, input);
		return isAscii ? plain(sample) : sample;
	};
	return world;
}

const foreignName = (index: number): string => {
	const name = names[index % names.length] ?? '';
	return index < names.length ? name : `${name} ${index}`;
};

/** A service that knows a project and a batch of it, and has nothing to tell of them. */
export function createEmptyWorld(): WireWorld {
	const world = createWorld({count: 0});
	world.otherwise = (route, input) => {
		const sample = sampleOf(route.name, input);
		const empty = emptied(sample);
		return route.response.safeParse(empty).success ? {...(sample as object), ...(empty as object)} : sample;
	};
	return world;
}

const variables = (count: number, nameOf: (index: number) => string) =>
	Array.from({length: count}, (_, index) => {
		const isMissing = index % 5 === 4;
		return sampleVariable({
			variableId: `var_${index}`,
			name: `value_${index}`,
			value: isMissing ? null : `${nameOf(index)} {"id": ${index}}`,
			...(isMissing ? {state: 'missing', source: null, nearMisses: [`Value_${index}`]} : {}),
			...(index % 3 === 0 ? {usedBy: [], cleanupOutcome: 'orphaned'} : {}),
		});
	});

const cleanup = sampleCleanup({
	state: 'failed',
	orphaned: [
		sampleCard({resourceId: 'res_1', outcome: 'orphaned', badge: 'Might be orphaned', reason: 'no_delete_endpoint'}),
		sampleCard({
			resourceId: 'res_2',
			capturedId: '2',
			outcome: 'failed',
			cleanupTest: sampleCleanupTest({status: 'Failed', httpStatus: 409, responseBody: '{"error":"in use"}'}),
		}),
	],
	cleanedUp: Array.from({length: 12}, (_, index) =>
		sampleCard({
			resourceId: `res_${index + 3}`,
			capturedId: String(index),
			family: index % 2 ? '/orders' : '/users',
			outcome: 'auto',
			badge: 'Auto-cleaned',
			cleanupTest: sampleCleanupTest({cleanupTestId: `ctn_${index}`}),
		}),
	),
});

function callsOf(runs: ReadonlyArray<Pick<BatchMember, 'testId' | 'runId' | 'name'>>): unknown {
	const paths = ['/orders', '/orders/{orderId}', '/users', '/users/{userId}/letters', '/health'];
	const statuses = [201, 200, 404, 500, null];
	const calls = runs.flatMap((run, index) =>
		[0, 1].map((turn): Call => {
			const which = (index + turn) % paths.length;
			const status = statuses[(index * 2 + turn) % statuses.length] ?? null;
			const name = `value_${index}`;
			return sampleCall({
				testId: run.testId,
				runId: run.runId,
				callId: `cal_${index}_${turn}`,
				seq: index * 2 + turn,
				testTitle: run.name,
				method: turn === 0 ? 'POST' : 'GET',
				url: `http://shop.test${paths[which]}?q=${encodeURIComponent(run.name)}`,
				status,
				statusClass: status === null ? null : `${Math.floor(status / 100)}xx`,
				...(status === null ? {responseBody: null, responseHeaders: null, error: 'connection refused'} : {}),
				produces: turn === 0 ? [{name, variableId: `var_${index}`}] : [],
				uses:
					turn === 1 && index > 0
						? [
								{
									name: `value_${index - 1}`,
									variableId: `var_${index - 1}`,
									fromTestId: runs[index - 1]?.testId ?? null,
									fromTitle: runs[index - 1]?.name ?? null,
								},
							]
						: [],
			});
		}),
	);
	const keyOf = ({method, seq}: Call) => `${method} ${paths[(Math.floor(seq / 2) + (seq % 2)) % paths.length]}`;
	const keys = [...new Set(calls.map(keyOf))];
	const items = keys.map(groupKey => {
		const [method, path = ''] = groupKey.split(' ');
		const own = calls.filter(call => keyOf(call) === groupKey);
		return {
			groupKey,
			endpointId: null,
			method,
			path,
			family: `/${path.split('/')[1]}`,
			calls: own.length,
			passed: own.filter(({status}) => status !== null && status < 400).length,
			failed: own.filter(({status}) => status === null || status >= 400).length,
			items: own,
			other: {
				count: 1,
				counts: {discovery: 0, auth: 1, cleanup: 0, prerequisite: 0},
				items: own.slice(0, 1).map(call => ({...call, callId: `${call.callId}_auth`, kind: 'auth'})),
			},
		};
	});
	const edges = keys.slice(1).map((toGroup, index) => ({
		variable: `value_${index}`,
		fromGroup: keys[index],
		toGroup,
		fromTestId: runs[index]?.testId ?? 'tst_000',
		toTestIds: [runs[index + 1]?.testId ?? 'tst_001'],
	}));
	const summary = {tests: runs.length, calls: calls.length, endpoints: keys.length, cleanupDeletes: 2};
	return {batchId: 'bat_1', available: true, summary, items, edges, nextToken: null};
}

/** Stands between dashboard and service: lets calls through, keeps them waiting for ever, or refuses them. */
export class Gate implements Client {
	readonly wasReached = true;
	state: 'open' | 'silent' | ApiError = 'open';
	/** What came to it. */
	asked = 0;

	constructor(private readonly service: Client) {}

	async call<R extends Route>(route: R, input: CallInput<R> = {} as CallInput<R>): Promise<ResponseOf<R>> {
		await this.pass(input.signal);
		return this.service.call(route, input);
	}

	/** Resolves for whatever may go through now. */
	async pass(signal: AbortSignal | undefined): Promise<void> {
		this.asked++;
		if (this.state instanceof Error) throw this.state;
		if (this.state === 'open') return;
		await new Promise((_, reject) => {
			signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
		});
	}

	async close(): Promise<void> {}
}
