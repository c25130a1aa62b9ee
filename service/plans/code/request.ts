import {isJsonPatch} from '../model/patched-records.ts';
import {runTag} from '../data/unique-shape.ts';
import {type Call, calledPath, type Step, type Value, type Values} from '../recipe.ts';
import type {Draft} from './draft.ts';
import {dict, type Expression, fString, type Group, type Template, text, tuple} from './expression.ts';
import {fileDefaults} from './files.ts';
import {readPointer} from './pointer.ts';
import {activeAsserts, inside} from './references.ts';
import {isOnly} from './status.ts';
import {isFormType} from '../model/operation.ts';
import {piecesOf, renderValue, valuesOf} from './value.ts';

/** What a call consists of in Python; parts may be replaced before it is written. */
export type Request = {
	method: string;
	/** Below the base URL. */
	path: Template;
	params: Expression | null;
	/** `json=`, `data=` or `files=` with what it sends. */
	payload: Array<{prefix: string; value: Expression}>;
	headers: Expression | null;
	timeout: number;
	followsRedirects: boolean;
	/** The function of the test that gives the fields the form in which they go; null: they go as they are. */
	wrapper: 'as_patch' | 'as_form' | null;
};

export function requestOf(draft: Draft, step: Step): Request {
	const {call} = step;
	const {payload, contentType} = payloadOf(draft, call);
	return {
		method: call.operation.method,
		path: pathOf(draft, call),
		params: Object.keys(call.query).length > 0 ? dict(valuesOf(draft, asAddressed(call.query))) : null,
		payload,
		headers: headersOf(draft, call, contentType),
		wrapper: sendsPatch(draft, call) ? 'as_patch' : sendsForm(draft, step) ? 'as_form' : null,
		timeout: call.timeoutSeconds,
		followsRedirects: !expectsRedirect(step) && !asksAround(step),
	};
}

/** An address knows texts alone: the library would write `True` for true, which few APIs read. */
const asAddressed = (query: Values): Values =>
	Object.fromEntries(Object.entries(query).map(([name, value]) => [name, asText(value)]));

export const asText = (value: Value): Value =>
	value.is === 'literal' && typeof value.value === 'boolean' ? {is: 'literal', value: String(value.value)} : value;

/** What a list is asked for: in the query, or in the body of a list that is asked for by POST. */
export const askedFor = ({operation, query, body}: Call): Values =>
	operation.method === 'GET' || body === null || !('value' in body) || body.value.is !== 'object'
		? asAddressed(query)
		: body.value.fields;

/** The request of a list with other parameters in the place of its own. */
export function asking(request: Request, params: Expression): Request {
	if (request.method === 'GET' || request.payload.length === 0) return {...request, params};
	return {...request, payload: [{prefix: 'json=', value: params}]};
}

/** The same request by the name that its address has in the test already. */
export function atNamedPath(draft: Draft, request: Request): Request {
	const name = draft.locals.get(fString(request.path));
	return name === undefined ? request : {...request, path: [{code: name}]};
}

/** A test that expects a redirect must see it; elsewhere following one tells more. */
const expectsRedirect = (step: Step): boolean =>
	activeAsserts(step).some(
		({check}) =>
			check.type === 'status' &&
			check.oneOf.some(status => typeof status === 'number' && status >= 300 && status < 400),
	);

/** What is asked for by addresses that name nothing: behind a redirect another request would be judged. */
export const asksAround = (step: Step): boolean =>
	step.role === 'act' && isOnly(step, 4) && step.cases.some(({patch}) => patch.some(({at}) => at.in === 'path'));

/** The path of a call with its values in their places. */
export function pathOf(draft: Draft, {operation, path}: Pick<Call, 'operation' | 'path'>): Template {
	return calledPath(operation)
		.split(/(\{[^{}]+\})/)
		.flatMap((piece): Template => {
			const name = /^\{(.+)\}$/.exec(piece)?.[1];
			const value = name === undefined ? undefined : path[name];
			return value === undefined
				? [piece]
				: piecesOf(draft, value).map(part =>
						typeof part === 'string' ? segment(part) : isForeignName(value) ? quoted(draft, part) : part,
					);
		});
}

