import {isPerCase, numberedValue} from '../data/unique-shape.ts';
import type {Case, Json, Step, Value, Values} from '../recipe.ts';
import {BrokenRecipe, read} from './access.ts';
import {type Draft, keyOf} from './draft.ts';
import {dict, type Expression, flat, fString, list, type Template, text, tuple} from './expression.ts';
import {readPointer, type Segment} from './pointer.ts';
import {asText, atNamedPath, pathOf, type Request, requestExpression, requestOf, segment, sentAs} from './request.ts';
import {type SentObject, sentObjects} from './sent-fields.ts';
import {inside, valuesIn} from './references.ts';
import {constantOf, isGlobal, piecesOf, renderValue} from './value.ts';

/** A step with cases as a loop over a table: what stands above the loop, its head, and the call inside it. */
export type CaseLoop = {
	head: string;
	/** What the body is made of before the call, one assignment after the other. */
	before: Expression[];
	call: Expression;
	/** What every message of a case begins with. */
	prefix: Template;
};

const leftOut = 'LEFT_OUT';

/** Writes the table of a step's cases and says how its loop begins. */
export function writeCases(draft: Draft, step: Step): CaseLoop {
	const request = atNamedPath(draft, requestOf(draft, step));
	if (step.cases.some(({auth}) => auth !== undefined)) return callerLoop(draft, step, request);
	if (step.cases.every(({patch}) => patch.length === 0)) return repeatedCall(step, request);
	const single = step.cases.every(({patch}) => patch.length === 1);
	const places = new Set(step.cases.flatMap(({patch}) => patch.map(({at}) => at.in)));
	if (single && places.size === 1) {
		if (places.has('body')) {
			const loop = bodyLoop(draft, step, request);
			if (loop) return loop;
		} else if (places.has('path')) return pathLoop(draft, step, request);
		else if (places.has('query')) return queryLoop(draft, step, request);
	}
	return optionLoop(draft, step);
}

/** The same call several times; only what may not be shared differs. */
function repeatedCall(step: Step, request: Request): CaseLoop {
	const isNumbered = [...valuesIn(step)].some(differs);
	const count = step.cases.length;
	return {
		head: isNumbered ? `for number in range(1, ${count + 1}):` : `for _ in range(${count}):`,
		before: [],
		call: requestExpression(request),
		prefix: step.role === 'setup' ? ['setup: '] : [],
	};
}

/** The same call by one caller after the other: `for headers, why in ((None, "without a credential"), …):`. */
function callerLoop(draft: Draft, step: Step, request: Request): CaseLoop {
	const callers = step.cases.map(one => requestOf(draft, patchedStep(draft, step, one)).headers ?? 'None');
	const rows = step.cases.map(({name}, place) => tuple([callers[place]!, text(name)]));
	const isConstant = Object.values(step.call.headers).every(value => isGlobal(draft, value));
	const cases = table(draft, 'CALLERS', isConstant, list(rows));
	const isNumbered = [...valuesIn(step)].some(differs);
	return {
		head: isNumbered ? `for number, (headers, why) in enumerate(${cases}, 1):` : `for headers, why in ${cases}:`,
		before: [],
		call: requestExpression({...request, headers: 'headers'}),
		prefix: [{code: 'why'}, ': '],
	};
}

/** Writes a table above the function, or inside it when it needs what only a step knows. */
function table(draft: Draft, name: string, isConstant: boolean, expression: Expression): string {
	if (isConstant) {
		const free = [name, ...[2, 3, 4, 5, 6].map(number => `${name}_${number}`)].find(one => !draft.constants.has(one));
		return draft.constant(free ?? name, expression);
	}
	const local = draft.names.take(name.toLowerCase());
	draft.put(`${local} = `, expression);
	return local;
}

