import {singular, wordsOf} from '../../inference/word-form.ts';
import type {Assert, Recipe, Step, Value} from '../recipe.ts';
import {headerOf, isLocation, isUnnamed, jsonOf, read, readAnswer, readHeader} from './access.ts';
import {gotText, setupPrefix, writeAsserts} from './asserts.ts';
import {fieldsSent, sentObjects} from './sent-fields.ts';
import {patchedStep, writeCases} from './cases.ts';
import {type Answer, type Draft, keyOf, stepsOf} from './draft.ts';
import {type Expression, flat, literal, text, tuple} from './expression.ts';
import {isRuledOut} from './ruled-out.ts';
import {type SharedValue, writeLocals} from './locals.ts';
import {plural} from '../kinds/names.ts';
import {nounOf} from './names.ts';
import {writeCaseGuards, writeGuards} from './guards.ts';
import {pagesOf, writePages} from './pages.ts';
import {readPointer} from './pointer.ts';
import {activeAsserts, sentValue, type Usage, valuesIn} from './references.ts';
import {asksAround, atNamedPath, requestExpression, requestOf} from './request.ts';
import {isOnly, statusOf} from './status.ts';
import {asChain, failures} from './statement.ts';
import {typesOf} from './value-rules.ts';
import {renderValue} from './value.ts';
import {walkOf, writeWalk} from './walk.ts';
import {keptStep} from '../templates/unchanged.ts';

/** What the lines of one step need to know about the whole test. */
export type StepPlan = {usages: ReadonlyMap<string, Usage>; shared: readonly SharedValue[]};

/** Writes a step as a call of its own with its checks. */
export function writeStep(draft: Draft, step: Step, plan: StepPlan): void {
	draft.gap();
	if (step.waitBeforeMs > 0) writeWait(draft, step.waitBeforeMs);
	writeLocals(draft, plan.shared, step, value => flat(renderValue(draft, value)));
	const pages = pagesOf(step);
	const walk = walkOf(step);
	if (pages) writePages(draft, step, pages);
	else if (walk)
		writeWalk(draft, step, walk, {response: responseName(draft, step), ask: null, label: text(step.title)});
	else if (isOneCall(step)) writeCall(draft, ofItsCase(draft, step), plan);
	else if (step.cases.length > 0) writeLoop(draft, step, plan);
	else if (step.copies !== undefined) writeTogether(draft, step, step.copies);
	else writeCall(draft, step, plan);
}

/** A single case needs no loop, unless what comes back is compared with what it sends. */
const isOneCall = (step: Step): boolean =>
	step.cases.length === 1 && (isOnly(step, 4) || !activeAsserts(step).some(({check}) => readsBody(check.type)));

/** The step as its only case calls it; what is said of the field of a case is said of that field. */
function ofItsCase(draft: Draft, step: Step): Step {
	const [only] = step.cases;
	const field = readPointer(only!.patch[0]?.at.pointer ?? '$').at(-1);
	const named = ({check, ...assert}: Assert): Assert => ({
		...assert,
		check:
			check.type === 'equals' && check.value.is === 'literal' && check.value.value === '{field}'
				? {...check, value: {is: 'literal', value: String(field)}}
				: check,
	});
	return {...patchedStep(draft, step, only!), asserts: step.asserts.map(named)};
}

export function writeWait(draft: Draft, milliseconds: number): void {
	draft.imports.add('import time');
	draft.line(`time.sleep(${milliseconds / 1000})`);
}

