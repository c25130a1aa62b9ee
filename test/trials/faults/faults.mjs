import {Buffer} from 'node:buffer';

/**
 * Regressions, one each: `inject` answers a call of one operation in a wrong way, or gives null where it does not apply.
 * What it gets: the request, `forward` to ask the target, a `state` that lives as long as the fault.
 */
const isJson = ({headers}) => /json/.test(headers['content-type'] ?? '');
const parse = body => {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
};
const write = (answer, value) => ({...answer, body: Buffer.from(JSON.stringify(value))});
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const isGood = ({status}) => status >= 200 && status < 300;
const error = (status, text) => ({
	status,
	headers: {'content-type': 'application/json'},
	body: Buffer.from(JSON.stringify({error: {code: 'fault', message: text}})),
});

/** The record of an answer: itself, or what its only key holds. */
const recordOf = value => {
	if (!isObject(value)) return null;
	const [only, ...more] = Object.values(value);
	return more.length === 0 && isObject(only) ? only : value;
};
/** The list of an answer: itself, or the one it holds. */
const listOf = value =>
	Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : undefined;

/** Changes the record of a good answer; null where there is none, or nothing to change. */
const onRecord = (methods, change) => async call => {
	if (!methods.includes(call.request.method)) return null;
	const answer = await call.forward(call.request);
	const value = isGood(answer) && isJson(answer) ? parse(answer.body) : undefined;
	const record = recordOf(value);
	if (!record || listOf(value)) return answerAsIs(answer);
	return change(record, call) === false ? answerAsIs(answer) : write(answer, value);
};
/** Marks an answer that was asked for and not changed: it does not count. */
export const unchanged = Symbol('unchanged');
const answerAsIs = answer => ({...answer, [unchanged]: true});

const fieldsOf = record =>
	Object.keys(record).filter(name => !/id$|date|time|at$|updated|count|token/i.test(name) && record[name] !== null);
const fieldOf = record => fieldsOf(record)[0];

const written = ['POST', 'PUT', 'PATCH'];
const read = ['GET'];
const any = ['GET', ...written];