/** One field of a JSON object per case: `{**VALID, field: value}`; of the record when the object only wraps one. */
function bodyLoop(draft: Draft, step: Step, request: Request): CaseLoop | null {
	const record = changedObject(step);
	if (record === null) return null;
	const {at, fields} = record;
	// What no two cases may share is written in the loop, with the number of the case.
	const own = Object.entries(fields).filter(([, value]) => differs(value));
	const shared: Value = {
		is: 'object',
		fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => !differs(value))),
	};
	// What an earlier step has sent has a variable in the function already.
	const constant = sharedConstant(draft, shared);
	const sent = constant ?? draft.locals.get(keyOf(shared));
	const isConstant = constant !== null || (sent === undefined && isGlobal(draft, shared));
	const isEmpty = Object.keys(shared.fields).length === 0;
	const validName = sent ?? (isConstant ? 'VALID' : 'valid');
	const rows: Array<{field: string; value: Value | Expression | 'absent'; name: string; isFixed: boolean}> = [];
	for (const {name, patch} of step.cases) {
		const [{at: place, value} = {at: {in: 'body', pointer: '$'}, value: 'absent' as const}] = patch;
		const [field, ...rest] = readPointer(place.pointer).slice(at.length);
		if (typeof field !== 'string') return null;
		const isFixed = value === 'absent' || isGlobal(draft, value);
		const merged =
			rest.length > 0 && fields[field]
				? merge(draft, read(validName, [field]), shared.fields[field], rest, value)
				: null;
		// A value of its own is written outside of the loop: its number stands in it.
		const ofCase = value === 'absent' ? value : numberedValue(value, rows.length + 1);
		const whole = rest.length === 0 ? ofCase : (merged ?? patched(draft, fields[field], rest, value));
		if (whole === null) return null;
		rows.push({field, value: whole, name, isFixed});
	}
	const lacks = rows.some(({value}) => value === 'absent');
	if (lacks) draft.constant(leftOut, 'object()');
	const only = onlyOf(rows.map(({field}) => field));
	const valid = isEmpty ? null : (sent ?? table(draft, 'VALID', isConstant, renderValue(draft, shared)));
	const cases = table(
		draft,
		'CASES',
		isConstant && rows.every(({isFixed}) => isFixed),
		list(
			rows.map(({field, value, name}) =>
				tuple([...(only === null ? [text(field)] : []), valueExpression(draft, value), text(caseName(name, field))]),
			),
		),
	);
	const changed: Expression = {
		open: '{',
		items: [
			...(valid === null ? [] : [{prefix: '**', value: valid}]),
			...dict(own.map(([name, value]) => [name, renderValue(draft, value)] as const)).items,
			{prefix: `${only === null ? 'field' : text(only)}: `, value: 'value'},
		],
		close: '}',
	};
	const before: Expression[] = [changed];
	if (lacks) before.push(`{name: item for name, item in body.items() if item is not ${leftOut}}`);
	if (at.length > 0) before.push(at.reduceRight((inner, key) => `{${text(key)}: ${inner}}`, 'body'));
	const payload = request.payload.map(({prefix}) => ({prefix, value: 'body'}));
	return {
		head:
			own.length > 0
				? `for number, (${only === null ? 'field, ' : ''}value, why) in enumerate(${cases}, 1):`
				: `for ${only === null ? 'field, ' : ''}value, why in ${cases}:`,
		before,
		call: requestExpression({...request, payload}),
		prefix: [only ?? {code: 'field'}, ' ', {code: 'why'}, ': '],
	};
}

/** The constant that holds just these fields, where an earlier step has sent it; null: there is none. */
function sharedConstant(draft: Draft, value: Value): string | null {
	const isSame = ({name, fields}: {name: string; fields: Values}) =>
		draft.constants.has(name) && keyOf({is: 'object', fields}) === keyOf(value);
	return [...draft.shared.values()].find(isSame)?.name ?? null;
}

/** The innermost object of what a step sends that all its cases change; null: they change no object. */
function changedObject(step: Step): SentObject | null {
	const pointers = step.cases.map(({patch: [first]}) => readPointer(first?.at.pointer ?? '$'));
	const isIn = ({at}: SentObject) =>
		pointers.every(segments => segments.length > at.length && at.every((key, place) => segments[place] === key));
	return sentObjects(step).findLast(isIn) ?? null;
}

const valueExpression = (draft: Draft, value: Value | Expression | 'absent'): Expression => {
	if (value === 'absent') return leftOut;
	return typeof value === 'object' && 'is' in value ? renderValue(draft, value) : value;
};

/** `{**VALID["meta"], "icon": 7}`: a field in which something deeper is another; null where it can only be written whole. */
function merge(
	draft: Draft,
	base: string,
	whole: Value | undefined,
	[first, ...rest]: readonly Segment[],
	value: Value | 'absent',
): Expression | null {
	const json = whole === undefined ? undefined : constantOf(whole, draft.recipe.seed);
	if (typeof first !== 'string' || typeof json !== 'object' || json === null || Array.isArray(json)) return null;
	if (rest.length === 0) {
		if (value === 'absent') return `{key: item for key, item in ${base}.items() if key != ${text(first)}}`;
		return {open: `{**${base}, `, items: [{prefix: `${text(first)}: `, value: renderValue(draft, value)}], close: '}'};
	}
	const below = json[first];
	const inner =
		below === undefined ? null : merge(draft, read(base, [first]), {is: 'literal', value: below}, rest, value);
	return inner === null
		? null
		: {open: `{**${base}, `, items: [{prefix: `${text(first)}: `, value: inner}], close: '}'};
}

/** The field that all cases are about; null: they are about several. */
const onlyOf = (fields: readonly string[]): string | null => (new Set(fields).size === 1 ? fields[0]! : null);

const differs = (value: Value): boolean => inside(value).some(one => one.is === 'unique' && isPerCase(one.shape));

