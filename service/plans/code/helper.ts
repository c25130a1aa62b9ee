import type {Paging, Step} from '../recipe.ts';
import {read} from './access.ts';
import {leaksOf, saysWhatLeaks, whatLeaks, writeAsserts} from './asserts.ts';
import {type Answer, type Draft, type Mark, stepsOf} from './draft.ts';
import {type Expression, flat, fString, type Group, text} from './expression.ts';
import {writeLocals} from './locals.ts';
import {writeGuards} from './guards.ts';
import {nounOf} from './names.ts';
import {pagesOf} from './pages.ts';
import {activeAsserts} from './references.ts';
import {secretsSent} from './secrets-sent.ts';
import {isPlainJson, ownHeaders, requestOf} from './request.ts';
import {bodyName, capture, isConditional, type StepPlan, writeSent, writeWait} from './steps.ts';
import {writeOrigin} from './statement.ts';
import {statusOf, statusTuple} from './status.ts';
import {lay} from './expression.ts';
import {renderValue} from './value.ts';
import {walkOf, writeWalk} from './walk.ts';

/** From how many calls that differ in nothing but address, body and status one function is worth its lines. */
const worthIt = 3;

/** What can be checked of a page whose entries alone the function gives. */
const isOfWalk = new Set<string>(['status', 'noServerError', 'noTrace', 'noSecret', 'contains', 'every']);

/** The steps of a test that one function can call; none when there are too few of them. */
export function helperSteps(draft: Draft, {usages}: StepPlan): Set<string> {
	const steps = stepsOf(draft.recipe);
	const fitting = steps.filter(
		step =>
			step.call.auth === 'project' &&
			step.cases.length === 0 &&
			step.repeat === null &&
			step.copies === undefined &&
			!activeAsserts(step).some(({check}) => check.type === 'content') &&
			pagesOf(step) === null &&
			!activeAsserts(step).some(isConditional) &&
			secretsSent(step).length === 0 &&
			(walkOf(step) === null || activeAsserts(step).every(({check}) => isOfWalk.has(check.type))) &&
			Object.keys(step.call.headers).length === 0 &&
			(step.call.body === null || ('value' in step.call.body && isPlainJson(step.call.body.contentType))) &&
			statusOf(step) !== null &&
			!usages.get(step.id)?.needsResponse &&
			step.call.timeoutSeconds === steps[0]!.call.timeoutSeconds,
	);
	// Pages are turned by it where it is there; it is not there for them.
	const single = draft.detail.brief ? fitting : fitting.filter(step => walkOf(step) === null);
	return new Set(single.length >= worthIt ? fitting.map(({id}) => id) : []);
}

/** The function asserts for whoever calls it; the line of the call says which step that is. */
export const ofCaller: Mark = {step: '', asserts: []};

/** Writes the function; call it after the steps, when it is known what they need. */
export function writeHelper(draft: Draft, steps: readonly Step[]): void {
	const isChain = draft.recipe.kind === 'integration';
	const where = isChain ? 'step {step}' : '{step}';
	const takesSeveral = steps.some(step => !/^\d+$/.test(statusTuple(statusOf(step)!.check.oneOf)));
	const timeout = steps[0]!.call.timeoutSeconds;
	const request: Group = {
		open: 'requests.request(',
		items: [
			{prefix: '', value: 'method'},
			{prefix: '', value: 'f"{BASE_URL}{path}"'},
			{prefix: 'headers=', value: ownHeaders(draft)},
			{prefix: 'timeout=', value: String(timeout)},
			{prefix: '**', value: 'options'},
		],
		close: ')',
	};
	const lines = [
		'def call(step, method, path, expected, **options):',
		...lay('response = ', request, '', {indent: 4, packed: true}),
	];
	if (takesSeveral) lines.push('    wanted = (expected,) if isinstance(expected, int) else expected');
	const check = `    assert ${draft.status('response')} ${takesSeveral ? 'in wanted' : '== expected'}, `;
	const came = `{${draft.status('response')}}`;
	if (draft.detail.brief)
		lines.push(...draft.marked([`${check}f"${where}: {path}: ${came}: {response.text[:200]}"`], ofCaller));
	else
		lines.push(
			...draft.marked([`${check}(`], ofCaller),
			`        f"${where}: {method} {path} answered ${came} instead of {expected}: {response.text[:200]}"`,
			'    )',
		);
	const secrets = steps.flatMap(activeAsserts).flatMap(({check}) => (check.type === 'noSecret' ? [check.allowed] : []));
	if (secrets.length > 0) {
		const found = leaksOf('response', [...new Set(secrets.flat())]);
		// No word of the step: what a preparation shows is no reason to stop before the test.
		const mark: Mark = {step: '', asserts: []};
		if (saysWhatLeaks(draft)) lines.push(`    # ${whatLeaks}`);
		lines.push(
			...draft.marked(
				[`    assert not ${found}, f"{method} {path}: the answer shows {${found.replaceAll('"', "'")}}"`],
				mark,
			),
		);
	}
	lines.push('    return response');
	draft.helpers.set('call', lines);
}