function writeCall(draft: Draft, step: Step, plan: StepPlan): void {
	const sent = writeSent(draft, step);
	const request = atNamedPath(draft, requestOf(draft, step));
	const payload = sent === null ? request.payload : request.payload.map(({prefix}) => ({prefix, value: sent}));
	const response = responseName(draft, step);
	const expression = requestExpression({...request, payload});
	if (step.repeat) writePoll(draft, step, response, expression);
	else draft.put(`${response} = `, expression);
	const prefix = step.role === 'setup' ? [setupPrefix] : [];
	const answer = answerAfter(draft, step, plan, response, sent);
	draft.answers.set(step.id, answer);
	// The status comes first: what is no success may have no JSON to read.
	const asserts = activeAsserts(step);
	const mayBeEmpty = isMaybeEmpty(draft, step);
	const isOfAll = ({check}: Assert) =>
		check.type === 'status' || check.type === 'noServerError' || (check.type === 'contentType' && !mayBeEmpty);
	const statuses = asserts.filter(isOfAll);
	writeAsserts(draft, {...step, asserts: statuses}, answer, {prefix});
	nameLocated(draft, step, answer);
	const conditional = asserts.filter(one => isConditional(one) || (mayBeEmpty && isOfBody(one)));
	// What is refused may have no JSON to read.
	const writeNamed = () => {
		const usage = plan.usages.get(step.id);
		if (isUnnamed(answer) || !usage) return;
		draft.line(`${answer.body} = ${read(jsonOf(response), answer.root)}`);
		writeGuards(draft, step, answer, usage, prefix);
	};
	if (conditional.length === 0) writeNamed();
	// The other kinds need to know of the status only to see that it is checked.
	const others = asserts.filter(one => one.check.type === 'status' || !isOfAll(one));
	const options = {prefix, statusIsChecked: true};
	writeAsserts(draft, {...step, asserts: others.filter(one => !conditional.includes(one))}, answer, options);
	if (conditional.length > 0)
		draft.block(mayBeEmpty ? `if ${response}.status_code != 204:` : `if ${draft.accepts(response)}:`, () => {
			writeNamed();
			writeAsserts(draft, {...step, asserts: conditional}, answer, options);
		});
	capture(draft, step, answer);
	if (response === 'response') draft.isResponseKept = isReadLater(draft, step, answer);
}

/** What the `Location` of an answer names gets a name of its own where several lines need it. */
function nameLocated(draft: Draft, step: Step, answer: Answer): void {
	const isOfStep = (value: Value): value is Extract<Value, {is: 'step'}> =>
		value.is === 'step' && value.step === step.id && isLocation(headerOf(value.pointer) ?? '');
	const read = stepsOf(draft.recipe).flatMap(other => [...valuesIn(other)].filter(isOfStep));
	const captured = step.captures.flatMap(({from}) =>
		from.in === 'header' && isLocation(from.pointer) ? [from.pointer] : [],
	);
	const [first] = [...read.map(({pointer}) => headerOf(pointer)!), ...captured];
	if (first === undefined || read.length + captured.length < 2) return;
	const noun = nounOf(step.call.operation);
	const value = readHeader(answer, first);
	answer.located = draft.names.take(`${noun}_id`, `${noun}_located`);
	draft.line(`${answer.located} = ${value}`);
}

/** Whether a success may have no body, and no later step needs one: 204 beside another status. */
function isMaybeEmpty({recipe}: Draft, step: Step): boolean {
	const oneOf = statusOf(step)?.check.oneOf ?? [];
	return oneOf.includes(204) && oneOf.length > 1 && step.captures.length === 0 && !isReadByOthers(recipe, step);
}

/** Whether another step takes something out of the answer of this one, or compares with it. */
const isReadByOthers = (recipe: Recipe, step: Step): boolean =>
	stepsOf(recipe).some(
		other =>
			other !== step &&
			([...valuesIn(other)].some(value => value.is === 'step' && value.step === step.id) ||
				activeAsserts(other).some(({check}) => check.type === 'sameAs' && check.step === step.id)),
	);

const isOfBody = ({check}: Assert): boolean => readsBody(check.type) || check.type === 'contentType';

/** It counts for answers that are a success only. */
export const isConditional = ({id}: Pick<Assert, 'id'>): boolean => id.startsWith('if-accepted:');

/** Whether lines after a step still read its response, not only the JSON that has a name of its own. */
function isReadLater(draft: Draft, step: Step, answer: Answer): boolean {
	if (answer.response === null) return false;
	if (step.captures.some(({from}) => from.in === 'header' || from.in === 'status')) return true;
	if (!isUnnamed(answer)) return false;
	return step.captures.length > 0 || isReadByOthers(draft.recipe, step);
}