/** The name of a record that is somebody else's can hold anything; an id, and what the test has chosen, is plain. */
const isForeignName = (value: Value): boolean =>
	value.is === 'step' &&
	value.step.startsWith('borrow_') &&
	!/(?:^|[^a-z])_?(?:id|uuid|guid|uid|number)$/i.test(String(readPointer(value.pointer).at(-1)));

function quoted(draft: Draft, piece: Exclude<Template[number], string>): Template[number] {
	draft.imports.add('from urllib.parse import quote');
	return {...piece, code: `quote(${piece.code}, safe="")`};
}

/** One segment of a path: what is encoded already stays. */
export const segment = (value: string): string =>
	value.replace(/%[\da-f]{2}|[^%]|%/gi, part => (part.length === 3 ? part : encodeURIComponent(part)));

function payloadOf(draft: Draft, {body}: Call): {payload: Request['payload']; contentType: string | null} {
	if (body === null) return {payload: [], contentType: null};
	if ('parts' in body) {
		const files = body.parts.filter(({fileName, value}) => fileName !== null || value.is === 'file');
		const fields = body.parts.filter(part => !files.includes(part));
		const payload = [
			{prefix: 'files=', value: dict(files.map(part => [part.name, tuple(filePart(draft, part))] as const))},
		];
		if (fields.length > 0)
			payload.unshift({
				prefix: 'data=',
				value: dict(fields.map(({name, value}) => [name, renderValue(draft, value)] as const)),
			});
		return {payload, contentType: null};
	}
	const {contentType} = body;
	if ('raw' in body) return {payload: [{prefix: 'data=', value: rawBytes(body.raw)}], contentType};
	const value = renderValue(draft, body.value);
	if (isPlainJson(contentType)) return {payload: [{prefix: 'json=', value}], contentType: null};
	if (isFormType(contentType)) return {payload: [{prefix: 'data=', value}], contentType: null};
	if (/[+/]json\b/.test(contentType)) return {payload: [{prefix: 'json=', value}], contentType};
	// A body that says it is something else: the library sends it as it would JSON, under the name that is given.
	if (body.value.is === 'object' || body.value.is === 'array')
		return {payload: [{prefix: 'json=', value}], contentType};
	return {payload: [{prefix: 'data=', value: asBytes(body.value, value)}], contentType};
}

/** Whether the fields of a call are written as a JSON Patch, by a function that the test has for it. */
function sendsPatch(draft: Draft, {body}: Call): boolean {
	if (body === null || !('value' in body) || body.value.is !== 'object' || !isJsonPatch(body.contentType)) return false;
	draft.helpers.set('as_patch', [
		'def as_patch(fields):',
		'    return [{"op": "replace", "path": f"/{name}", "value": value} for name, value in fields.items()]',
	]);
	return true;
}

/**
 * Whether the fields of a form have parts of their own, or are no text: the library would send the names of the parts for
 * them, and `True` for true. They are written as `address[city]`, as PHP, Rails and Stripe do and OpenAPI calls `deepObject`.
 */
function sendsForm(draft: Draft, {call: {body}, cases}: Step): boolean {
	if (body === null || !('value' in body) || !isFormType(body.contentType)) return false;
	const sent = [
		body.value,
		...cases.flatMap(({patch}) => patch.flatMap(({value}) => (value === 'absent' ? [] : [value]))),
	];
	if (!sent.some((value, place) => hasParts(value, place > 0))) return false;
	draft.helpers.set('as_form', [
		'def as_form(value, name=""):',
		'    if isinstance(value, dict):',
		'        return [pair for key, item in value.items() for pair in as_form(item, f"{name}[{key}]" if name else key)]',
		'    if isinstance(value, list):',
		// Who reads no brackets takes a name as often as it comes.
		sent.some((value, place) => hasObject(value, place > 0))
			? '        return [pair for place, item in enumerate(value) for pair in as_form(item, f"{name}[{place}]")]'
			: '        return [pair for item in value for pair in as_form(item, name)]',
		'    return [(name, str(value).lower() if isinstance(value, bool) else value)]',
	]);
	return true;
}