export const faults = [
	{
		name: 'status',
		async inject({request, forward}) {
			const answer = await forward(request);
			if (!isGood(answer)) return answerAsIs(answer);
			return {...answer, status: answer.status === 200 ? 202 : 200, ...(answer.status === 204 ? {} : {})};
		},
	},
	{name: 'missing field', inject: onRecord(any, record => (fieldOf(record) ? delete record[fieldOf(record)] : false))},
	{
		name: 'renamed field',
		inject: onRecord(any, record => {
			const name = fieldOf(record);
			if (!name) return false;
			record[`${name}_x`] = record[name];
			delete record[name];
			return true;
		}),
	},
	{
		name: 'wrong type',
		inject: onRecord(any, record => {
			const name = fieldOf(record);
			if (!name) return false;
			record[name] = typeof record[name] === 'string' ? 4711 : 'text';
			return true;
		}),
	},
	{
		name: 'null field',
		inject: onRecord(any, record => {
			const name = fieldOf(record);
			if (!name) return false;
			record[name] = null;
			return true;
		}),
	},
	{
		name: 'leaked field',
		inject: onRecord(any, record => {
			record.passwordHash = '$2b$10$abcdefghijklmnopqrstuv';
			return true;
		}),
	},
	{
		name: 'echo',
		inject: onRecord(written, (record, {request}) => {
			const sent = recordOf(parse(request.body));
			const name = sent && Object.keys(sent).find(key => typeof sent[key] === 'string' && record[key] === sent[key]);
			if (!name) return false;
			record[name] = `${record[name]} and more`;
			return true;
		}),
	},
	{
		name: 'other id',
		inject: onRecord(read, (record, {request}) => {
			const last = decodeURIComponent(request.path.split('?')[0].split('/').at(-1));
			const name = Object.keys(record).find(key => String(record[key]) === last);
			if (!name) return false;
			record[name] = typeof record[name] === 'number' ? record[name] + 1 : `${record[name]}0`;
			return true;
		}),
	},
	{
		name: 'lost update',
		async inject({request, forward}) {
			if (request.method !== 'PUT' && request.method !== 'PATCH') return null;
			// It answers as if it had stored it.
			const record = await forward({
				...request,
				method: 'GET',
				body: Buffer.alloc(0),
				headers: without(request.headers),
			});
			if (!isGood(record) || !isJson(record)) return null;
			const sent = parse(request.body);
			const value = parse(record.body);
			if (!isObject(sent) || !isObject(value)) return null;
			const current = recordOf(value);
			const changes = Object.keys(sent).filter(key => key in current && current[key] !== sent[key]);
			if (changes.length === 0) return null;
			Object.assign(current, sent);
			return write(record, value);
		},
	},
	{
		name: 'delete that deletes nothing',
		async inject({request, forward}) {
			if (request.method !== 'DELETE') return null;
			const record = await forward({
				...request,
				method: 'GET',
				body: Buffer.alloc(0),
				headers: without(request.headers),
			});
			if (!isGood(record)) return null;
			return {status: 204, headers: {}, body: Buffer.alloc(0)};
		},
	},
	{
		name: 'action that does nothing',
		async inject(call) {
			return call.operation.isAction ? doneAlready(call) : null;
		},
	},
	{
		name: 'guard that lets everything pass',
		async inject(call) {
			if (!call.operation.isAction) return null;
			const answer = await call.forward(call.request);
			const isGuarded = answer.status === 409 || answer.status === 412;
			return isGuarded ? ((await doneAlready(call)) ?? answerAsIs(answer)) : answerAsIs(answer);
		},
	},
	{
		name: 'stale list',
		async inject({request, forward, state}) {
			if (request.method !== 'GET') return null;
			const answer = await forward(request);
			const value = isGood(answer) && isJson(answer) ? parse(answer.body) : undefined;
			const list = listOf(value);
			if (!list) return answerAsIs(answer);
			state.seen ??= new Map();
			const known = state.seen.get(request.path);
			state.seen.set(request.path, known ?? answer.body);
			// The latest entries are not there yet.
			if (list.length === 0) return answerAsIs(answer);
			list.splice(-1, 1);
			return write(answer, value);
		},
	},
	{
		name: 'page off by one',
		async inject({request, forward}) {
			const url = new URL(request.path, 'http://x');
			const page = ['page', 'offset', 'skip', 'start'].find(name => url.searchParams.has(name));
			if (request.method !== 'GET' || !page) return null;
			const plain = await forward(request);
			url.searchParams.set(page, String(Number(url.searchParams.get(page)) + 1));
			const shifted = await forward({...request, path: url.pathname + url.search});
			if (!isGood(shifted) || shifted.body.equals(plain.body)) return answerAsIs(plain);
			return shifted;
		},
	},
	{
		name: 'duplicate accepted',
		async inject({request, forward}) {
			if (request.method !== 'POST') return null;
			const answer = await forward(request);
			if (answer.status !== 409) return answerAsIs(answer);
			const sent = parse(request.body);
			return {
				status: 201,
				headers: {'content-type': 'application/json', location: `${request.path}/fault-1`},
				body: Buffer.from(JSON.stringify({id: 'fault-1', ...sent})),
			};
		},
	},
	{
		name: 'missing auth check',
		async inject({request, forward, operation, credential}) {
			const isSecured = credential && (operation.operation.security?.length ?? 1) > 0;
			if (!isSecured) return null;
			const answer = await forward(request);
			if (answer.status !== 401 && answer.status !== 403) return answerAsIs(answer);
			const open = await forward({...request, headers: {...request.headers, authorization: credential}});
			// An API may refuse with 403 what is not there: with the credential as well.
			return open.status === answer.status ? answerAsIs(answer) : open;
		},
	},
	{
		name: '500 on an edge value',
		async inject({request, forward}) {
			const sent = written.includes(request.method) ? parse(request.body) : undefined;
			const odd = value =>
				(typeof value === 'string' && (value.length > 60 || /[^ -~]/.test(value))) ||
				value === null ||
				(isObject(value) && Object.values(value).some(odd));
			const isEdge =
				sent === undefined
					? /%00|not-an-id|unknown/i.test(request.path) || (written.includes(request.method) && request.body.length > 0)
					: odd(sent);
			if (!isEdge) return answerAsIs(await forward(request));
			return error(500, 'Internal Server Error');
		},
	},
	{
		name: 'dropped validation',
		async inject({request, forward}) {
			if (!written.includes(request.method)) return null;
			const answer = await forward(request);
			if (answer.status !== 400 && answer.status !== 422) return answerAsIs(answer);
			const sent = parse(request.body);
			if (!isObject(sent)) return answerAsIs(answer);
			return {
				status: request.method === 'POST' ? 201 : 200,
				headers: {'content-type': 'application/json'},
				body: Buffer.from(JSON.stringify({id: 'fault-1', ...sent})),
			};
		},
	},
	{
		name: 'content type',
		async inject({request, forward}) {
			const answer = await forward(request);
			if (!isGood(answer) || !isJson(answer)) return answerAsIs(answer);
			return {...answer, headers: {...answer.headers, 'content-type': 'text/html'}};
		},
	},
	{
		name: 'missing Location',
		async inject({request, forward}) {
			const answer = await forward(request);
			if (!answer.headers.location) return answerAsIs(answer);
			const {location: _location, ...headers} = answer.headers;
			return {...answer, headers};
		},
	},
];

/** A success of an action with the record as it is: nothing is done to it. Null: there is no such record. */
async function doneAlready({request, forward, operation}) {
	const [path] = request.path.split('?');
	const record = await forward({
		...request,
		method: 'GET',
		path: path.slice(0, path.lastIndexOf('/')),
		body: Buffer.alloc(0),
		headers: without(request.headers),
	});
	if (!isGood(record) || !isJson(record)) return null;
	const status = Number(Object.keys(operation.operation.responses ?? {}).find(one => one.startsWith('2')) ?? 200);
	return status === 204 ? {status, headers: {}, body: Buffer.alloc(0)} : {...record, status};
}

const without = ({'content-type': _type, 'content-length': _length, ...headers}) => headers;