/** The JSON that is sent gets a name when later lines compare with it. */
export function writeSent(draft: Draft, step: Step): string | null {
	const objects = sentObjects(step);
	const {body} = step.call;
	if (objects.length === 0 || !body || !('value' in body)) return null;
	const compared = stepsOf(draft.recipe)
		.flatMap(activeAsserts)
		.filter(({check}) => {
			if (check.type !== 'equals' || draft.locals.has(keyOf(check.value))) return false;
			const field = readPointer(check.pointer).at(-1);
			return objects.some(({fields}) => {
				const value = typeof field === 'string' ? fields[field] : undefined;
				return value !== undefined && keyOf(value) === keyOf(check.value);
			});
		});
	// What a later line lays over the state before it.
	const isChange = stepsOf(draft.recipe)
		.filter(({role}) => role === 'verify')
		.flatMap(activeAsserts)
		.some(
			({check}) =>
				check.type === 'sameAs' &&
				objects.some(({fields}) => {
					const names = Object.keys(fields);
					return names.length > 1 && names.every(one => check.except.includes(one));
				}),
		);
	const [only, ...more] = Object.values(objects[0]!.fields);
	if (only?.is === 'literal' && more.length === 0 && step.call.operation.method !== 'POST') return null;
	const isWorthIt =
		isSentAgain(draft, step, body.value) ||
		(isChange && step.call.operation.method !== 'POST') ||
		compared.length > 1 ||
		compared.some(({check}) => check.type === 'equals' && check.value.is !== 'literal');
	if (!isWorthIt) return null;
	const name = draft.names.take(
		'sent',
		step.call.operation.method === 'POST' ? `sent_${nounOf(step.call.operation)}` : 'changes',
	);
	draft.put(`${name} = `, renderValue(draft, body.value));
	if (isSentAgain(draft, step, body.value)) draft.locals.set(keyOf(body.value), name);
	return name;
}

/** From how many fields a body that another step sends as well gets a name. */
const fieldsWorthNaming = 3;

const isSentAgain = (draft: Draft, step: Step, value: Value): boolean =>
	value.is === 'object' &&
	Object.keys(value.fields).length >= fieldsWorthNaming &&
	!draft.locals.has(keyOf(value)) &&
	stepsOf(draft.recipe).some(
		({id, call: {body}}) => id !== step.id && body !== null && 'value' in body && keyOf(body.value) === keyOf(value),
	);

function answerAfter(draft: Draft, step: Step, {usages}: StepPlan, response: string, sent: string | null): Answer {
	const {reads = 0, root = [], needs = []} = usages.get(step.id) ?? {};
	// What is taken out of a list that others have filled may not be there: that is looked at where it has a name.
	const isBorrowed = step.role === 'setup' && needs.some(place => place.some(one => typeof one === 'number'));
	if (reads > 1 || (reads > 0 && isBorrowed)) return {response, body: bodyName(draft, step), root, sent};
	return {response, body: jsonOf(response), root: [], sent};
}

/** Remembers how the values that a step captures are read. */
export function capture(draft: Draft, step: Step, answer: Answer): void {
	const {captures} = step;
	for (const {variable, from} of captures) {
		const sent = sentValue(step, from);
		if (sent !== null) draft.captured.set(variable, flat(renderValue(draft, sent)));
		else if (from.in === 'body') draft.captured.set(variable, readAnswer(answer, from.pointer));
		else if (from.in === 'status') draft.captured.set(variable, draft.status(answer.response!));
		else draft.captured.set(variable, readHeader(answer, from.pointer));
	}
}

function writePoll(draft: Draft, step: Step, response: string, expression: Expression): void {
	const {untilAssert, everyMs, atMostMs} = step.repeat!;
	const until = activeAsserts(step).find(({id}) => id === untilAssert)?.check;
	draft.imports.add('import time');
	draft.block(`for _ in range(${Math.max(1, Math.ceil(atMostMs / everyMs))}):`, () => {
		draft.put(`${response} = `, expression);
		const condition =
			until?.type === 'equals'
				? `${readAnswer({response, body: jsonOf(response), root: [], sent: null}, until.pointer)} == ${flat(renderValue(draft, until.value))}`
				: `${draft.status(response)} // 100 == 2`;
		const body: Answer = {response, body: jsonOf(response), root: [], sent: null};
		const isOver = until?.type === 'shape' && isRuledOut(until.schema) ? until.schema.not.enum : undefined;
		const wanted = isOver
			? `${readAnswer(body, (until as {pointer: string}).pointer)} not in ${flat(tuple(isOver.map(literal)))}`
			: until?.type === 'status'
				? `${draft.status(response)} in (${until.oneOf.filter(Number).join(', ')},)`
				: condition;
		draft.block(`if ${wanted}:`, () => draft.line('break'));
		draft.line(`time.sleep(${everyMs / 1000})`);
	});
}