/** Writes a step as a call of the function. `number` is what the step is called in messages. */
export function writeHelperStep(draft: Draft, step: Step, number: number, plan: StepPlan): void {
	const {method} = step.call.operation;
	if (draft.recipe.kind === 'integration' ? method !== 'GET' : step.role !== 'setup') draft.gap();
	if (step.waitBeforeMs > 0) writeWait(draft, step.waitBeforeMs);
	writeLocals(draft, plan.shared, step, value => flat(renderValue(draft, value)));
	const walk = walkOf(step);
	if (walk) {
		writeHelperWalk(draft, step, {number, walk});
		return;
	}
	const sent = writeSent(draft, step);
	const request = requestOf(draft, step);
	const label = draft.recipe.kind === 'integration' ? String(number) : text(labelOf(step));
	const path = pathName(draft, step, fString(request.path));
	const usage = plan.usages.get(step.id);
	const reads = usage?.reads ?? 0;
	const expression: Group = {
		open: 'call(',
		items: [
			{prefix: '', value: label},
			{prefix: '', value: text(method)},
			{prefix: '', value: path},
			{prefix: '', value: statusTuple(statusOf(step)!.check.oneOf)},
			...request.payload.map(({prefix, value}): {prefix: string; value: Expression} => ({
				prefix,
				value: sent ?? value,
			})),
			...(request.params === null ? [] : [{prefix: 'params=', value: request.params}]),
		],
		close: ')',
	};
	const prefix = [
		draft.recipe.kind === 'integration' ? `step ${number}: ` : step.role === 'setup' ? 'setup: ' : `${labelOf(step)}: `,
	];
	const answer: Answer = {response: null, body: reads > 0 ? bodyName(draft, step) : '', root: usage?.root ?? [], sent};
	writeOrigin(draft, statusOf(step)!);
	const start = draft.lines.length;
	if (reads === 0) draft.put('', expression);
	else draft.put(`${answer.body} = `, expression, read('.json()', answer.root));
	const mark = {step: step.id, asserts: [statusOf(step)!.id]};
	draft.lines.push(...draft.marked(draft.lines.splice(start), mark));
	draft.answers.set(step.id, answer);
	if (usage && reads > 0) writeGuards(draft, step, answer, usage, prefix);
	writeAsserts(draft, step, answer, {prefix, statusIsChecked: true});
	capture(draft, step, answer);
}

/** Pages are asked for by the same function as everything else. */
function writeHelperWalk(draft: Draft, step: Step, {number, walk}: {number: number; walk: Paging}): void {
	const label = draft.recipe.kind === 'integration' ? String(number) : text(labelOf(step));
	const path = pathName(draft, step, fString(requestOf(draft, step).path));
	writeWalk(draft, step, walk, {
		response: '',
		label,
		ask(said, params) {
			return {
				open: 'call(',
				items: [
					{prefix: '', value: said},
					{prefix: '', value: text(step.call.operation.method)},
					{prefix: '', value: path},
					{prefix: '', value: statusTuple(statusOf(step)!.check.oneOf)},
					{prefix: step.call.body === null ? 'params=' : 'json=', value: params},
				],
				close: ')',
			};
		},
	});
}

/** What a step of a row is called in messages; a failed setup blocks the test. */
const labelOf = ({role, title, id}: Step): string => (role === 'setup' ? 'setup' : shortTitle(title) || id);

/** So much of a title that a person finds the step by it: a name that begins in quotes is not cut in two. */
function shortTitle(title: string): string {
	const short = title.trim().slice(0, longestLabel);
	const isOpen = (short.split('"').length - 1) % 2 === 1;
	return isOpen ? short.slice(0, short.lastIndexOf('"')).trim() || short : short;
}
const longestLabel = 40;

/** An address with a value in it gets a name when more than one step calls it. */
function pathName(draft: Draft, step: Step, path: string): string {
	const known = draft.locals.get(path);
	if (known !== undefined) return known;
	const {operation} = step.call;
	const key = JSON.stringify([operation.path, step.call.path]);
	const times = stepsOf(draft.recipe).filter(
		({call}) => JSON.stringify([call.operation.path, call.path]) === key,
	).length;
	if (times < 2 || !path.startsWith('f')) return path;
	const name = draft.names.take('path', `${nounOf(operation)}_path`);
	draft.put(`${name} = `, path);
	draft.locals.set(path, name);
	return name;
}
