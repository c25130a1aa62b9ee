import type {CallInput, Client} from '../../source/client/client.ts';
import {scopes} from '../../contract/enums.ts';
import type {Batch} from '../../contract/batch.ts';
import type {Project} from '../../contract/project.ts';
import type {ResponseOf, Route} from '../../contract/route.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import type {Test} from '../../contract/test.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {mergeBatch} from '../../contract/merge-batch.ts';
import {requireIdempotencyKey} from './require-idempotency-key.ts';
import {sampleCode, sampleResult} from './wire-samples.ts';

type Wire = {
	params: Record<string, string>;
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	signal: AbortSignal | undefined;
};
type Handler = (wire: Wire, headers: Record<string, string>) => unknown;

/**
 * A small service in memory that speaks the contract: it keeps projects, tests and batches, pages its lists, holds long
 * polls until something changes, and parses every answer by its schema. For tests of whole screens; a route that it
 * does not have fails by name.
 */
export class WireWorld implements Client {
	readonly wasReached = true;
	projects: Project[] = [];
	tests: Test[] = [];
	readonly batches = new Map<string, Batch>();
	readonly codes = new Map<string, {code: string; codeVersion: string}>();
	readonly results = new Map<string, CliLatestResult>();
	/** Names of the routes that were called, with their ids. */
	readonly calls: string[] = [];
	/** Answers of routes that a test brings along, by their names; each is parsed by the schema of its route. */
	readonly answers: Record<string, Handler> = {};
	/** Answers routes that neither the world nor the test has. */
	otherwise: ((route: Route, wire: Wire) => unknown) | null = null;
	/** Thrown by every call while it is set. */
	failure: ApiError | null = null;
	private readonly waiting = new Set<() => void>();

	async call<R extends Route>(route: R, input: CallInput<R> = {} as CallInput<R>): Promise<ResponseOf<R>> {
		const wire: Wire = {
			params: (input.params ?? {}) as Record<string, string>,
			query: (input.query ?? {}) as Record<string, unknown>,
			body: (input.body ?? {}) as Record<string, unknown>,
			signal: input.signal,
		};
		this.calls.push([route.name, ...Object.values(wire.params)].join(' '));
		requireIdempotencyKey(route, input);
		if (this.failure) throw this.failure;
		const {otherwise} = this;
		const handler =
			this.answers[route.name] ??
			this.handlers[route.name] ??
			(otherwise ? (given: Wire) => otherwise(route, given) : undefined);
		if (!handler) throw new Error(`The world has no route ${route.name}`);
		const answer = await handler(wire, input.headers ?? {});
		wire.signal?.throwIfAborted();
		if (this.failure) throw this.failure;
		return route.response.parse(structuredClone(answer)) as ResponseOf<R>;
	}

	async close(): Promise<void> {}

	/** Changes a batch: a new version, in which changed members carry their new `rev`. */
	change(batchId: string, update: (batch: Batch) => Batch): void {
		const before = this.batches.get(batchId);
		if (!before) throw new Error(`There is no batch ${batchId}`);
		const after = update(before);
		const version = before.version + 1;
		const known = new Map(before.members.map(member => [member.runId, member]));
		const members = after.members.map(member =>
			known.get(member.runId) === member ? member : {...member, rev: version},
		);
		this.batches.set(batchId, {
			...after,
			version,
			members,
			waves: after.waves.map(wave => ({...wave, rev: version})),
		});
		this.wake();
	}

	/** Lets held requests look again. */
	wake(): void {
		for (const look of this.waiting) look();
	}

	/** Requests that are held. */
	get held(): number {
		return this.waiting.size;
	}