function writeLoop(draft: Draft, step: Step, plan: StepPlan): void {
	const {head, before, call, prefix} = writeCases(draft, step);
	if (draft.lines.at(-1) !== '' && draft.lines.length > 0) draft.gap();
	const response = responseName(draft, step);
	const answer: Answer = {response, body: jsonOf(response), root: [], sent: before.length > 0 ? 'body' : null};
	const all = activeAsserts(step);
	// A record that a setup cannot make is a reason to stop; cases are tried to the last one.
	const collects = step.role !== 'setup';
	const start = draft.lines.length;
	draft.collects = collects;
	draft.guarded.clear();
	const isOpen = all.some(({check}) => readsBody(check.type)) && statusOf(step) === null;
	draft.block(head, () => {
		for (const expression of before) draft.put('body = ', expression);
		draft.put(`${response} = `, call);
		const usesGot = all.filter(({check}) => saysGot.has(check.type)).length > 1;
		if (usesGot)
			draft.line(
				`got = f"${gotText(draft, step, response)
					.map(piece => (typeof piece === 'string' ? piece : `{${piece.code}}`))
					.join('')}"`,
			);
		if (usesGot && asksAround(step))
			draft.block(`if ${response}.is_redirect:`, () =>
				draft.line(`got = f"redirected to {${response}.headers['Location']}"`),
			);
		const reads = plan.usages.get(step.id)?.reads ?? 0;
		draft.answers.set(step.id, answer);
		const options = {prefix, got: usesGot ? 'got' : null};
		const [ofBody, ofAnswer] = [
			all.filter(({check}) => readsBody(check.type)),
			all.filter(({check}) => !readsBody(check.type)),
		];
		const isGuarded = collects && ofBody.length > 0;
		const isOften = !isGuarded && reads > 2 && statusOf(step) !== null;
		const inner = isOften || isGuarded ? {...answer, body: 'answer'} : answer;
		writeAsserts(draft, {...step, asserts: all.filter(({check}) => check.type === 'status')}, inner, options);
		if (isOften) draft.line(`answer = ${jsonOf(response)}`);
		writeAsserts(draft, {...step, asserts: ofAnswer}, inner, {...options, statusIsChecked: true});
		const write = () => {
			if (isGuarded) writeCaseGuards(draft, step, inner, ofBody, prefix);
			writeAsserts(draft, {...step, asserts: ofBody}, inner, {...options, statusIsChecked: true});
		};
		// A case may be refused when nothing says that it must not; only what is accepted has to come back.
		if (isOpen)
			draft.block(`if ${draft.accepts(response)}:`, () => {
				draft.line('accepted += 1');
				write();
			});
		else write();
	});
	draft.collects = false;
	while (draft.lines.at(-1)?.trim() === 'continue') draft.lines.pop();
	if (collects) draft.lines.push(...asChain(draft.lines.splice(start), draft.indent + 4));
	if (!draft.lines.slice(start).some(line => line.includes(`${failures}.append(`))) return;
	draft.lines.splice(start, 0, isOpen ? `    ${failures}, accepted = [], 0` : `    ${failures} = []`);
	draft.line(`assert not ${failures}, "\\n".join(${failures})`);
	// Where every case was refused nothing has shown what becomes of one.
	if (isOpen) draft.line(`assert accepted, ${text(`${setupPrefix}every case was refused`)}`);
}

/** Checks whose message ends with what was answered. */
const saysGot = new Set<string>(['status', 'noServerError', 'noTrace', 'noSecret']);

/** The same call many times at once; every answer is looked at. */
function writeTogether(draft: Draft, step: Step, copies: number): void {
	draft.imports.add('from concurrent.futures import ThreadPoolExecutor');
	const call = draft.names.take('ask');
	draft.block(`def ${call}(_):`, () => draft.put('return ', requestExpression(requestOf(draft, step))));
	draft.gap();
	draft.block(`with ThreadPoolExecutor(${copies}) as pool:`, () =>
		draft.line(`responses = list(pool.map(${call}, range(${copies})))`),
	);
	const response = responseName(draft, step);
	const answer: Answer = {response, body: jsonOf(response), root: [], sent: null};
	draft.answers.set(step.id, answer);
	draft.block(`for ${response} in responses:`, () => writeAsserts(draft, step, answer, {prefix: []}));
}

const readsBody = (type: string): boolean => ['equals', 'shape', 'sameAs', 'contains'].includes(type);

const isOne = (path: string): boolean => path.endsWith('}');

/** Whether lines go through the entries of an answer, or take one out of them. */
const isReadAsList = ({recipe}: Draft, step: Step): boolean =>
	activeAsserts(step).some(({check}) => ['contains', 'every', 'ordered', 'pages'].includes(check.type)) ||
	stepsOf(recipe).some(other =>
		[...valuesIn(other)].some(
			value =>
				value.is === 'step' &&
				value.step === step.id &&
				readPointer(value.pointer).some(part => typeof part === 'number'),
		),
	);

