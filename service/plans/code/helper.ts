import type {Paging, Step} from '../recipe.ts';
import {jsonOf, readLines} from './access.ts';
import {writeAsserts} from './asserts.ts';
import {type Answer, type Draft, type Mark, stepsOf} from './draft.ts';
import {type Expression, flat, fString, type Group, text} from './expression.ts';
import {writeLocals} from './locals.ts';
import {writeGuards} from './guards.ts';
import {nounOf} from './names.ts';
import {pagesOf} from './pages.ts';
import {activeAsserts} from './references.ts';
import {secretsSent} from './secrets-sent.ts';
import {ownHeaders, requestOf} from './request.ts';
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
			(step.call.body === null ||
				('value' in step.call.body && /^application\/json\b/.test(step.call.body.contentType))) &&
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
export function writeHelper(draft: Draft, steps: readonly Step[], plan: StepPlan): void {
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
	const kinds = new Set(steps.map(step => kindOf(step, plan)));
	const readsAny = kinds.size > 1 || !kinds.has('None');
	const hasPlaces = steps.some(step =>
		walkOf(step) ? draft.walkedBelow : (draft.answers.get(step.id)?.root.length ?? 0) > 0,
	);
	const lines = [
		`def call(step, method, path, expected, ${hasPlaces ? '*place, ' : ''}${readsAny ? `kind=${usualKind(steps, plan)}, ` : ''}**options):`,
		...lay('response = ', request, '', {indent: 4, packed: true}),
	];
	if (takesSeveral) lines.push('    wanted = expected if isinstance(expected, tuple) else (expected,)');
	const check = `    assert response.status_code ${takesSeveral ? 'in wanted' : '== expected'}, `;
	const came = '{response.status_code}';
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
		// Written by the checks of a call of its own as well; the constant is the same.
		const probe = steps.find(step => activeAsserts(step).some(({check}) => check.type === 'noSecret'))!;
		const only = activeAsserts(probe).filter(({check}) => check.type === 'noSecret');
		const allowed = [...new Set(secrets.flat())];
		const start = draft.lines.length;
		writeAsserts(
			draft,
			{...probe, asserts: only.map(assert => ({...assert, check: {type: 'noSecret', allowed}}))},
			{response: 'response', body: jsonOf('response'), root: [], sent: null},
			{prefix: [...(isChain ? ['step '] : []), {code: 'step'}, ': ', {code: 'method'}, ' ', {code: 'path'}, ': ']},
		);
		lines.push(...draft.lines.splice(start));
	}
	const hasLists = kinds.has('list');
	if (readsAny)
		lines.push(
			...readLines(
				{
					place: hasPlaces ? 'place' : null,
					kind: kinds.size > 1 || !kinds.has('object'),
					hasLists,
					mayBeNone: kinds.has('None'),
					mayBeAny: kinds.has('object'),
				},
				`${where}: `,
			),
		);
	draft.helpers.set('call', lines);
}

/** What a step waits for: `None` when no line reads its answer, which may then be no JSON. */
const kindOf = (step: Step, {usages}: StepPlan): string => {
	const walk = walkOf(step);
	if (walk) return walk.by === 'cursor' ? 'dict' : 'list';
	const usage = usages.get(step.id);
	if (!usage || usage.reads === 0) return 'None';
	return usage.kind ?? 'object';
};

/** What most steps wait for: it need not be said. */
export function usualKind(steps: readonly Step[], plan: StepPlan): string {
	const kinds = steps.map(step => kindOf(step, plan));
	const times = (kind: string) => kinds.filter(one => one === kind).length;
	return [...new Set(kinds)].sort((a, b) => times(b) - times(a) || (a < b ? -1 : 1))[0]!;
}

/** Writes a step as a call of the function. `number` is what the step is called in messages. */
export function writeHelperStep(draft: Draft, step: Step, number: number, plan: StepPlan & {usual: string}): void {
	const {method} = step.call.operation;
	if (draft.recipe.kind === 'integration' ? method !== 'GET' : step.role !== 'setup') draft.gap();
	if (step.waitBeforeMs > 0) writeWait(draft, step.waitBeforeMs);
	writeLocals(draft, plan.shared, step, value => flat(renderValue(draft, value)));
	const walk = walkOf(step);
	if (walk) {
		writeHelperWalk(draft, step, {number, walk, usual: plan.usual});
		return;
	}
	const sent = writeSent(draft, step);
	const request = requestOf(draft, step);
	const label = draft.recipe.kind === 'integration' ? String(number) : text(labelOf(step));
	const path = pathName(draft, step, fString(request.path));
	const usage = plan.usages.get(step.id);
	const reads = usage?.reads ?? 0;
	const [kind, usual] = [kindOf(step, plan), plan.usual];
	const expression: Group = {
		open: 'call(',
		items: [
			{prefix: '', value: label},
			{prefix: '', value: text(method)},
			{prefix: '', value: path},
			{prefix: '', value: statusTuple(statusOf(step)!.check.oneOf)},
			...(reads === 0 ? [] : usage!.root.map(key => ({prefix: '', value: text(String(key))}))),
			...request.payload.map(({prefix, value}): {prefix: string; value: Expression} => ({
				prefix,
				value: sent ?? value,
			})),
			...(request.params === null ? [] : [{prefix: 'params=', value: request.params}]),
			...(kind === usual ? [] : [{prefix: 'kind=', value: kind}]),
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
	else draft.put(`${answer.body} = `, expression);
	const mark = {step: step.id, asserts: [statusOf(step)!.id]};
	draft.lines.push(...draft.marked(draft.lines.splice(start), mark));
	draft.answers.set(step.id, answer);
	if (usage && reads > 0) writeGuards(draft, step, answer, usage, prefix);
	writeAsserts(draft, step, answer, {prefix, statusIsChecked: true});
	capture(draft, step, answer);
}

/** Pages are asked for by the same function as everything else. */
function writeHelperWalk(
	draft: Draft,
	step: Step,
	{number, walk, usual}: {number: number; walk: Paging; usual: string},
): void {
	const label = draft.recipe.kind === 'integration' ? String(number) : labelOf(step);
	const path = pathName(draft, step, fString(requestOf(draft, step).path));
	writeWalk(draft, step, walk, {
		response: '',
		label,
		ask(said, at, kind, params) {
			if (at.length > 0) draft.walkedBelow = true;
			return {
				open: 'call(',
				items: [
					{prefix: '', value: said},
					{prefix: '', value: text(step.call.operation.method)},
					{prefix: '', value: path},
					{prefix: '', value: statusTuple(statusOf(step)!.check.oneOf)},
					...at.map(key => ({prefix: '', value: text(String(key))})),
					{prefix: 'params=', value: params},
					...(kind === usual ? [] : [{prefix: 'kind=', value: kind}]),
				],
				close: ')',
			};
		},
	});
}

/** What a step of a row is called in messages; a failed setup blocks the test. */
const labelOf = ({role, title, id}: Step): string => (role === 'setup' ? 'setup' : title.trim().slice(0, 40) || id);

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
