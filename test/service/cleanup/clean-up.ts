import type {CleanupView} from '../../../contract/cleanup.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {getCleanup} from '../../../contract/routes/cleanup.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';
import {type Api, type Asked, startApi, type Told} from './start-api.ts';

/** Calls of the API under test out of Python: `post('/users', {...})` answers status and JSON. */
const preamble = `
import json, urllib.request, urllib.error, http.client

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data=data, method=method)
    if data is not None:
        request.add_header('content-type', 'application/json')
    try:
        answer = urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    text = answer.read().decode()
    return answer.status, json.loads(text) if text else None

post = lambda path, body=None: call('POST', path, {} if body is None else body)
get = lambda path: call('GET', path)
put = lambda path, body=None: call('PUT', path, body)
delete = lambda path: call('DELETE', path)
`;

export type ApiProject = HttpUnderTest & {
	api: Api;
	projectId: string;
	/** Adds a Python test that may use `post`, `get`, `put` and `delete`. */
	add(name: string, lines: readonly string[], input?: TestInput): Promise<string>;
	/** Starts the whole project; answers the batch id. */
	begin(): Promise<string>;
	/** The cleanup of a batch once it has ended. */
	cleaned(batchId: string): Promise<CleanupView>;
	/** DELETE calls as they are stored: `/users/1 204`. */
	recordedDeletes(batchId: string): Promise<string[]>;
};
type TestInput = {produces?: string[]; consumes?: string[]; category?: string; timeoutSeconds?: number};

/** A service with the real Python runner and a project for an API that answers as the function says. */
export async function startProject(
	backendRunner: Runner,
	answer: (asked: Asked) => Told | Promise<Told>,
	deletes: readonly string[],
	base = '',
): Promise<ApiProject> {
	const api = await startApi(answer);
	const http = await startHttp({backendRunner});
	const targetUrl = api.url + base;
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'API', targetUrl}});
	const {projectId} = project;
	for (const path of deletes) await http.call(createEndpoint, {params: {projectId}, body: {method: 'DELETE', path}});
	return {
		...http,
		api,
		projectId,
		async add(name, lines, input = {}) {
			const code = [preamble, ...lines, 'assert True'].join('\n');
			return (await http.call(createTest, {body: {projectId, type: 'backend', name, code, ...input}})).body.testId;
		},
		async begin() {
			const {body} = await http.call(runBatch, {body: {projectId}});
			if (body.batchId === null) throw new Error(`nothing was accepted: ${JSON.stringify(body)}`);
			return body.batchId;
		},
		async cleaned(batchId) {
			for (let since = 0; ; ) {
				const {body} = await http.call(getBatch, {params: {batchId}, query: {since, waitSeconds: 20}});
				if (body.phase === 'done' && body.cleanup.state !== 'running') break;
				since = body.version;
			}
			return (await http.call(getCleanup, {params: {batchId}})).body;
		},
		async recordedDeletes(batchId) {
			const rows = await http.database
				.selectFrom('calls')
				.select(['url', 'status', 'kind'])
				.where('batch_id', '=', batchId)
				.where('method', '=', 'DELETE')
				.orderBy('started_at')
				.execute();
			return rows.map(({url, status}) => `DELETE ${url.slice(api.url.length)} ${status ?? 'drop'}`);
		},
	};
}

/** What became of every record: `/users 7 auto`. */
export const fates = ({orphaned, cleanedUp, pending}: CleanupView): string[] =>
	[...orphaned, ...cleanedUp, ...pending]
		.map(({family, capturedId, outcome}) => `${family} ${capturedId ?? '(no id)'} ${outcome}`)
		.sort();

/** The same, with the reason of those that a new rule left: `/users 7 orphaned archived`. */
export const reasonedFates = ({orphaned, cleanedUp, pending}: CleanupView): string[] =>
	[...orphaned, ...cleanedUp, ...pending]
		.map(({family, capturedId, outcome, reason}) => {
			const why = reason === null || reason === 'delete_failed' || reason === 'handle_missing' ? '' : ` ${reason}`;
			return `${family} ${capturedId ?? '(no id)'} ${outcome}${why}`;
		})
		.sort();