/** The response of the act is `response`; others are called after what they are for. */
function responseName(draft: Draft, step: Step): string {
	const {role, call} = step;
	const {method, path} = call.operation;
	const noun = nounOf(call.operation);
	if (role === 'act' && !draft.isResponseKept) return 'response';
	if (role === 'setup' && isOnly(step, 4)) return draft.names.take('nowhere');
	if (activeAsserts(step).some(({check}) => check.type === 'unlike')) return draft.names.take('refused');
	// What a control sends is not always something that is made.
	const isAccepted = step.id === 'accepted' && step.captures.length === 0;
	if (role === 'setup' && method === 'POST') {
		const before = draft.recipe.steps.slice(0, draft.recipe.steps.indexOf(step));
		const isSecond = before.some(one => one.call.operation.method === method && one.call.operation.path === path);
		return draft.names.take(isAccepted ? 'accepted' : 'made', ...(isSecond ? ['made_other'] : []), `made_${noun}`);
	}
	if (method === 'GET') {
		const before = draft.recipe.steps.slice(0, draft.recipe.steps.indexOf(step));
		const hasGone = before.some(other => other.role === 'act' && other.call.operation.method === 'DELETE');
		if (isOne(path) || !isReadAsList(draft, step))
			return draft.names.take(...(hasGone ? ['gone'] : []), 'read', `read_${noun}`);
		return draft.names.take('listing', `listing_of_${noun}`);
	}
	const usual = {POST: 'posted', PUT: 'replaced', PATCH: 'patched', DELETE: 'deleted'}[method as string] ?? 'answer';
	return draft.names.take(usual, `${usual}_${noun}`);
}

/** Whether the JSON of an answer is a list, or holds one that is looked through. */
const answersList = (step: Step): boolean =>
	activeAsserts(step).some(
		({check}) =>
			check.type === 'contains' ||
			check.type === 'every' ||
			check.type === 'ordered' ||
			(check.type === 'shape' && typesOf(check.schema).includes('array')),
	);

/** `GET /tags` answers tags, whatever stands around them. */
const isPlural = ({path}: {path: string}): boolean => {
	const last = wordsOf(path.slice(path.lastIndexOf('/') + 1)).at(-1) ?? '';
	return singular(last) !== last;
};

/** The JSON of an answer is called after its record, or after what has happened to it. */
const isCommand = ({call: {operation}, captures}: Step): boolean =>
	operation.method === 'POST' && captures.length === 0 && /\}\/[^/{}]+$/.test(operation.path) && !isPlural(operation);

export function bodyName(draft: Draft, step: Step): string {
	const {operation, query, path} = step.call;
	const noun = nounOf(operation);
	if (isOnly(step, 4)) return draft.names.take('problem', 'refusal', 'last_refusal');
	if (operation.method === 'GET' && !isOne(operation.path) && Object.keys(path).length === 0 && answersList(step))
		return draft.names.take(Object.keys(query).length > 0 ? 'found' : `all_${plural(noun)}`, 'left', `found_${noun}`);
	if (operation.method === 'PATCH' || operation.method === 'PUT') {
		const fields = Object.keys(fieldsSent(step) ?? {});
		const renamed = fields.length === 1 && fields[0] === 'name' ? ['renamed'] : [];
		return draft.names.take(...renamed, 'changed', `changed_${noun}`);
	}
	if (operation.method === 'GET' && !isOne(operation.path) && isPlural(operation))
		return draft.names.take(`all_${plural(noun)}`, `found_${noun}`);
	if (operation.method === 'GET' && (step.id === 'before' || step.id === keptStep))
		return draft.names.take(step.id === keptStep ? 'after' : 'before', `stored_${noun}`);
	if (operation.method === 'GET') {
		const isOther = draft.recipe.steps.some(
			({call}) => call.operation.path === operation.path && JSON.stringify(call.path) !== JSON.stringify(path),
		);
		const names = [...(isOther ? ['stored_other'] : []), `stored_${noun}`, `later_${noun}`, `last_${noun}`];
		return draft.names.take(noun, 'stored', ...names);
	}
	// `/members/{id}/suspend` answers something, and no suspend.
	if (isCommand(step)) return draft.names.take('answer', `answer_to_${noun}`, `last_${noun}`);
	return draft.names.take(noun, `other_${noun}`, `third_${noun}`);
}