	private readonly handlers: Record<string, Handler> = {
		getMe: () => ({userId: 'usr_1', keyId: 'key_1', env: 'development', scopes: [...scopes]}),
		listProjects: ({query}) => this.page(this.projects, query),
		getProject: ({params}) => this.find(this.projects, params['projectId'], 'project'),
		createProject: ({body}) => {
			const created = {
				...body,
				id: `prj_${this.projects.length + 1}`,
				projectId: `prj_${this.projects.length + 1}`,
				createdFrom: 'cli',
				createdAt: '2026-01-31T09:30:00.000Z',
				updatedAt: '2026-01-31T09:30:00.000Z',
			} as unknown as Project;
			this.projects = [created, ...this.projects];
			return created;
		},
		deleteProject: ({params}) => {
			const {id} = this.find(this.projects, params['projectId'], 'project');
			this.projects = this.projects.filter(project => project.id !== id);
			return {projectId: id, deletedAt: '2026-01-31T09:30:00.000Z'};
		},
		listTests: ({query}) =>
			this.page(
				this.tests.filter(
					({projectId, status}) =>
						projectId === query['projectId'] &&
						(typeof query['status'] !== 'string' || query['status'].split(',').includes(status)),
				),
				query,
			),
		getTest: ({params}) => this.find(this.tests, params['testId'], 'test'),
		deleteTest: ({params}) => {
			const {id} = this.find(this.tests, params['testId'], 'test');
			this.tests = this.tests.filter(test => test.id !== id);
			return {testId: id, deletedAt: '2026-01-31T09:30:00.000Z'};
		},
		getTestCode: ({params}) => {
			const stored = this.codes.get(params['testId'] ?? '');
			if (!stored) throw notFound('test', params['testId'], 'no_code');
			return {...sampleCode(stored.code, stored.codeVersion), testId: params['testId']};
		},
		putTestCode: ({params, body}, headers) => {
			const id = params['testId'] ?? '';
			const stored = this.codes.get(id);
			if (headers['if-match'] !== stored?.codeVersion)
				throw new ApiError('PRECONDITION_FAILED', 'The code was changed by someone else.', {
					nextAction: 'Read it again.',
					details: {currentCodeVersion: stored?.codeVersion},
				});
			const codeVersion = `v${Number(stored?.codeVersion.slice(1)) + 1}`;
			this.codes.set(id, {code: String(body['code']), codeVersion});
			return {testId: id, codeVersion, updatedAt: '2026-01-31T09:30:00.000Z'};
		},
		listTestRuns: () => ({runs: [], nextCursor: null, meta: {}}),
		getTestResult: ({params}) => {
			const result = this.results.get(params['testId'] ?? '');
			if (!result) throw notFound('run', params['testId'], 'no_replayable_run');
			return {...sampleResult(), ...result};
		},
		listBatches: ({params, query}) =>
			this.page(
				[...this.batches.values()].reverse().filter(({projectId}) => projectId === params['projectId']),
				query,
			),
		getBatch: wire => this.getBatch(wire),
		getRun: ({params}) => {
			for (const {batchId, projectId, members} of this.batches.values())
				for (const {runId, testId, status} of members)
					if (runId === params['runId']) return {runId, testId, projectId, batchId, status, ...emptyRun};
			throw notFound('run', params['runId'], 'not_found');
		},
		cancelBatch: ({params}) => {
			const batch = this.batches.get(params['batchId'] ?? '');
			const open = batch?.members.filter(({status}) => status === 'queued' || status === 'running') ?? [];
			return {
				batchId: params['batchId'],
				status: 'cancelled',
				cancelled: open.map(({runId}) => runId),
				alreadyFinished: [],
				alreadyCancelled: false,
			};
		},
		runBatch: ({body}) => this.runBatch(body),
		getRunFailure: ({params}) => {
			throw notFound('run', params['runId'], 'not_found');
		},
	};

	/** What a batch run answers; tests set it. */
	runBatch: (body: Record<string, unknown>) => unknown = () => {
		throw new Error('No batch run was expected.');
	};

	private async getBatch({params, query, signal}: Wire): Promise<Batch> {
		const id = params['batchId'] ?? '';
		const current = () => {
			const batch = this.batches.get(id);
			if (!batch) throw notFound('batch', id, 'not_found');
			return batch;
		};
		const since = Number(query['since'] ?? 0);
		while (query['waitSeconds'] !== undefined && current().version <= since && current().phase !== 'done') {
			await this.news(signal);
			if (this.failure) throw this.failure;
		}
		const batch = current();
		if (since === 0) return {...batch, delta: false};
		return {
			...batch,
			delta: true,
			members: batch.members.filter(({rev}) => rev > since),
			waves: batch.waves.filter(({rev}) => rev > since),
		};
	}

	private news(signal: AbortSignal | undefined): Promise<void> {
		return new Promise((resolve, reject) => {
			const onAbort = () => {
				this.waiting.delete(look);
				reject(signal?.reason);
			};
			const look = () => {
				this.waiting.delete(look);
				signal?.removeEventListener('abort', onAbort);
				resolve();
			};
			this.waiting.add(look);
			signal?.addEventListener('abort', onAbort, {once: true});
		});
	}

	private page(rows: readonly unknown[], query: Record<string, unknown>): unknown {
		const start = Number(query['cursor'] ?? 0);
		const size = Number(query['pageSize'] ?? 25);
		const end = start + size;
		return {items: rows.slice(start, end), nextToken: end < rows.length ? String(end) : null};
	}

	private find<Row extends {id: string}>(rows: readonly Row[], id: string | undefined, resource: string): Row {
		const row = rows.find(candidate => candidate.id === id);
		if (!row) throw notFound(resource, id, 'not_found');
		return row;
	}
}

const emptyRun = {
	userId: 'usr_1',
	createdAt: '2026-01-31T09:00:00.000Z',
	source: 'cli',
	startedAt: null,
	finishedAt: null,
	codeVersion: null,
	targetUrl: null,
	createdFrom: null,
	failedStepIndex: null,
	failureKind: null,
	error: null,
	videoUrl: null,
	stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
};

const notFound = (resource: string, id: string | undefined, reason: string) =>
	new ApiError('NOT_FOUND', `There is no such ${resource}.`, {details: {resource, id, reason}});

/** The state that a client has after a list of answers; checked against what the world holds. */
export const mergedBatch = (answers: readonly Batch[]): Batch | null =>
	answers.reduce<Batch | null>((known, answer) => mergeBatch(known, answer).batch, null);