/** "name is missing" → "is missing": the table has the field in a column of its own. */
function caseName(name: string, field: string): string {
	for (const start of [`${field}: `, `${field} `, `the ${field} `])
		if (name.startsWith(start) && name.length > start.length) return name.slice(start.length);
	return name;
}

/** The whole of a field in which something deeper is another. Null when it is not known while the test is written. */
function patched(
	draft: Draft,
	whole: Value | undefined,
	rest: readonly Segment[],
	value: Value | 'absent',
): Value | null {
	const json = whole === undefined ? {} : constantOf(whole, draft.recipe.seed);
	const inner = value === 'absent' ? undefined : constantOf(value, draft.recipe.seed);
	if (json === undefined || (value !== 'absent' && inner === undefined)) return null;
	const copy = structuredClone(json) as Json;
	let place = copy as {[key: string]: Json};
	for (const part of rest.slice(0, -1)) {
		const next = place[part as string];
		if (typeof next !== 'object' || next === null) return null;
		place = next as {[key: string]: Json};
	}
	const last = rest.at(-1) as string;
	if (inner === undefined) delete place[last];
	else place[last] = inner;
	return {is: 'literal', value: copy};
}

function pathLoop(draft: Draft, step: Step, request: Request): CaseLoop {
	const name = step.cases[0]!.patch[0]!.at.pointer.replace(/^\$\.?/, '');
	if (step.cases.some(({patch}) => patch[0]!.at.pointer.replace(/^\$\.?/, '') !== name)) return optionLoop(draft, step);
	const values = step.cases.map(({patch}) => patch[0]!.value);
	if (values.includes('absent')) throw new BrokenRecipe('a case leaves a part of the path out');
	const given = values as Value[];
	const cases = table(
		draft,
		'CASES',
		given.every(value => isGlobal(draft, value)),
		list(step.cases.map(({name: why}, place) => tuple([pathValue(draft, given[place]!), text(why)]))),
	);
	const marked: Value = {is: 'literal', value: '\u0000'};
	const path = pathOf(draft, {...step.call, path: {...step.call.path, [name]: marked}}).flatMap((piece): Template => {
		if (typeof piece !== 'string') return [piece];
		return piece.split('%00').flatMap((part, place) => (place === 0 ? [part] : [{code: 'handle'}, part]));
	});
	return {
		head: `for handle, why in ${cases}:`,
		before: [],
		call: requestExpression({...request, path}),
		prefix: [{code: 'why'}, ': '],
	};
}

function pathValue(draft: Draft, value: Value): Expression {
	const known = constantOf(value, draft.recipe.seed);
	// What stands in front of a handle is part of the same segment.
	return known === undefined
		? fString(piecesOf(draft, value).map(part => (typeof part === 'string' ? segment(part) : part)))
		: text(segment(typeof known === 'string' ? known : JSON.stringify(known)));
}

function queryLoop(draft: Draft, step: Step, request: Request): CaseLoop {
	const rows = step.cases.map(({name, patch}) => ({
		name,
		field: patch[0]!.at.pointer.replace(/^\$\.?/, ''),
		value: patch[0]!.value,
	}));
	const lacks = rows.some(({value}) => value === 'absent');
	if (lacks) return optionLoop(draft, step);
	const given = rows as Array<{name: string; field: string; value: Value}>;
	const only = onlyOf(given.map(({field}) => field));
	const cases = table(
		draft,
		'CASES',
		given.every(({value}) => isGlobal(draft, value)),
		list(
			given.map(({field, value, name}) =>
				tuple([
					...(only === null ? [text(field)] : []),
					renderValue(draft, asText(value)),
					text(caseName(name, field)),
				]),
			),
		),
	);
	const key = only === null ? 'field' : text(only);
	const rest = Object.entries(step.call.query);
	const params =
		rest.length === 0
			? `{${key}: value}`
			: flat({
					...dict(rest.map(([key, value]) => [key, renderValue(draft, asText(value))] as const)),
					close: `, ${key}: value}`,
				});
	return {
		head: `for ${only === null ? 'field, ' : ''}value, why in ${cases}:`,
		before: [],
		call: requestExpression({...request, params}),
		prefix: [only ?? {code: 'field'}, ' ', {code: 'why'}, ': '],
	};
}

