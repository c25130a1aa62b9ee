import type {ChangeSet} from '../../../contract/change-set.ts';
import type {ChangedEndpoint, Endpoint} from '../../../contract/endpoint.ts';
import type {EndpointId, ProjectId} from '../../../contract/ids.ts';
import {createEndpoint, deleteEndpoint, listEndpoints, updateEndpoint} from '../../../contract/routes/endpoints.ts';
import {familyOfPath, pathKey} from '../../domain/endpoint-path.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import type {EndpointTable} from '../../store/cleanup/cleanup-tables.ts';
import * as store from '../../store/documents/endpoints.ts';
import {countRowsOfEndpoints, removeRowsOfEndpoint} from '../../store/plans/plan-rows.ts';
import {listDrift} from '../../store/findings/findings.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';

const defaultPageSize = 25;
const largestSample = 65_536;

const noRequestShape: Endpoint['requestShape'] = {
	contentType: null,
	path: [],
	query: [],
	headers: [],
	body: null,
	sample: null,
};
const noResponseShape: Endpoint['responseShape'] = {statuses: [], body: null, observed: false};
const noAuth: Endpoint['auth'] = {required: null, authType: null};

export function endpointRoutes(on: On, {database, findDeleteEndpoint, newId, now, plans}: Services): void {
	async function find(projectId: ProjectId, endpointId: EndpointId): Promise<EndpointTable> {
		const row = await store.findEndpoint(database, projectId, endpointId);
		if (!row) throw notFound('endpoint', endpointId);
		return row;
	}

	async function answer(row: EndpointTable): Promise<Endpoint> {
		const [view] = await answers(row.project_id, [row]);
		return view!;
	}

	async function answers(projectId: ProjectId, rows: readonly EndpointTable[]): Promise<Endpoint[]> {
		const creates = rows.some(({method}) => method === 'POST' || method === 'PUT');
		const known = creates ? await store.listEndpointPaths(database, projectId) : [];
		const deletes = findDeleteEndpoint(known);
		const drift = await listDrift(database, projectId);
		const planned = await countRowsOfEndpoints(
			database,
			rows.map(({id}) => id),
		);
		return rows.map(row => ({
			endpointId: row.id,
			method: row.method,
			path: row.path,
			...(row.call_prefix === '' ? {} : {basePath: row.call_prefix}),
			family: row.family,
			summary: row.summary,
			origin: row.origin,
			confirmed: row.confirmed === 1,
			unconfirmedReason: row.unconfirmed_reason,
			requestShape: JSON.parse(row.request_shape),
			responseShape: responseShapeOf(row),
			drift: drift.get(row.id) ?? [],
			auth: JSON.parse(row.auth),
			deleteEndpointId: row.method === 'POST' || row.method === 'PUT' ? deletes(row) : null,
			planRows: planned.get(row.id) ?? 0,
			createdAt: timestamp(row.created_at),
			updatedAt: timestamp(row.updated_at),
		}));
	}

	on(listEndpoints, async ({caller, params, query}) => {
		const {projectId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		const list = `endpoints ${projectId}`;
		const after = readCursor(list, query, now());
		const page = await store.listEndpoints(database, projectId, query, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: after === null ? null : (JSON.parse(after) as store.EndpointPlace),
		});
		const last = page.rows.at(-1);
		const place = last && JSON.stringify({family: last.family, path: last.path, method: last.method});
		return {
			items: await answers(projectId, page.rows),
			nextToken: page.next && place ? writeCursor(list, query, place, now()) : null,
		};
	});

	on(createEndpoint, async ({caller, params, body}) => {
		const {projectId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		checkSample(body.sampleRequestBody);
		const path = templatePath(body.path);
		const at = now();
		const row: EndpointTable = {
			id: newId('ep'),
			project_id: projectId,
			method: body.method,
			path,
			base_path: '',
			family: familyOfPath(path),
			summary: body.summary ?? null,
			origin: 'manual',
			// "Confirmed: … or the user set it."
			confirmed: 1,
			unconfirmed_reason: null,
			request_shape: JSON.stringify({...noRequestShape, sample: body.sampleRequestBody ?? null}),
			response_shape: JSON.stringify(noResponseShape),
			auth: JSON.stringify(noAuth),
			edited: '[]',
			path_key: pathKey(path),
			call_prefix: '',
			place: 0,
			detail: JSON.stringify({sources: [{kind: 'manual', documentId: null, name: 'added by hand', line: null}]}),
			observed: '[]',
			created_at: at,
			updated_at: at,
		};
		if (!(await store.insertEndpoint(database, row))) throw await exists(row);
		return answer(row);
	});

	on(updateEndpoint, async ({caller, params, body}) => {
		const {projectId, endpointId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		checkSample(body.sampleRequestBody);
		const row = await find(projectId, endpointId);
		const path = body.path === undefined ? undefined : templatePath(body.path);
		const shape = JSON.parse(row.request_shape) as Endpoint['requestShape'];
		const columns = defined({
			method: body.method,
			path,
			path_key: path === undefined ? undefined : pathKey(path),
			// The family follows the path unless somebody has named another one.
			family: body.family ?? (path === undefined ? undefined : familyOfPath(path)),
			summary: body.summary,
			request_shape:
				body.sampleRequestBody === undefined ? undefined : JSON.stringify({...shape, sample: body.sampleRequestBody}),
			confirmed: body.confirmed === undefined ? undefined : body.confirmed ? (1 as const) : (0 as const),
			unconfirmed_reason: body.confirmed === undefined ? undefined : body.confirmed ? null : 'not_probed',
		});
		const edited = new Set([...(JSON.parse(row.edited) as string[]), ...Object.keys(columns)]);
		const changed: EndpointTable = {
			...row,
			...columns,
			edited: JSON.stringify([...edited]),
			updated_at: now(),
		};
		const same = await store.findSameEndpoint(database, changed);
		if (same && same.id !== row.id) throw await exists(changed);
		const {id: _, project_id: __, created_at: ___, ...stored} = changed;
		const write = () => store.updateEndpoint(database, row.id, stored);
		if (body.sampleRequestBody === undefined) await write();
		const reason = `${changed.method} ${changed.path} sends the example that was given`;
		const set = body.sampleRequestBody === undefined ? null : await plans.carry(projectId, reason, write);
		return {...(await answer(changed)), changeSet: set && shortOf(set)};
	});

	on(deleteEndpoint, async ({caller, params}) => {
		const {projectId, endpointId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		if (!(await store.deleteEndpoint(database, projectId, endpointId))) throw notFound('endpoint', endpointId);
		const removedPlanRows = await removeRowsOfEndpoint(database, projectId, endpointId);
		return {endpointId, deletedAt: timestamp(now()), removedPlanRows};
	});

	async function exists(row: EndpointTable): Promise<ServiceError> {
		const same = await store.findSameEndpoint(database, row);
		return new ServiceError('CONFLICT', `The project has ${row.method} ${row.path} already.`, {
			nextAction: `See the endpoints: svc endpoint list --project ${row.project_id}`,
			details: {reason: 'endpoint_exists', endpointId: same?.id ?? null},
		});
	}
}

const shortOf = ({changeSetId, status, counts, errorMessage}: ChangeSet): ChangedEndpoint['changeSet'] => ({
	changeSetId,
	status,
	changed: counts.changed,
	errorMessage,
});

/** "Starts with `/`, at most 512 characters, parameters in braces"; `:id` is written `{id}`, too. */
function templatePath(path: string): string {
	if (/[\s\u0000-\u001f#\\]/.test(path)) throw invalid('path', 'invalid', 'Field `path` holds a blank or a `#`.');
	const braced = path.replace(/(?<=\/):([A-Za-z_]\w*)/g, '{$1}');
	if (/[{}]/.test(braced.replace(/\{[^{}/]+\}/g, '')))
		throw invalid('path', 'invalid', 'Field `path` has a brace without its counterpart; write parameters as `{id}`.');
	const [pathname = '', query] = braced.split('?', 2);
	const trimmed = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') : pathname;
	return query === undefined ? trimmed : `${trimmed}?${query}`;
}

function checkSample(sample: unknown): void {
	if (sample !== undefined && Buffer.byteLength(JSON.stringify(sample)) > largestSample)
		throw invalid('sampleRequestBody', 'too_long', 'Field `sampleRequestBody` is larger than 64 KB.');
}

/** "What was observed is the ground truth": the success that the API itself has answered, where one was seen. */
function responseShapeOf({response_shape, observed, edited}: EndpointTable): Endpoint['responseShape'] {
	const shape = JSON.parse(response_shape) as Endpoint['responseShape'];
	const seen = JSON.parse(observed) as Array<{status: string; schema: unknown}>;
	const success = seen.find(({status}) => status.startsWith('2'));
	if (!success || (JSON.parse(edited) as string[]).includes('response_shape')) return shape;
	const statuses = [...new Set([...shape.statuses, ...seen.map(({status}) => Number(status))])];
	return {
		...shape,
		statuses: statuses.sort((one, other) => one - other),
		body: success.schema ?? shape.body,
		observed: true,
	};
}
