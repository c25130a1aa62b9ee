import type {CleanupView} from '../../../contract/cleanup.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {getCleanup} from '../../../contract/routes/cleanup.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {type RecordTarget, startRecordTarget} from '../../helpers/record-target.ts';
import type {ScriptedTest} from '../../helpers/scripted-runner.ts';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

/** A call of a scripted test: `POST /users`, what it sent and what came back. */
export type ScriptedCall = [
	request: string,
	more?: {status?: number; sent?: unknown; answer?: unknown; location?: string; headers?: Record<string, string>},
];

export type CleanupUnderTest = HttpUnderTest & {
	target: RecordTarget;
	projectId: string;
	/** A test that makes these calls and ends as the script says. */
	addTest(
		name: string,
		calls: readonly ScriptedCall[],
		more?: {
			script?: Exclude<ScriptedTest, (...args: never[]) => unknown>;
			produces?: string[];
			consumes?: string[];
			category?: string;
		},
	): Promise<string>;
	/** Runs the whole project; answers the batch id. */
	run(): Promise<string>;
	/** The view of the cleanup once the batch has ended. */
	cleaned(batchId: string): Promise<CleanupView>;
	/** Calls of kind `cleanup` as they are stored. */
	deleteCalls(batchId: string): Promise<Array<{url: string; status: number | null; detail: string}>>;
};

/** A service with a sweep, a project and the API that it tests; DELETE endpoints by their paths. */
export async function startCleanup(deletes: readonly string[] = []): Promise<CleanupUnderTest> {
	const target = await startRecordTarget();
	const http = await startHttp();
	const project = await http.call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl: target.url}});
	const projectId = project.body.projectId;
	for (const path of deletes) await http.call(createEndpoint, {params: {projectId}, body: {method: 'DELETE', path}});
	let seq = 0;

	return {
		...http,
		target,
		projectId,
		async addTest(name, calls, {script = {}, ...declared} = {}) {
			const {body: data} = await http.call(createTest, {
				body: {projectId, type: 'backend', name, code: `# ${name}\nassert True`, ...declared},
			});
			http.runner.script(name, {...script, calls: calls.map(call => recordedCall(target.url, call, ++seq))});
			return data.testId;
		},
		async run() {
			const {body: data} = await http.call(runBatch, {body: {projectId}});
			if (data.batchId === null) throw new Error(`nothing was accepted: ${JSON.stringify(data)}`);
			return data.batchId;
		},
		async cleaned(batchId) {
			for (let since = 0; ; ) {
				const {body: data} = await http.call(getBatch, {params: {batchId}, query: {since, waitSeconds: 20}});
				if (data.phase === 'done') break;
				since = data.version;
			}
			return (await http.call(getCleanup, {params: {batchId}})).body;
		},
		deleteCalls: batchId =>
			http.database
				.selectFrom('calls')
				.select(['url', 'status', 'detail'])
				.where('batch_id', '=', batchId)
				.where('kind', '=', 'cleanup')
				.orderBy('id')
				.execute(),
	};
}

/** A call as the runner tells it. */
export function recordedCall(url: string, [request, more = {}]: ScriptedCall, seq: number): RecordedCall {
	const [method = '', path = ''] = request.split(' ');
	const {status = 201, sent, answer, location, headers = {}} = more;
	const [requestBody, responseBody] = [sent, answer].map(body => (body === undefined ? null : JSON.stringify(body)));
	return {
		seq,
		method,
		url: url + path,
		query: null,
		requestHeaders: {'Content-Type': 'application/json', ...headers},
		requestBody: requestBody ?? null,
		requestEncoding: 'utf8',
		requestBytes: requestBody?.length ?? null,
		status,
		responseHeaders: location === undefined ? {} : {Location: location},
		responseBody: responseBody ?? null,
		responseEncoding: 'utf8',
		responseBytes: responseBody?.length ?? null,
		truncated: false,
		latencyMs: 1,
		error: null,
		startedAt: Date.now() + seq,
	};
}