/** Cases that differ in several places: each row holds everything that its call is made of. */
function optionLoop(draft: Draft, step: Step): CaseLoop {
	const requests = step.cases.map(one => requestOf(draft, patchedStep(draft, step, one)));
	const paths = requests.map(({path}) => fString([{code: 'BASE_URL'}, ...path]));
	const samePath = new Set(paths).size === 1;
	const columns = (['params', 'headers'] as const).filter(
		name => new Set(requests.map(request => JSON.stringify(request[name]))).size > 1,
	);
	const samePayload = new Set(requests.map(({payload}) => JSON.stringify(payload))).size === 1;
	const rows = requests.map((request, place) => {
		const options: Array<readonly [string, Expression]> = columns.flatMap(name =>
			request[name] === null ? [] : [[name, request[name]] as const],
		);
		if (!samePayload)
			for (const {prefix, value} of request.payload) options.push([prefix.slice(0, -1), sentAs(request, value)]);
		return tuple([...(samePath ? [] : [paths[place]!]), dict(options), text(step.cases[place]!.name)]);
	});
	const cases = table(draft, 'CASES', isConstantStep(draft, step) && !usesBase(rows), list(rows));
	const [first] = requests;
	const shared: Request = {
		...first!,
		params: columns.includes('params') ? null : first!.params,
		headers: columns.includes('headers') ? null : first!.headers,
		payload: samePayload ? first!.payload : [],
	};
	const call = requestExpression(shared, samePath ? undefined : 'url');
	return {
		head: `for ${samePath ? '' : 'url, '}options, why in ${cases}:`,
		before: [],
		call: {...call, items: [...call.items, {prefix: '**', value: 'options'}]},
		prefix: [{code: 'why'}, ': '],
	};
}

const isConstantStep = (draft: Draft, {call, cases}: Step): boolean => {
	const isConstant = (value: Value) => isGlobal(draft, value);
	return (
		[call.path, call.query, call.headers].every(values => Object.values(values).every(isConstant)) &&
		(call.body === null || !('value' in call.body) || isConstant(call.body.value)) &&
		cases.every(({patch}) => patch.every(({value}) => value === 'absent' || isConstant(value)))
	);
};

/** Everything injected is there before the file begins, so this only keeps long rows of addresses in the function. */
const usesBase = (rows: Expression[]): boolean => rows.some(row => flat(row).includes('BASE_URL'));

/** The step as one of its cases calls it. */
export function patchedStep(draft: Pick<Draft, 'recipe'>, step: Step, one: Case): Step {
	const {patch, auth} = one;
	const number = step.cases.indexOf(one) + 1;
	const call = {...structuredClone(step.call), ...(auth ? {auth} : {})};
	for (const {at, value} of patch) {
		if (at.in === 'body') {
			patchBody(draft, call, at.pointer, value);
			continue;
		}
		if (at.in === 'status') continue;
		const values = at.in === 'path' ? call.path : at.in === 'query' ? call.query : call.headers;
		const name = at.pointer.replace(/^\$\.?/, '');
		if (value === 'absent') delete values[name];
		else values[name] = value;
	}
	if (call.body && 'value' in call.body) call.body.value = numberedValue(call.body.value, number);
	return {...step, call, cases: []};
}

function patchBody(draft: Pick<Draft, 'recipe'>, call: Step['call'], pointer: string, value: Value | 'absent'): void {
	const segments = readPointer(pointer);
	const {body} = call;
	if (segments.length === 0) {
		if (value === 'absent') call.body = null;
		else if (body && 'raw' in body && value.is === 'literal' && typeof value.value === 'string') body.raw = value.value;
		else call.body = {contentType: body && 'contentType' in body ? body.contentType : 'application/json', value};
		return;
	}
	if (!body || !('value' in body)) throw new BrokenRecipe(`a case changes ${pointer} of a body that is no JSON`);
	body.value = changed(draft, body.value, segments, value);
}

/** A value in which one place is another. */
function changed(
	draft: Pick<Draft, 'recipe'>,
	whole: Value,
	[first, ...rest]: readonly Segment[],
	value: Value | 'absent',
): Value {
	if (first === undefined) return value === 'absent' ? {is: 'literal', value: null} : value;
	if (whole.is === 'array' || (whole.is === 'literal' && Array.isArray(whole.value))) {
		const items =
			whole.is === 'array'
				? [...whole.items]
				: (whole.value as Json[]).map((item): Value => ({is: 'literal', value: item}));
		const place = Number(first);
		if (rest.length === 0 && value === 'absent') items.splice(place, 1);
		else items[place] = changed(draft, items[place] ?? {is: 'literal', value: {}}, rest, value);
		return {is: 'array', items};
	}
	const fields = whole.is === 'object' ? {...whole.fields} : fieldsOf(whole);
	const key = String(first);
	if (rest.length === 0 && value === 'absent') delete fields[key];
	else fields[key] = changed(draft, fields[key] ?? {is: 'object', fields: {}}, rest, value);
	return {is: 'object', fields};
}

const fieldsOf = (value: Value): {[key: string]: Value} =>
	value.is === 'literal' && typeof value.value === 'object' && value.value !== null
		? Object.fromEntries(Object.entries(value.value).map(([key, item]) => [key, {is: 'literal', value: item} as const]))
		: {};