/** @param isPart it is the value of a field, not all of them */
function hasObject(value: Value, isPart = false): boolean {
	if (value.is === 'object') return isPart || Object.values(value.fields).some(one => hasObject(one, true));
	if (value.is === 'array') return value.items.some(one => hasObject(one, true));
	const isListed = value.is === 'literal' && Array.isArray(value.value) ? value.value : [];
	return [...isListed, isPart && value.is === 'literal' ? value.value : null].some(isRecord);
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether something in it is no text, or has parts of its own. */
const hasParts = (value: Value, isPart = false): boolean =>
	hasObject(value, isPart) || inside(value).some(one => one.is === 'literal' && typeof one.value === 'boolean');

/** What goes over the wire for the fields that a request sends. */
export const sentAs = ({wrapper}: Request, fields: Expression): Expression =>
	wrapper === null ? fields : {open: `${wrapper}(`, items: [{prefix: '', value: fields}], close: ')'};

/** JSON as a library sends it unless told otherwise. */
export const isPlainJson = (contentType: string): boolean => /^application\/json\s*(?:;|$)/i.test(contentType);

/** Text that is not plain ASCII has to say its encoding. */
export const rawBytes = (raw: string): string => (/^[\x00-\x7f]*$/.test(raw) ? text(raw) : `${text(raw)}.encode()`);

const asBytes = (value: Value, expression: Expression): Expression =>
	value.is === 'file' || typeof expression !== 'string' ? expression : `${expression}.encode()`;

type Part = {name: string; fileName: string | null; contentType: string | null; value: Value};

function filePart(draft: Draft, {fileName, contentType, value}: Part): Expression[] {
	const usual = value.is === 'file' ? fileDefaults[value.generator] : fileDefaults.text;
	const name = fileName?.includes(runTag)
		? renderValue(draft, {is: 'unique', shape: fileName})
		: text(fileName ?? usual.fileName);
	return [name, renderValue(draft, value), text(contentType ?? usual.contentType)];
}

function headersOf(draft: Draft, {auth, headers}: Call, contentType: string | null): Expression | null {
	const own = valuesOf(draft, headers);
	if (contentType !== null && !own.some(([name]) => name.toLowerCase() === 'content-type'))
		own.push(['Content-Type', text(contentType)]);
	if (auth === 'project') return mergedHeaders([ownHeaders(draft)], own);
	if (typeof auth === 'object') own.unshift(['Authorization', `VAR_${auth.set}`]);
	const bases = auth === 'wrong' ? [wrongHeaders(draft)] : [];
	if (draft.options.hasExtraHeaders) bases.push('__EXTRA_HEADERS__');
	return mergedHeaders(bases, own);
}

/** Dictionaries one over the other; null for none, the dictionary itself when there is nothing to merge. */
function mergedHeaders(bases: readonly string[], own: ReadonlyArray<readonly [string, Expression]>): Expression | null {
	if (bases.length + own.length === 0) return null;
	if (own.length === 0 && bases.length === 1) return bases[0]!;
	const items = dict(own).items;
	return {open: '{', items: [...bases.map(base => ({prefix: '**', value: base})), ...items], close: '}'};
}

/** The headers of the project: those of its credential, and the further ones when it has some. */
export const ownHeaders = (draft: Draft): string =>
	draft.options.hasExtraHeaders
		? draft.constant('HEADERS', '{**__AUTH_HEADERS__, **__EXTRA_HEADERS__}')
		: '__AUTH_HEADERS__';

/** The project's headers with a credential that nobody has: every other header stays. */
export function wrongHeaders(draft: Draft): string {
	draft.constant('WRONG_HEADERS', 'wrong_credential(__AUTH_HEADERS__)');
	return draft.explain(
		'WRONG_HEADERS',
		'wrong_credential() is built in: the same headers with a credential that nobody has.',
	);
}

/** `requests.post(f"{BASE_URL}/users", json=sent, headers=__AUTH_HEADERS__, timeout=10)` */
export function requestExpression(request: Request, url?: string): Group {
	const items: Group['items'] = [
		{prefix: '', value: url ?? fString([{code: 'BASE_URL'}, ...request.path])},
		...(request.params === null ? [] : [{prefix: 'params=', value: request.params}]),
		...request.payload.map(({prefix, value}) => ({prefix, value: sentAs(request, value)})),
		...(request.headers === null ? [] : [{prefix: 'headers=', value: request.headers}]),
		{prefix: 'timeout=', value: String(request.timeout)},
		...(request.followsRedirects ? [] : [{prefix: 'allow_redirects=', value: 'False'}]),
	];
	return {open: `requests.${request.method.toLowerCase()}(`, items, close: ')'};
}
